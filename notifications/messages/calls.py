"""What a person's programs are told: the events of a command, or that it is the person's turn.

And what the person is told where a program takes nothing any more.
"""

from urllib.parse import urlsplit
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import override

from games.api.answers import NumberedEvent
from games.domain.notation import language_of
from games.domain.units import VersionNumber
from games.events import store
from notifications.links import page_url
from notifications.messages.batch import Batch
from notifications.messages.content import Reader, reader_among
from notifications.messages.game import may_get
from notifications.messages.letter import SITE, Letter, Lines, Link
from notifications.messages.message import Call, Message
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


def events(notice: Notice, _batch: Batch) -> EventsCall:
    first, version = _span(notice)
    events = store.read(notice.game_id, after=first - 1, up_to=version)
    numbered = tuple(NumberedEvent(number, event) for number, event in enumerate(events, first))
    return EventsCall(notice.game_id, first, version, numbered)


def to_move(notice: Notice, _batch: Batch) -> TurnCall:
    return TurnCall(notice.game_id, *_span(notice))


def ping(notice: Notice, _batch: Batch) -> Ping:
    return Ping(webhook_of(notice))


def webhook_of(notice: Notice) -> int:
    """Of the number and the webhook that an occasion names."""
    return int(notice.occasion.rpartition(".")[2])


def _span(notice: Notice) -> tuple[int, int]:
    """The notice's content is the first event; its occasion begins with the last."""
    return int(notice.content), int(notice.occasion.partition(".")[0])


def webhook_off(notice: Notice, _batch: Batch) -> Message | None:
    off = Webhook.objects.filter(pk=webhook_of(notice), active=False)
    webhook = off.select_related("person").first()
    if webhook is None or not may_get(webhook.person):
        return None
    person = webhook.person
    with override(language_of(person.language)):
        letter = _letter_of_silence(webhook, reader_among(person, ()))
    return Message(
        person.email,
        f"webhook.{notice.occasion}.off",
        letter,
        reply_to=desk_address(person.email),
    )


def _letter_of_silence(webhook: Webhook, reader: Reader) -> Letter:
    title = _("Your webhook was switched off")
    host, since = urlsplit(webhook.url).netloc, webhook.failing_since
    lead = [title]
    if since is not None:
        line = _("Your program at {host} has taken nothing for a whole day, since {when}.")
        lead.append(line.format(host=host, when=reader.moment(int(since.timestamp()))))
    then = (
        _(
            "What it had still to get is kept for some days. When your program answers again, "
            "switch the webhook on, and have posted what it missed, on its page."
        ),
        _(
            "Nothing is lost: every game’s events can be read from the game’s feed, from any "
            "version on."
        ),
    )
    return Letter(
        subject=title,
        game=SITE,
        lead=tuple(lead),
        parts=(Lines(_("What to do"), then),),
        links=(Link(_("To the webhook"), page_url("webhook", webhook.pk)),),
        why=_("You have set up this webhook here."),
        stop=None,
        language=reader.language,
    )
