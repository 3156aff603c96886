"""Games as rows of a list: who sits where, who is to move, what happened lately."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext
from msgspec import Struct

from games import talk
from games.domain import Event
from games.domain.board import PRINTED_BOARD
from games.domain.events import TurnEnded, TurnTakenBack
from games.domain.notation import numbered_sheet
from games.events import store
from games.models import Game, Person, Seat
from games.web.wording import current_language

LATEST_EVENTS = 48
MOST_NEWS = 12


class SeatRow(Struct, frozen=True):
    colour: str
    name: str
    free: bool
    to_move: bool
    me: bool


class GameRow(Struct, frozen=True):
    id: UUID
    name: str
    status: str
    turn: int
    waits: bool
    deadline: datetime | None
    changed: datetime
    seats: tuple[SeatRow, ...]
    news: str = ""
    unread: int = 0

    @property
    def free(self) -> int:
        return sum(seat.free for seat in self.seats)


def game_rows(games: Iterable[Game], person: Person | None) -> list[GameRow]:
    """The first games that wait for the person come with what happened since their last turn."""
    games = list(games)
    waiting = [game for game in games if person is not None and game.mover_id == person.pk]
    events = store.latest_events(
        {game.id: game.version for game in waiting[:MOST_NEWS]}, LATEST_EVENTS
    )
    unread = _unread_counts(games, person)
    return [_game_row(game, person, events, unread.get(game.id, 0)) for game in games]


def _unread_counts(games: Sequence[Game], person: Person | None) -> dict[UUID, int]:
    """New chat lines, at the tables whose chat the person may read."""
    if person is None:
        return {}
    mine = [
        game.id
        for game in games
        if game.owner_id == person.pk or _seat_of(list(game.seats.all()), person) is not None
    ]
    return talk.count_unread(person, mine) if mine else {}


def _game_row(
    game: Game, person: Person | None, events: Mapping[UUID, Sequence[Event]], unread: int
) -> GameRow:
    seats = list(game.seats.all())
    return GameRow(
        game.id,
        game.name,
        game.status,
        game.turn,
        person is not None and game.mover_id == person.pk,
        game.deadline,
        game.changed,
        tuple(_seat_row(game, seat, person) for seat in seats),
        _news(events.get(game.id, ()), _seat_of(seats, person)),
        unread,
    )


def _seat_row(game: Game, seat: Seat, person: Person | None) -> SeatRow:
    return SeatRow(
        PRINTED_BOARD.colours[seat.number],
        name_of(seat.player, seat.bot),
        seat.player_id is None and not seat.bot,
        seat.player_id is not None and seat.player_id == game.mover_id,
        person is not None and seat.player_id == person.pk,
    )


def name_of(player: Person | None, bot: str) -> str:
    if player is not None:
        return player.display_name
    return gettext("computer") if bot else gettext("free")


def _seat_of(seats: Sequence[Seat], person: Person | None) -> int | None:
    mine = [seat.number for seat in seats if person is not None and seat.player_id == person.pk]
    return mine[0] if mine else None


def _news(events: Sequence[Event], seat: int | None) -> str:
    """The events may begin within a turn; the news begins after a whole one."""
    begin = 0
    for number, event in enumerate(events, 1):
        mine = isinstance(event, TurnEnded) and event.seat == seat
        first = isinstance(event, TurnEnded) and begin == 0 and len(events) == LATEST_EVENTS
        if mine or first or isinstance(event, TurnTakenBack):
            begin = number
    return " · ".join(line for _, line in numbered_sheet(events[begin:], current_language()))
