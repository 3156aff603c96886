"""What the digests of many people tell, by as many queries as for one person."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import F, Q
from msgspec import Struct

from games.domain import State
from games.domain.chain import short_head
from games.events import store
from games.events.store import DatedEvent
from games.models import Game, Person, Seat
from games.rows import snapshot_of
from notifications.messages.content import reader_among
from notifications.messages.digest import Day, GameNews
from notifications.models import Digest
from notifications.preferences import Mail, Wishes, wishes_of


class StoredGame(Struct, frozen=True):
    """A game with its latest events. Its state is decoded once for all of its readers."""

    game: UUID
    state: State
    events: tuple[DatedEvent, ...]
    head: str


def gather(digests: Sequence[Digest], until: datetime) -> dict[int, Day]:
    """By person."""
    if not digests:
        return {}
    wishes = wishes_of(digest.person_id for digest in digests)
    seats = _seats(digests, wishes)
    stored = _load_games({seat.game for seat in seats}, min(digest.since for digest in digests))
    people = _people(each.state for each in stored.values())
    games: dict[int, list[StoredGame]] = {}
    for seat in seats:
        games.setdefault(seat.player_id or 0, []).append(stored[seat.game_id])
    return {
        digest.person_id: Day(
            reader_among(digest.person, people),
            tuple(_game_news(each, digest, until) for each in games.get(digest.person_id, ())),
        )
        for digest in digests
    }


def _seats(digests: Sequence[Digest], wishes: dict[int, Wishes]) -> list[Seat]:
    """Seats with a daily mail in whose games the turn waits or something has happened."""
    since = {digest.person_id: digest.since for digest in digests}
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


def _load_games(games: Iterable[Game], since: datetime) -> dict[UUID, StoredGame]:
    rows = {game.pk: game for game in games}
    events = store.read_since(list(rows), since)
    return {
        number: StoredGame(
            number,
            snapshot_of(game),
            tuple(events.get(number, ())),
            short_head(game.version, bytes(game.head).hex()),
        )
        for number, game in rows.items()
    }


def _people(states: Iterable[State]) -> list[Person]:
    players = {seat.player for state in states for seat in state.setup.seats} - {None}
    return list(Person.objects.filter(pk__in=players))


def _game_news(stored: StoredGame, digest: Digest, until: datetime) -> GameNews:
    events = tuple(each for each in stored.events if digest.since < each.at <= until)
    return GameNews(stored.game, stored.state, events, stored.head)
