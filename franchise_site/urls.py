from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from franchise_site.health import healthz, readyz
from franchise_site.metrics import metrics

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("api/", include("notifications.urls")),
    path("api/", include("games.api.urls")),
    path("mail/", include("notifications.mail_urls")),
    path("", include("games.web.urls")),
]

if settings.ANYMAIL:
    urlpatterns.insert(0, path("mail/anymail/", include("anymail.urls")))
