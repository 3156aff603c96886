"""A person's webhooks over the API."""

from typing import cast

from msgspec.structs import asdict
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import NoAccess
from games.api import answers, bodies
from games.api.schema import call
from games.api.views.base import NO_STORE, ApiView
from games.api.wire import read, refuse_key
from games.edge import now
from notifications.models import Webhook
from notifications.webhooks.registry import make_webhook, remove_webhook


class Webhooks(ApiView):
    for_members = True

    @call("listWebhooks", "Your webhooks")
    def get(self, request: Request) -> Response:
        mine = Webhook.objects.filter(person=self.person()).order_by("id")
        return Response(answers.Webhooks(tuple(_webhook(row) for row in mine)))

    @call("createWebhook", "Have what happens posted to an address", takes=bodies.NewWebhook)
    def post(self, request: Request) -> Response:
        refuse_key(request)
        body, person = read(request, bodies.NewWebhook), self.member()
        webhook = make_webhook(person, body.url, Webhook.What(body.what), at=now())
        answer = answers.MadeWebhook(**asdict(_webhook(webhook)), secret=webhook.secret)
        return Response(answer, status=201, headers=NO_STORE)


class OneWebhook(ApiView):
    for_members = True

    @call("removeWebhook", "Remove a webhook of yours")
    def delete(self, request: Request, webhook: int) -> Response:
        if not remove_webhook(self.person(), webhook):
            raise NoAccess(str(webhook))
        return Response(status=204)


def _webhook(row: Webhook) -> answers.Webhook:
    return answers.Webhook(
        id=row.pk,
        url=row.url,
        what=cast("answers.WhatIsPosted", row.what),
        active=row.active,
        failing_since=row.failing_since,
        created=row.created,
    )
