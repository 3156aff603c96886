from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from franchise_site.crawlers import favicon, robots
from franchise_site.metrics import metrics

# The site's own sign-in leads to the host's desk as well: by a code, with its limits.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("metrics", metrics, name="metrics"),
    path("robots.txt", robots, name="robots"),
    path("favicon.ico", favicon, name="favicon"),
    path("admin/", admin.site.urls),
    path("api/", include("notifications.urls")),
    path("api/", include("games.api.urls")),
    path("mail/", include("notifications.mail_urls")),
    path("account/", include("notifications.account.urls")),
    path("feeds/", include("notifications.feeds.urls")),
    path("", include("games.web.urls")),
]

if settings.ANYMAIL:
    urlpatterns.insert(0, path("mail/anymail/", include("anymail.urls")))
