"""Who may see and do what. Every door asks here, so that all of them answer alike."""

from uuid import UUID

from django.db.models import Q, QuerySet

from games.domain import State
from games.models import Game, Person


class NoAccess(LookupError):
    """There is no such game, or none that this person may know of: the same answer to both."""


class NotSeated(PermissionError):
    """Only who sits at the table may do this."""


def visible_to(person: Person | None) -> QuerySet[Game]:
    """Public games, and those that a person owns or sits in."""
    public = Q(watch="public")
    if person is None:
        return Game.objects.filter(public)
    if person.is_staff:
        return Game.objects.all()
    return Game.objects.filter(public | Q(owner=person) | Q(seats__player=person)).distinct()


def access_game(person: Person | None, game_id: UUID) -> Game:
    try:
        return visible_to(person).get(id=game_id)
    except Game.DoesNotExist as error:
        raise NoAccess(str(game_id)) from error


def seat_of(person: Person | None, state: State) -> int:
    for number, who in enumerate(state.setup.seats):
        if person is not None and who.player == person.pk:
            return number
    raise NotSeated
