from django.urls import path

from notifications.feeds import views

urlpatterns = [
    path("<str:token>/turns.atom", views.turns, name="turns-atom"),
    path("<str:token>/deadlines.ics", views.deadlines, name="deadlines-ics"),
]
