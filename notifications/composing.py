"""A notice becomes a mail, if it is still wanted."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.utils import translation
from msgspec.structs import replace

from games.bots.suggestions import suggestions
from games.domain import Command, State
from games.domain.chain import short_head
from games.domain.evolve import replay
from games.domain.notation import Language
from games.domain.story import Story, story
from games.drawing import board_png
from games.events import store
from games.models import Person
from games.talk import lines_since
from notifications.channels.mime import Mail, compose_mail, content_of, message_id
from notifications.links import (
    Stop,
    Tap,
    anchors_url,
    guide_url,
    settings_url,
    stop_url,
    table_url,
    tap_url,
)
from notifications.messages import clock, news
from notifications.messages.content import (
    Reader,
    chat_line,
    reader_among,
    seat_of,
)
from notifications.messages.letter import Letter, Link
from notifications.messages.turn import TurnLinks, turn_letter
from notifications.models import Notice
from notifications.preferences import wants
from notifications.reminders import still_wanted
from notifications.reply_addresses import MARKER, reply_address

PICTURE_WIDTH = 800
ASKING = ("turn", "late", "reminder-half", "reminder-80", "reminder-last")


def mail_of(notice: Notice) -> Mail | None:
    """None where it would come too late, or is not wanted."""
    person = notice.recipient
    if not person.email or person.mail_refused or not wants(person.pk, notice.game_id, notice.kind):
        return None
    events = store.read(notice.game_id)
    seat = seat_of(replay(events), person.pk)
    if seat is None and notice.kind == "taken-over":
        seat = clock.former_seat(events, person.pk, notice.version)
    if seat is None:
        return None
    told = story(events, seat)
    if notice.kind in ASKING and not _still_asked(notice, told):
        return None
    reader = reader_of(person, told.now)
    letter = _letter(notice, told, reader)
    if letter is None:
        return None
    return _mail(notice, told, with_foot(letter, reader, notice.game_id, told.now.version))


def with_foot(letter: Letter, reader: Reader, game: UUID, version: int) -> Letter:
    """With what stands below every mail that shows a table: the settings, and the table's head."""
    settings = Link(reader.phrases.settings, settings_url())
    head = head_link(short_head(version, store.hash_at(game, version)), reader)
    return replace(letter, links=(*letter.links, settings), head=head)


def head_link(head: str, reader: Reader) -> Link:
    return Link(reader.phrases.head.format(head=head), anchors_url())


def _still_asked(notice: Notice, told: Story) -> bool:
    """The same turn, and it is still the reader's."""
    then, now = replay(told.events[: notice.version]), told.now
    same = (then.turn, then.status, then.to_move) == (now.turn, now.status, now.to_move)
    return same and now.to_move == told.seat and still_wanted(notice)


def reader_of(person: Person, state: State) -> Reader:
    numbers = {who.player for who in state.setup.seats} - {None}
    return reader_among(person, Person.objects.filter(pk__in=numbers))


def _letter(notice: Notice, told: Story, reader: Reader) -> Letter | None:
    game, state = notice.game_id, told.now
    table, stop = table_url(game), stop_url(Stop(game, reader.person))
    match notice.kind:
        case "started":
            return news.start_letter(told, reader, table, stop)
        case "ended":
            return news.end_letter(told, reader, table, stop, _picture(told, reader))
        case "abandoned":
            return news.abandonment_letter(told, reader, table, stop)
        case "replaced":
            return news.replacement_letter(told, reader, table, stop)
        case kind if kind in clock.LETTERS:
            return clock.LETTERS[kind](clock.News(told, reader, notice.version, table, stop))
        case _:
            ways = ways_of(game, state, reader)
            late = notice.kind != "turn"
            picture, talk = _picture(told, reader), _said(game, told, reader)
            return turn_letter(told, reader, ways, reminder=late, picture=picture, talk=talk)


def _said(game: UUID, told: Story, reader: Reader) -> tuple[str, ...]:
    """What others have said since the reader's last turn, but for what was read on the page."""
    since = None
    if not told.is_all:
        last = store.feed(game, after=told.then.version - 1, limit=1)[0]
        since = datetime.fromisoformat(last.stamp.at)
    lines = lines_since(game, reader.person, since)
    with translation.override(reader.language):
        return tuple(chat_line(told.now, line, reader) for line in lines)


def ways_of(game: UUID, state: State, reader: Reader, *, offers: bool = True) -> TurnLinks:
    orders: tuple[Command, ...] = suggestions(state) if offers else ()
    taps = tuple(
        tap_url(Tap(game, state.version, reader.person, number))
        for number in range(1, len(orders) + 1)
    )
    stop = stop_url(Stop(game, reader.person))
    return TurnLinks(table_url(game), stop, MARKER, orders, taps, guide_url())


def _picture(told: Story, reader: Reader) -> bytes:
    return board_of(told.now, reader.language, told.changes())


def board_of(state: State, language: Language, changed: Sequence[str] = ()) -> bytes:
    return board_png(state, changed=changed, language=language, width=PICTURE_WIDTH)


def _mail(notice: Notice, told: Story, letter: Letter) -> Mail:
    person, game = notice.recipient, notice.game_id
    number = f"{game}.{notice.version}.{notice.kind}.{person.pk}"
    headers = {
        "References": message_id(str(game)),
        **stopped_at(stop_url(Stop(game, person.pk))),
    }
    reply_to = []
    if notice.kind in ASKING:
        reply_to = [reply_address(game, told.seat, told.now.version, person.pk)]
    return compose_mail(person.email, number, content_of(letter, number), headers, reply_to)


def stopped_at(url: str) -> dict[str, str]:
    """One click ends them (RFC 8058)."""
    return {
        "List-Unsubscribe": f"<{url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
