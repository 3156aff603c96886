from django.urls import path

from notifications.account import own, views

urlpatterns = [
    path("mail/", views.settings, name="account-mail"),
    path("mail/holidays/", views.holidays, name="account-holidays"),
    path("mail/feeds/", views.new_addresses, name="account-feeds"),
    path("webhooks/", own.webhooks, name="webhooks"),
    path("webhooks/<int:webhook>/", own.remove, name="remove-webhook"),
    path("export/", own.export, name="export"),
]
