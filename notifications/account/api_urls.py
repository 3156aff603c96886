from django.urls import path

from notifications.account import api

urlpatterns = [
    path("me/preferences/", api.Preferences.as_view()),
    path("me/preferences/<uuid:game_id>/", api.PreferenceOfGame.as_view()),
]
