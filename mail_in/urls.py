from django.urls import path

from mail_in import mailbox, taps

urlpatterns = [
    path("play/<str:token>/", taps.play, name="mail-play"),
    path("box/", mailbox.mailbox, name="mailbox"),
    path("box/<str:name>/", mailbox.mailbox_mail, name="mailbox-mail"),
]
