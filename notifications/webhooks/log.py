"""What was posted to a person's webhook and what came back; pings, and posts sent again."""

import re
from datetime import datetime
from typing import Literal, cast, get_args

from django.db import transaction
from django.db.models import F

from games.access import NoAccess
from games.api.webhook_answers import Delivery, WhyNotPosted
from games.domain import Refusal
from games.limits import POSTS, allow
from games.models import Person
from games.waking import wake
from notifications.channels.webhook import is_delivered, name_of
from notifications.models import NO_GAME, Notice, Webhook
from notifications.outbox.queue import put_in
from notifications.outbox.tasks import deliver_webhooks
from notifications.webhooks.registry import webhook_of

MOST_SHOWN = 100
NAME = re.compile(r"(\d{1,18})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|ping)_(\d{1,18})")
KINDS: dict[str, Literal["events", "turn", "ping"]] = {
    "events": "events",
    "to-move": "turn",
    "ping": "ping",
}


class WebhookIsOff(Refusal):
    says = "This webhook is switched off; switch it on first."


def deliveries_of(webhook: Webhook) -> tuple[Delivery, ...]:
    latest = webhook.notices().order_by(F("sent").desc(nulls_first=True), "-due")
    return tuple(map(describe, latest[:MOST_SHOWN]))


def describe(notice: Notice) -> Delivery:
    reply, is_ping = notice.reply, notice.game_id == NO_GAME
    *_, number = name = name_of(notice)
    return Delivery(
        id="_".join(name),
        kind=KINDS[notice.message],
        game=None if is_ping else notice.game_id,
        version=None if is_ping else int(number),
        state=_state_of(notice),
        tries=notice.tries,
        tried=notice.tried,
        status=int(reply) if reply.isdecimal() else None,
        why=_reason_in(reply),
        milliseconds=notice.took,
        next=None if notice.sent else notice.due,
    )


def _reason_in(reply: str) -> WhyNotPosted | None:
    if not reply or reply.isdecimal():
        return None
    return cast("WhyNotPosted", reply) if reply in get_args(WhyNotPosted) else "our-fault"


def _state_of(notice: Notice) -> Literal["waiting", "delivered", "failed"]:
    if notice.sent is None:
        return "waiting"
    return "delivered" if is_delivered(notice.reply) else "failed"


@transaction.atomic
def ping(person: Person, webhook_id: int, *, at: datetime) -> Delivery:
    webhook = _find_active(person, webhook_id)
    allow(POSTS, person.pk, at=at)
    notice = Notice(game_id=NO_GAME, recipient=person, message="ping", channel="webhook", due=at)
    notice.occasion = f"{int(at.timestamp() * 1000)}.{webhook.pk}"
    put_in([notice])
    transaction.on_commit(lambda: wake(deliver_webhooks))
    return describe(notice)


@transaction.atomic
def send_again(person: Person, webhook_id: int, name: str, *, at: datetime) -> Delivery:
    """Under the same name; what waits for its next try is posted now."""
    webhook = _find_active(person, webhook_id)
    notice = _find_notice(webhook, name)
    allow(POSTS, person.pk, at=at)
    notice.sent, notice.due, notice.first_due, notice.tries = None, at, None, 0
    notice.save(update_fields=["sent", "due", "first_due", "tries"])
    transaction.on_commit(lambda: wake(deliver_webhooks))
    return describe(notice)


def _find_active(person: Person, webhook_id: int) -> Webhook:
    webhook = webhook_of(person, webhook_id, locks=True)
    if not webhook.active:
        raise WebhookIsOff
    return webhook


def _find_notice(webhook: Webhook, name: str) -> Notice:
    parts = NAME.fullmatch(name)
    if parts is None or int(parts[1]) != webhook.pk:
        raise NoAccess(name)
    game = NO_GAME if parts[2] == "ping" else parts[2]
    occasion = f"{parts[3]}.{webhook.pk}"
    notice = webhook.notices().filter(game_id=game, occasion=occasion).first()
    if notice is None:
        raise NoAccess(name)
    return notice
