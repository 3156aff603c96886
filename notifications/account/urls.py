from django.urls import path

from notifications.account import export, views, webhooks

urlpatterns = [
    path("mail/", views.settings, name="account-mail"),
    path("mail/holidays/", views.holidays, name="account-holidays"),
    path("mail/feeds/", views.new_addresses, name="account-feeds"),
    path("webhooks/", webhooks.webhooks, name="webhooks"),
    path("webhooks/<int:webhook>/", webhooks.webhook, name="webhook"),
    path("webhooks/<int:webhook>/secret/", webhooks.secret, name="webhook-secret"),
    path("webhooks/<int:webhook>/ping/", webhooks.ping, name="webhook-ping"),
    path("webhooks/<int:webhook>/switch/", webhooks.switch, name="webhook-switch"),
    path("webhooks/<int:webhook>/remove/", webhooks.remove, name="remove-webhook"),
    path(
        "webhooks/<int:webhook>/deliveries/<str:delivery>/",
        webhooks.send_again,
        name="webhook-again",
    ),
    path("export/", export.export, name="export"),
]
