"""What lists and pages read. No query here grows with the length of a game."""

from datetime import datetime
from uuid import UUID

from django.db.models import Case, F, Prefetch, Q, QuerySet, Value, When

from games.domain import State, replay
from games.events import store
from games.models import Game, Person, Seat


def _listed(games: QuerySet[Game]) -> QuerySet[Game]:
    seats = Seat.objects.select_related("player").order_by("number")
    return games.defer("snapshot").prefetch_related(Prefetch("seats", seats))


def my_games(person: Person) -> QuerySet[Game]:
    """The ones waiting for this person first, by deadline; then by what changed last."""
    mine = Game.objects.filter(id__in=Seat.objects.filter(player=person).values("game_id"))
    waits = Case(When(mover=person, then=Value(0)), default=Value(1))
    due = Case(When(mover=person, then=F("deadline")))
    return _listed(mine).order_by(waits, due.asc(nulls_last=True), "-changed", "id")


def games_of(person: Person) -> QuerySet[Game]:
    """Those that a person sits in or owns."""
    seated = Seat.objects.filter(player=person).values("game_id")
    return _listed(Game.objects.filter(Q(owner=person) | Q(id__in=seated)))


def public_games() -> QuerySet[Game]:
    return _listed(Game.objects.filter(watch="public"))


def open_games() -> QuerySet[Game]:
    return public_games().filter(status="open").order_by("-changed", "id")


def due_games(at: datetime) -> QuerySet[Game]:
    """Games whose deadline has passed, the longest overdue first."""
    return Game.objects.filter(deadline__lte=at).order_by("deadline", "id")


def table_at(game_id: UUID, version: int | None = None) -> State:
    """The table after any event."""
    return replay(store.read(game_id, up_to=version))
