"""Who may see and do what. Page, API, mail and tap all ask here."""

from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from msgspec import Struct
from rest_framework.request import Request

from games.domain import State
from games.domain.chain import short_head
from games.events import sql
from games.models import Game, Person, Seat
from games.rows import decoder


class NoAccess(LookupError):
    """The game does not exist, or this person may not know of it; both get the same answer."""


class NotSeated(PermissionError):
    """Only the players of this table may do this."""


class NotOwner(PermissionError):
    """Only the owner of this table may do this."""


class StillAGuest(PermissionError):
    """This needs a confirmed address."""


class GameView(Struct, frozen=True):
    """The newest state of a game that somebody may see."""

    game_id: UUID
    version: int
    watch: str
    snapshot: str
    hash: bytes

    @property
    def head(self) -> str:
        return short_head(self.version, bytes(self.hash).hex())

    @property
    def state(self) -> State:
        return decoder.decode(self.snapshot)


def person_of(request: HttpRequest | Request) -> Person | None:
    """Who is signed in, or whose token came with the request."""
    return request.user if isinstance(request.user, Person) else None


def visible_games(person: Person | None) -> QuerySet[Game]:
    """Public games and the person's own; for the host, all games."""
    public = Q(watch="public")
    if person is None:
        return Game.objects.filter(public)
    if is_host(person):
        return Game.objects.all()
    mine = Seat.objects.filter(player=person).values("game_id")
    return Game.objects.filter(public | Q(owner=person) | Q(id__in=mine))


def see_game(person: Person | None, game_id: UUID) -> GameView:
    """Applies the rule of `visible_games` to one game, with one read of its row."""
    columns = ("version", "watch", "snapshot", "head")
    rows = sql.select("games_game", columns, {"id =": game_id})
    if not rows:
        raise NoAccess(str(game_id))
    view = GameView(game_id, *rows[0])
    if view.watch == "public" or is_of_table(person, view.state) or is_host(person):
        return view
    raise NoAccess(str(game_id))


def is_of_table(person: Person | None, state: State) -> bool:
    """Whether the person sits at the table or owns it."""
    if person is None:
        return False
    sits = any(seat.player == person.pk for seat in state.setup.seats)
    return state.terms.owner == person.pk or sits


def is_host(person: Person | None) -> bool:
    """Staff with the right to view games. The host sees private tables, but not their chat."""
    return person is not None and person.is_staff and person.has_perm("games.view_game")


def see_talk(person: Person | None, game_id: UUID) -> GameView:
    """The view of somebody who may read and write the table's chat. Spectators may not."""
    view = see_game(person, game_id)
    if is_of_table(person, view.state):
        return view
    raise NotSeated


def seat_of(person: Person | None, state: State) -> int:
    for number, who in enumerate(state.setup.seats):
        if person is not None and who.player == person.pk:
            return number
    raise NotSeated


def has_sat(person: Person, game_id: UUID) -> bool:
    """Whether the person was the last in a seat that is another's now; they may come back."""
    rows = sql.select("games_game", ("snapshot",), {"id =": game_id})
    return any(person.pk in decoder.decode(snapshot).clock.former for (snapshot,) in rows)
