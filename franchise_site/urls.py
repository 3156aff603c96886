from django.conf import settings
from django.contrib import admin
from django.urls import include, path, re_path

from franchise_site.crawlers import favicon, robots
from games.api.views.base import nothing_here

handler500 = "franchise_site.faults.answer_fault"

# What is asked for most stands first.
urlpatterns = [
    path("api/", include("games.api.urls")),
    path("api/", include("notifications.account.api_urls")),
    path("api/", include("notifications.webhooks.urls")),
    re_path("^api/", nothing_here),
    path("robots.txt", robots, name="robots"),
    path("favicon.ico", favicon, name="favicon"),
    path("admin/", admin.site.urls),
    path("mail/", include("mail_in.urls")),
    path("mail/", include("notifications.mail_urls")),
    path("account/", include("notifications.account.urls")),
    path("feeds/", include("notifications.feeds.urls")),
    path("", include("games.web.urls")),
]

if settings.ANYMAIL:
    urlpatterns.insert(0, path("mail/anymail/", include("anymail.urls")))
