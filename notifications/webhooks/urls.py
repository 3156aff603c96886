from django.urls import path

from notifications.webhooks import api

urlpatterns = [
    path("webhooks/", api.Webhooks.as_view()),
    path("webhooks/<int:webhook>/", api.OneWebhook.as_view()),
]
