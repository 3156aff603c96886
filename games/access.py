"""Who may see and do what. Page, API, mail and tap all ask here."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Self
from uuid import UUID

from django.http import Http404, HttpRequest
from msgspec import Struct
from rest_framework.request import Request

from games.clocks import CALENDAR, PLAYERS, CalendarRows
from games.domain import State
from games.domain.chain import short_head
from games.events import sql
from games.events.store import StaleVersion
from games.models import Person
from games.rows import decode_state


class NoAccess(Http404):
    """The game does not exist, or this person may not know of it; both get the same answer."""


class NotSeated(PermissionError):
    """Only the players of this table may do this."""


class NotOwner(PermissionError):
    """Only the owner of this table may do this."""


class StillAGuest(PermissionError):
    """This needs a confirmed address."""


class GameView(Struct, frozen=True, dict=True):
    """The newest state of a game that a person may see; the person is None for a visitor.

    `calendars` are the players', read for who wants to act.
    """

    person: Person | None
    game_id: UUID
    version: int
    watch: str
    snapshot: str
    hash: bytes
    chain: int
    calendars: CalendarRows | None = None

    @property
    def head(self) -> str:
        return short_head(self.version, bytes(self.hash).hex())

    @cached_property
    def state(self) -> State:
        return decode_state(self.snapshot)

    @property
    def seat(self) -> int | None:
        return own_seat(self.person, self.state)

    @property
    def is_owner(self) -> bool:
        return owns(self.person, self.state)

    def require_seat(self) -> int:
        seat = self.seat
        if seat is None:
            raise NotSeated
        return seat

    def require_player(self) -> Person:
        if self.person is None or self.seat is None:
            raise NotSeated
        return self.person

    def require_talk(self) -> Self:
        """The table's chat is for those who sit there or own it, not for spectators."""
        if not is_of_table(self.person, self.state):
            raise NotSeated
        return self

    def require_owner(self) -> Person:
        if self.person is None or not self.is_owner:
            raise NotOwner
        return self.person

    def require_version(self, expected: int) -> None:
        """What somebody wants done is read against the table that they saw."""
        if expected != self.version:
            raise StaleVersion(expected, self.version)


def person_of(request: HttpRequest | Request) -> Person | None:
    """Who is signed in, or whose token came with the request."""
    return request.user if isinstance(request.user, Person) else None


def see_game(person: Person | None, game_id: UUID, *, to_act: bool = False) -> GameView:
    return require_sight(read_view(person, game_id, to_act=to_act), game_id)


def require_sight(view: GameView | None, game_id: UUID) -> GameView:
    """Everybody sees public games; private ones, who sits there or owns them, and the host."""
    if view is not None and (
        view.watch == "public" or is_of_table(view.person, view.state) or is_host(view.person)
    ):
        return view
    raise NoAccess(str(game_id))


def see_kept_seat(person: Person, game_id: UUID) -> GameView:
    """As `see_game`, also for who was the last in a seat that is another's now: they may return."""
    view = read_view(person, game_id, to_act=False)
    if view is not None and person.pk in view.state.clock.former:
        return view
    return see_game(person, game_id)


COLUMNS = ("g.version", "g.watch", "g.snapshot", "g.head", "g.chain")
SOURCES = {
    False: ("games_game g", COLUMNS),
    True: (
        f"games_game g LEFT JOIN ({PLAYERS}) ON s.game_id = g.id",
        (*COLUMNS, *CALENDAR),
    ),
}
"""The tables and columns of a view, by whether it is read to act."""


def read_view(person: Person | None, game_id: UUID, *, to_act: bool) -> GameView | None:
    """Whether the person may see the game is not asked; None where there is no such game."""
    rows = sql.select(*SOURCES[to_act], {"g.id =": game_id})
    return view_of(person, game_id, rows, to_act=to_act) if rows else None


def view_of(
    person: Person | None, game_id: UUID, rows: Sequence[tuple[Any, ...]], *, to_act: bool
) -> GameView:
    """Of what was read of its sources: at least one row."""
    columns = len(COLUMNS)
    version, watch, snapshot, head, chain = rows[0][:columns]
    calendars = [row[columns:] for row in rows if row[columns] is not None] if to_act else None
    return GameView(person, game_id, version, watch, snapshot, head, chain, calendars)


def is_of_table(person: Person | None, state: State) -> bool:
    """Whether the person sits at the table or owns it."""
    return owns(person, state) or own_seat(person, state) is not None


def owns(person: Person | None, state: State) -> bool:
    return person is not None and state.terms.owner == person.pk


def is_host(person: Person | None) -> bool:
    """Staff with the right to view games. The host sees private tables, but not their chat."""
    return person is not None and person.is_staff and person.has_perm("games.view_game")


def own_seat(person: Person | None, state: State) -> int | None:
    players = [who.player for who in state.setup.seats]
    return players.index(person.pk) if person is not None and person.pk in players else None
