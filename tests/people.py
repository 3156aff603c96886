"""A fixed cast: Ada owns the game, Bob sits in it, Mallory has no part in it."""

from typing import NamedTuple
from uuid import UUID

from django.contrib.auth.models import Permission

from games.domain import Options, State
from games.domain.lobby import CreateGame, StartGame, TakeSeat
from games.domain.state import Terms
from games.models import Game, Person
from games.rows import snapshot_of
from games.services import act, create_game

HOST = "host"


class Cast(NamedTuple):
    ada: Person
    bob: Person
    mallory: Person


def cast() -> Cast:
    names = ("ada", "bob", "mallory")
    return Cast(*(Person.objects.get_or_create(username=name)[0] for name in names))


def make_staff(*permissions: str) -> Person:
    """Somebody whom the desk opens to, with these permissions and no other: `games.view_game`."""
    number = Person.objects.count()
    person = Person.objects.create(username=f"staff-{number}", is_staff=True)
    for each in permissions:
        label, _, codename = each.partition(".")
        person.user_permissions.add(
            Permission.objects.get(content_type__app_label=label, codename=codename)
        )
    return person


def open_game(people: Cast, *, options: Options | None = None, terms: Terms | None = None) -> UUID:
    agreed = terms or Terms("Route 66", owner=people.ada.pk, pace_hours=24)
    order = CreateGame(agreed, 2, options or Options(introductory=True))
    return create_game(order, actor=f"user:{people.ada.pk}").game_id


def start_game(people: Cast, *, options: Options | None = None, seed: int = 5) -> UUID:
    game = open_game(people, options=options)
    act(game, TakeSeat(player=people.ada.pk), actor=HOST)
    act(game, TakeSeat(player=people.bob.pk), actor=HOST)
    act(game, StartGame(seed, first=0), actor=HOST)
    return game


def table_of(game_id: UUID) -> State:
    """The newest table, as the game's row has it."""
    return snapshot_of(Game.objects.get(id=game_id))
