"""Messages about a game, each a letter to somebody who sits there, from its events."""

from collections.abc import Callable
from uuid import UUID

from django.utils import translation
from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.domain import State
from games.domain.chain import short_head
from games.domain.story import story
from games.events import store
from games.models import Person
from notifications.links import page_url
from notifications.messages.batch import Batch
from notifications.messages.clock import former_seat
from notifications.messages.content import Reader, head_link, reader_among, seat_of
from notifications.messages.letter import Letter, Link, as_text
from notifications.messages.message import Compose, Message
from notifications.messages.news import News
from notifications.messages.turn import turn_letter
from notifications.models import Notice
from notifications.preferences import wants
from notifications.reply_addresses import desk_address, reply_address

Write = Callable[[News], Letter | None]


def number_of(notice: Notice) -> str:
    """Of its mail. A notice that a worker has taken keeps the number of the mail it goes in."""
    own = f"{notice.game_id}.{notice.occasion}.{notice.message}.{notice.recipient_id}"
    return notice.content or own


def about_game(write: Write) -> Compose:
    """A message that `write` writes; its answer is read as of that game."""

    def compose(notice: Notice, batch: Batch) -> Message | None:
        person, game = batch.people[notice.recipient_id], notice.game_id
        wish = batch.wishes[person.pk].for_game(game)
        if not may_get(person) or not wants(wish, notice.message):
            return None
        news = news_of(notice, batch)
        if news is None:
            return None
        with translation.override(news.reader.language):
            letter = write(news)
            if letter is None:
                return None
            now, seat = news.story.now, news.story.seat
            letter = with_foot(letter, now.version, batch.histories[game].hash)
        # Who has lost the seat answers to the desk.
        sits = seat_of(now, person.pk) is not None
        answers_to = reply_address(game, seat, now.version, person.pk) if sits else ""
        return Message(
            to=person.email,
            number=number_of(notice),
            content=letter,
            thread=str(game),
            series=str(game),
            stop=news.stop,
            reply_to=answers_to or desk_address(person.email),
        )

    return compose


def may_get(person: Person) -> bool:
    return bool(person.email and not person.mail_refused)


def news_of(notice: Notice, batch: Batch) -> News | None:
    """None for somebody who has no seat there and has lost none, but for the table's owner."""
    person, game, version = batch.people[notice.recipient_id], notice.game_id, int(notice.occasion)
    events, state = batch.histories[game].events, batch.tables[game]
    seat = seat_of(state, person.pk)
    if seat is None and notice.message == "taken-over":
        seat = former_seat(events, person.pk, version)
    is_of_table = seat is not None or state.terms.owner == person.pk
    if not is_of_table:
        return None
    at_table = [batch.people[who.player] for who in state.setup.seats if who.player in batch.people]
    return News(story(events, seat), reader_among(person, at_table), game, version)


def with_foot(letter: Letter, version: int, hash_: str) -> Letter:
    """With what stands below every mail that shows a table: the settings, and the table's head."""
    settings = Link(_("Mail settings"), page_url("account-mail"))
    head = head_link(short_head(version, hash_))
    return replace(letter, links=(*letter.links, settings), head=head)


def reader_of(person: Person, state: State) -> Reader:
    numbers = {who.player for who in state.setup.seats} - {None}
    return reader_among(person, Person.objects.filter(pk__in=numbers))


def turn_text(person: Person, game: UUID, seat: int, version: int) -> str:
    """What the turn mail said that showed this version, but for what was said at the table."""
    known = story(store.read(game, up_to=version), seat)
    news = News(known, reader_of(person, known.now), game, version)
    with translation.override(news.reader.language):
        letter = turn_letter(news, is_whole=False)
        if letter is None:
            return ""
        return as_text(with_foot(letter, version, store.hash_at(game, version)))
