"""What lists and pages read. Only `table_at` grows with the length of a game."""

from datetime import UTC, datetime
from uuid import UUID

from django.db.models import (
    Case,
    DateTimeField,
    F,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from games.domain import State
from games.domain.commands import KINDS
from games.domain.events import TurnTakenBack
from games.domain.evolve import replay
from games.events import store
from games.events.store import CommandEvents
from games.models import Game, Person, Seat

UNDER_WAY = tuple(KINDS)
FAR_AWAY = datetime(9999, 1, 1, tzinfo=UTC)
OVER = ("ended", "abandoned")


def _with_people(games: QuerySet[Game]) -> QuerySet[Game]:
    seats = Seat.objects.select_related("player").order_by("number")
    return games.select_related("owner").prefetch_related(Prefetch("seats", seats))


def my_games(person: Person) -> QuerySet[Game]:
    """Those that wait for the person first, by deadline; then the latest changed.

    An open table is its owner's too, who need not sit there.
    """
    own_seats = Seat.objects.filter(player=person).values("game_id")
    own_tables = Game.objects.filter(owner=person, status="open").values("id")
    mine = Game.objects.filter(id__in=own_seats.union(own_tables))
    waits = Case(When(mover=person, then=Value(0)), default=Value(1))
    due = Case(When(mover=person, then=F("deadline")))
    return _with_people(mine).order_by(waits, due.asc(nulls_last=True), "-changed", "id")


def waiting_games(person: Person) -> QuerySet[Game]:
    """Games in which the person is to move, the earliest deadline first."""
    return Game.objects.filter(mover=person).order_by(F("deadline").asc(nulls_last=True), "id")


def waiting_turns(person: Person) -> QuerySet[Game]:
    """The same for pages of them: `due` is the deadline or far away, `seat` the person's."""
    own_seat = Seat.objects.filter(game=OuterRef("id"), player=person).values("number")[:1]
    due = Coalesce("deadline", Value(FAR_AWAY, DateTimeField()))
    waiting = Game.objects.filter(mover=person).annotate(due=due, seat=Subquery(own_seat))
    return waiting.defer("snapshot", "head")


def games_of(person: Person) -> QuerySet[Game]:
    """Games in which a person sits, or which they own."""
    own_seats = Seat.objects.filter(player=person).values("game_id")
    return _with_people(Game.objects.filter(Q(owner=person) | Q(id__in=own_seats)))


def public_games() -> QuerySet[Game]:
    return _with_people(Game.objects.filter(watch="public"))


def open_games() -> QuerySet[Game]:
    return public_games().filter(status="open").order_by("-changed", "id")


def games_of_others(games: QuerySet[Game], person: Person | None) -> QuerySet[Game]:
    """The games without those that `my_games` lists."""
    if person is None:
        return games
    own_seats = Seat.objects.filter(player=person).values("game_id")
    return games.exclude(owner=person, status="open").exclude(id__in=own_seats)


def games_to_watch() -> QuerySet[Game]:
    return public_games().filter(status__in=UNDER_WAY).order_by("-changed", "id")


def finished_games(
    person: Person | None, words: str, *, after: tuple[datetime, UUID] | None, most: int
) -> list[Game]:
    """The public games and the person's own that ended last, and before `after`.

    `words` are part of a game's name or of a player's. Two reads, each by an index, are faster
    than one through all games.
    """
    public = public_games().filter(status="ended")
    games = list(_search(public, words, after)[:most])
    if person is not None:
        games += _search(games_of(person).filter(status="ended"), words, after)[:most]
    newest = sorted({game.id: game for game in games}.values(), key=lambda game: game.id)
    return sorted(newest, key=lambda game: game.changed, reverse=True)[:most]


def _search(
    games: QuerySet[Game], words: str, after: tuple[datetime, UUID] | None
) -> QuerySet[Game]:
    if words:
        players = Person.objects.filter(Q(name__icontains=words) | Q(username__icontains=words))
        seats = Seat.objects.filter(player__in=players).values("game_id")
        games = games.filter(Q(name__icontains=words) | Q(id__in=seats))
    if after is not None:
        changed, last = after
        games = games.filter(Q(changed__lt=changed) | Q(changed=changed, id__gt=last))
    return games.order_by("-changed", "id")


def due_games(at: datetime) -> QuerySet[Game]:
    """Games whose deadline has passed, the longest overdue first."""
    return Game.objects.filter(deadline__lte=at).order_by("deadline", "id")


def table_at(game_id: UUID, version: int | None = None) -> State:
    """The state after that version's event, or the last."""
    return replay(store.read(game_id, up_to=version))


def was_taken_back(game_id: UUID, answer: CommandEvents) -> bool:
    """Whether a later take-back has undone what a command led to."""
    later = store.read(game_id, after=answer.last)
    return any(isinstance(e, TurnTakenBack) and e.to_version < answer.first for e in later)


def names_of(state: State) -> dict[int, str]:
    """What the people at the table and its owner are called, by their numbers; one query."""
    numbers = {state.terms.owner, *(who.player for who in state.setup.seats)}
    people = Person.objects.filter(pk__in=numbers - {None})
    return {person.pk: person.display_name for person in people.order_by("pk")}
