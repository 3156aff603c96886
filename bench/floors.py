"""Bare calls of the framework: no sign-in, no counting, no work."""

from django.contrib.sessions.models import Session
from django.db import transaction
from django.urls import URLPattern, URLResolver, include, path
from django.utils.crypto import get_random_string
from rest_framework.parsers import JSONParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.edge import now


class Floor(APIView):
    authentication_classes = ()
    permission_classes = ()
    throttle_classes = ()
    renderer_classes = (JSONRenderer,)
    parser_classes = (JSONParser,)

    def get(self, request: Request) -> Response:
        return Response({"ok": True})

    def post(self, request: Request) -> Response:
        with transaction.atomic():
            made = Session.objects.create(
                session_key=get_random_string(32),
                session_data=request.data["text"],
                expire_date=now(),
            )
        return Response({"made": made.pk}, status=201)


urlpatterns: list[URLPattern | URLResolver] = [
    path("floor/", Floor.as_view()),
    path("", include("franchise_site.urls")),
]
