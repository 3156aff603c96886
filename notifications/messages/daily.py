"""The daily mails: what those of many people tell is read by as many queries as for one."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

import msgspec
from django.db.models import F, Q
from django.utils.translation import override
from msgspec import Struct
from msgspec.structs import replace

from games.analyses.puzzles import DailyPuzzle, newest_puzzle
from games.domain.chain import short_head
from games.events import store
from games.models import Game, Person, Seat
from games.rows import snapshot_of
from notifications.links import Stop, stop_url
from notifications.messages.batch import Batch
from notifications.messages.content import reader_among
from notifications.messages.digest import Day, GameNews, digest_letter, shown_tables
from notifications.messages.game import may_get
from notifications.messages.message import Message
from notifications.models import NO_GAME, Notice
from notifications.offers import keep_offer, several_address
from notifications.preferences import Mail, wants_puzzle, wishes_of
from notifications.reply_addresses import desk_address

DAILY = "daily"


class Content(Struct, frozen=True):
    """What a daily mail's notice keeps: it tells what came after `since`, up to `until`."""

    since: datetime
    until: datetime


def daily_mail(notice: Notice, batch: Batch) -> Message | None:
    if DAILY not in batch.memory:
        batch.memory[DAILY] = _read_days(batch)
    person, day = batch.memory[DAILY][notice.recipient_id, notice.occasion]
    if not may_get_daily(person) or not day.has_news:
        return None
    stop = stop_url(Stop(None, person.pk))
    number, reply_to = f"digest.{person.pk}.{notice.occasion}", desk_address(person.email)
    tables = shown_tables(day)
    if tables:
        offer = keep_offer(person.pk, NO_GAME, tables, batch.at)
        number, reply_to = f"{number}.{offer}", several_address(person.pk, offer)
    with override(day.reader.language):
        letter = digest_letter(day, tables, stop, reply_to)
    return Message(
        to=person.email,
        number=number,
        content=letter,
        thread=f"digest.{person.pk}",
        series="daily",
        stop=stop,
        reply_to=reply_to,
    )


def may_get_daily(person: Person) -> bool:
    return person.is_active and may_get(person)


def _read_days(batch: Batch) -> dict[tuple[int, str], tuple[Person, Day]]:
    notices = [each for each in batch.notices if each.message == DAILY]
    people = Person.objects.in_bulk([each.recipient_id for each in notices])
    spans = []
    for each in notices:
        content = msgspec.json.decode(each.content, type=Content)
        spans.append(Span(people[each.recipient_id], content.since, content.until))
    return {
        (each.recipient_id, each.occasion): (span.person, day)
        for each, span, day in zip(notices, spans, gather(spans), strict=True)
    }


class Span(Struct, frozen=True):
    """A person's daily mail tells what came after `since`, up to `until`."""

    person: Person
    since: datetime
    until: datetime


def gather(spans: Sequence[Span]) -> list[Day]:
    """A day for each span."""
    if not spans:
        return []
    puzzles = puzzle_readers(
        {span.person.pk: span.since for span in spans}, max(span.until for span in spans)
    )
    seats = seats_of_interest({span.person.pk: span.since for span in spans})
    stored = _load_games({seat.game for seat in seats}, min(span.since for span in spans))
    players = {who.player for each in stored.values() for who in each.state.setup.seats} - {None}
    people = list(Person.objects.filter(pk__in=players))
    games: dict[int, list[GameNews]] = {}
    for seat in seats:
        games.setdefault(seat.player_id or 0, []).append(stored[seat.game_id])
    return [
        Day(
            reader_among(span.person, people),
            tuple(_news_of(span, each) for each in games.get(span.person.pk, ())),
            puzzles.get(span.person.pk),
        )
        for span in spans
    ]


def puzzle_readers(since: dict[int, datetime], until: datetime) -> dict[int, DailyPuzzle]:
    """Who wants it and has not had it yet, each with the newest puzzle."""
    newest = newest_puzzle(until.date()) if since else None
    if newest is None:
        return {}
    wishes = wishes_of([person for person, then in since.items() if then.date() < newest.day])
    return {person: newest for person, wish in wishes.items() if wants_puzzle(wish.general)}


def seats_of_interest(since: dict[int, datetime]) -> list[Seat]:
    """Seats with a daily mail in whose games the turn waits or something has happened."""
    wishes = wishes_of(since)
    waits = Q(game__mover=F("player"))
    of_interest = waits | Q(game__changed__gt=min(since.values()))
    seats = Seat.objects.filter(of_interest, player_id__in=list(since))
    seats = seats.exclude(game__status=Game.Status.OPEN).select_related("game")
    return [
        seat
        for seat in seats.order_by("game__name", "game_id")
        if (player := seat.player_id) is not None
        and (seat.game.mover_id == player or seat.game.changed > since[player])
        and wishes[player].for_game(seat.game_id).mail == Mail.DAILY
    ]


def _load_games(games: Iterable[Game], since: datetime) -> dict[UUID, GameNews]:
    """A state is decoded once for all of its readers."""
    rows = {game.pk: game for game in games}
    events = store.read_since(list(rows), since)
    return {
        number: GameNews(
            number,
            snapshot_of(game),
            tuple(events.get(number, ())),
            short_head(game.version, bytes(game.head).hex()),
        )
        for number, game in rows.items()
    }


def _news_of(span: Span, game: GameNews) -> GameNews:
    events = tuple(each for each in game.events if span.since < each.at <= span.until)
    return replace(game, events=events)
