"""What a person's programs are told: the events of a command, or that it is the person's turn.

And what the person is told where a program takes nothing any more.
"""

from uuid import UUID

from django.template.loader import render_to_string
from django.utils.translation import gettext, override

from games.api.answers import NumberedEvent
from games.domain.notation import language_of
from games.domain.units import VersionNumber
from games.events import store
from notifications.links import page_url
from notifications.messages.batch import Batch
from notifications.messages.game import may_get
from notifications.messages.message import Call, Message, Text
from notifications.models import Notice, Webhook
from notifications.reply_addresses import desk_address


class GameCall(Call, frozen=True):
    """Of a command: its first event and its last."""

    game: UUID
    """The game’s id."""
    first: VersionNumber
    """The version of the first event."""
    version: VersionNumber
    """The version of the last one."""


class EventsCall(GameCall, frozen=True, tag="events"):
    """The events of a command, or of what time or a computer player did."""

    events: tuple[NumberedEvent, ...]
    """Without a gap."""


class TurnCall(GameCall, frozen=True, tag="turn"):
    """It leaves the events to be read."""


class Ping(Call, frozen=True, tag="ping"):
    """Of nothing that happened: to try a program."""

    webhook: int
    """The webhook’s number."""


def events(notice: Notice, _: Batch) -> EventsCall:
    first, version = _span(notice)
    events = store.read(notice.game_id, after=first - 1, up_to=version)
    numbered = tuple(NumberedEvent(number, event) for number, event in enumerate(events, first))
    return EventsCall(notice.game_id, first, version, numbered)


def to_move(notice: Notice, _: Batch) -> TurnCall:
    return TurnCall(notice.game_id, *_span(notice))


def ping(notice: Notice, _: Batch) -> Ping:
    return Ping(webhook_of(notice))


def webhook_of(notice: Notice) -> int:
    """Of the number and the webhook that an occasion names."""
    return int(notice.occasion.rpartition(".")[2])


def _span(notice: Notice) -> tuple[int, int]:
    """The notice's content is the first event; its occasion begins with the last."""
    return int(notice.content), int(notice.occasion.partition(".")[0])


def webhook_off(notice: Notice, _: Batch) -> Message | None:
    off = Webhook.objects.filter(pk=webhook_of(notice), active=False)
    webhook = off.select_related("person").first()
    if webhook is None or not may_get(webhook.person):
        return None
    context = {"webhook": webhook, "page": page_url("webhook", webhook.pk)}
    with override(language_of(webhook.person.language)):
        text = render_to_string("notifications/webhook_switched_off.txt", context)
        content = Text(gettext("Your webhook was switched off"), text)
    address = webhook.person.email
    return Message(
        address, f"webhook.{notice.occasion}.off", content, reply_to=desk_address(address)
    )
