from django.urls import path

from notifications import views

urlpatterns = [
    path("play/<str:token>/", views.play, name="mail-play"),
    path("stop/<str:token>/", views.stop, name="mail-stop"),
    path("box/", views.mailbox, name="mailbox"),
    path("box/<str:name>/", views.mailbox_mail, name="mailbox-mail"),
]
