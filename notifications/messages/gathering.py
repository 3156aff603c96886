"""What the daily mails of many people tell, by as many queries as for one person."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import F, Q
from msgspec import Struct
from msgspec.structs import replace

from games.domain.chain import short_head
from games.events import store
from games.models import Game, Person, Seat
from games.rows import snapshot_of
from notifications.messages.content import reader_among
from notifications.messages.digest import Day, GameNews
from notifications.preferences import Mail, wishes_of


class Span(Struct, frozen=True):
    """A person's daily mail tells what came after `since`, up to `until`."""

    person: Person
    since: datetime
    until: datetime


def gather(spans: Sequence[Span]) -> list[Day]:
    """A day for each span."""
    if not spans:
        return []
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
        )
        for span in spans
    ]


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
