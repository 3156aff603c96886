"""Messages about a game, each a letter to somebody who sits there, from its events."""

from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

from django.utils import translation
from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.bots.suggestions import suggestions
from games.domain import Command, State
from games.domain.chain import short_head
from games.domain.evolve import replay
from games.domain.notation import Language
from games.domain.story import story
from games.drawing import board_png
from games.events import store
from games.models import Person
from games.talk import lines_since
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
from notifications.messages.clock import former_seat
from notifications.messages.content import Reader, chat_line, reader_among, seat_of
from notifications.messages.letter import Letter, Link
from notifications.messages.message import Batch, Compose, Message
from notifications.messages.news import News, end_letter
from notifications.messages.turn import TurnLinks, turn_letter
from notifications.models import Notice
from notifications.preferences import wants
from notifications.reply_addresses import MARKER, reply_address

PICTURE_WIDTH = 800
Write = Callable[[News], Letter | None]


def about_game(write: Write, *, asks: bool = False) -> Compose:
    """A message that `write` writes; one that `asks` takes orders as its answer."""

    def compose(notice: Notice, _: Batch) -> Message | None:
        person = Person.objects.get(pk=notice.recipient_id)
        if not may_get(person) or not wants(person.pk, notice.game_id, notice.message):
            return None
        news = news_of(notice, person)
        if news is None:
            return None
        game, version = notice.game_id, news.story.now.version
        with translation.override(news.reader.language):
            letter = write(news)
            if letter is None:
                return None
            letter = with_foot(letter, game, version)
        return Message(
            to=person.email,
            number=f"{game}.{notice.occasion}.{notice.message}.{person.pk}",
            content=letter,
            thread=str(game),
            stop=news.stop,
            reply_to=reply_address(game, news.story.seat, version, person.pk) if asks else "",
        )

    return compose


def may_get(person: Person) -> bool:
    return bool(person.email and not person.mail_refused)


def news_of(notice: Notice, person: Person) -> News | None:
    """None for somebody who has no seat there and has lost none."""
    events = store.read(notice.game_id)
    seat, version = seat_of(replay(events), person.pk), int(notice.occasion)
    if seat is None and notice.message == "taken-over":
        seat = former_seat(events, person.pk, version)
    if seat is None:
        return None
    known = story(events, seat)
    return News(known, reader_of(person, known.now), notice.game_id, version)


def with_foot(letter: Letter, game: UUID, version: int) -> Letter:
    """With what stands below every mail that shows a table: the settings, and the table's head."""
    settings = Link(_("Mail settings"), settings_url())
    head = head_link(short_head(version, store.hash_at(game, version)))
    return replace(letter, links=(*letter.links, settings), head=head)


def head_link(head: str) -> Link:
    return Link(_("State of the game {head}").format(head=head), anchors_url())


def reader_of(person: Person, state: State) -> Reader:
    numbers = {who.player for who in state.setup.seats} - {None}
    return reader_among(person, Person.objects.filter(pk__in=numbers))


def turn(news: News, *, reminder: bool = False) -> Letter | None:
    """None if the turn was played while a worker had taken the notice."""
    story, reader = news.story, news.reader
    if story.now.to_move != story.seat:
        return None
    links = links_of(news.game, story.now, reader)
    talk = _chat_lines(news)
    return turn_letter(story, reader, links, reminder=reminder, picture=_picture(news), talk=talk)


def reminder(news: News) -> Letter | None:
    return turn(news, reminder=True)


def end(news: News) -> Letter:
    return end_letter(news, _picture(news))


def _chat_lines(news: News) -> tuple[str, ...]:
    """What others have said since the reader's last turn, but for what was read on the page."""
    story, reader = news.story, news.reader
    since = None
    if not story.is_all:
        last = store.feed(news.game, after=story.then.version - 1, limit=1)[0]
        since = datetime.fromisoformat(last.stamp.at)
    lines = lines_since(news.game, reader.person, since)
    return tuple(chat_line(story.now, line, reader) for line in lines)


def links_of(game: UUID, state: State, reader: Reader, *, offers: bool = True) -> TurnLinks:
    orders: tuple[Command, ...] = suggestions(state) if offers else ()
    taps = tuple(
        tap_url(Tap(game, state.version, reader.person, number))
        for number in range(1, len(orders) + 1)
    )
    stop = stop_url(Stop(game, reader.person))
    return TurnLinks(table_url(game), stop, MARKER, orders, taps, guide_url())


def _picture(news: News) -> bytes:
    return board_of(news.story.now, news.reader.language, news.story.changes())


def board_of(state: State, language: Language, changed: Sequence[str] = ()) -> bytes:
    return board_png(state, changed=changed, language=language, width=PICTURE_WIDTH)
