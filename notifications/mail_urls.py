from django.urls import path

from notifications import views

urlpatterns = [
    path("stop/<str:token>/", views.stop, name="mail-stop"),
    path("no-invitations/<str:token>/", views.no_invitations, name="mail-no-invitations"),
    path("again/", views.allow_mail_again, name="mail-again"),
]
