from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from franchise_site.crawlers import favicon, robots

handler500 = "franchise_site.faults.answer_fault"

urlpatterns = [
    path("robots.txt", robots, name="robots"),
    path("favicon.ico", favicon, name="favicon"),
    path("admin/", admin.site.urls),
    path("api/", include("notifications.account.api_urls")),
    path("api/", include("notifications.webhooks.urls")),
    path("api/", include("games.api.urls")),
    path("mail/", include("mail_in.urls")),
    path("mail/", include("notifications.mail_urls")),
    path("account/", include("notifications.account.urls")),
    path("feeds/", include("notifications.feeds.urls")),
    path("", include("games.web.urls")),
]

if settings.ANYMAIL:
    urlpatterns.insert(0, path("mail/anymail/", include("anymail.urls")))
