from django.urls import path

from notifications.webhooks import api

urlpatterns = [
    path("webhooks/", api.Webhooks.as_view()),
    path("webhooks/<int:webhook>/", api.OneWebhook.as_view()),
    path("webhooks/<int:webhook>/secret/", api.Secret.as_view()),
    path("webhooks/<int:webhook>/ping/", api.Ping.as_view()),
    path("webhooks/<int:webhook>/deliveries/", api.Deliveries.as_view()),
    path("webhooks/<int:webhook>/deliveries/<str:delivery>/send-again/", api.SendAgain.as_view()),
]
