"""A person's webhooks over the API."""

from datetime import timedelta

from msgspec import UNSET, convert
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import bodies, webhook_answers
from games.api.once import NO_STORE
from games.api.schema import call
from games.api.views.base import ApiView
from games.api.wire import read
from games.edge import now
from notifications.models import Webhook
from notifications.webhooks.log import deliveries_of, ping, send_again
from notifications.webhooks.registry import (
    change_webhook,
    make_webhook,
    remove_webhook,
    renew_secret,
    webhook_of,
)


class Webhooks(ApiView):
    for_members = True

    @call("listWebhooks", "Your webhooks")
    def get(self, request: Request) -> Response:
        mine = Webhook.objects.filter(person=self.person()).order_by("id")
        return Response(webhook_answers.Webhooks(tuple(map(_answer_of, mine))))

    @call("createWebhook", "Have what happens posted to an address", takes=bodies.NewWebhook)
    def post(self, request: Request) -> Response:
        body, person = read(request, bodies.NewWebhook), self.member()

        def make() -> Response:
            webhook = make_webhook(person, body.url, Webhook.What(body.what), at=now())
            return Response(_with_secret(webhook), status=201, headers=NO_STORE)

        return self.once(make)


class OneWebhook(ApiView):
    for_members = True

    @call("getWebhook", "One webhook of yours")
    def get(self, request: Request, webhook: int) -> Response:
        return Response(_answer_of(webhook_of(self.person(), webhook)))

    @call(
        "changeWebhook",
        "Change where a webhook leads or what it is posted, switch it off or on again",
        takes=bodies.ChangedWebhook,
    )
    def patch(self, request: Request, webhook: int) -> Response:
        body = read(request, bodies.ChangedWebhook)
        changed = change_webhook(
            self.person(),
            webhook,
            at=now(),
            url=None if body.url is UNSET else body.url,
            what=None if body.what is UNSET else Webhook.What(body.what),
            active=None if body.active is UNSET else body.active,
        )
        return Response(_answer_of(changed))

    @call("removeWebhook", "Remove a webhook of yours, with its log")
    def delete(self, request: Request, webhook: int) -> Response:
        remove_webhook(self.person(), webhook)
        return Response(status=204)


class Secret(ApiView):
    for_members = True

    @call(
        "renewWebhookSecret",
        "Give a webhook a new secret; the one before signs beside it for a while",
        takes=bodies.RenewSecret,
    )
    def post(self, request: Request, webhook: int) -> Response:
        keep = timedelta(hours=read(request, bodies.RenewSecret).keep_hours)

        def renew() -> Response:
            renewed = renew_secret(self.person(), webhook, keep, at=now())
            return Response(_with_secret(renewed), headers=NO_STORE)

        return self.once(renew)


class Ping(ApiView):
    for_members = True

    @call("pingWebhook", "Post a ping to a webhook, once", takes=bodies.Nothing)
    def post(self, request: Request, webhook: int) -> Response:
        read(request, bodies.Nothing)
        return self.once(lambda: Response(ping(self.person(), webhook, at=now()), status=202))


class Deliveries(ApiView):
    for_members = True

    @call("listDeliveries", "What a webhook was posted within a week, and what it answered")
    def get(self, request: Request, webhook: int) -> Response:
        return Response(
            webhook_answers.Deliveries(deliveries_of(webhook_of(self.person(), webhook)))
        )


class SendAgain(ApiView):
    for_members = True

    @call("sendAgain", "Post once more what a webhook was posted before", takes=bodies.Nothing)
    def post(self, request: Request, webhook: int, delivery: str) -> Response:
        read(request, bodies.Nothing)
        return self.once(
            lambda: Response(send_again(self.person(), webhook, delivery, at=now()), status=202)
        )


def _answer_of(webhook: Webhook) -> webhook_answers.Webhook:
    return convert(webhook, webhook_answers.Webhook, from_attributes=True)


def _with_secret(webhook: Webhook) -> webhook_answers.MadeWebhook:
    return convert(webhook, webhook_answers.MadeWebhook, from_attributes=True)
