from django.urls import path

from games.web import views

urlpatterns = [
    path("", views.home, name="home"),
    path("sign-in/<str:token>/", views.sign_in, name="sign-in"),
    path("games/<uuid:game_id>/", views.game, name="game"),
]
