"""How a person opens a table: one way, whatever door it is asked for at."""

from django.db import transaction

from games.domain import Refusal
from games.domain.lobby import CreateGame
from games.edge import game_id_of
from games.models import Game, Person
from games.queries import OVER
from games.services import Outcome, answered, create_game

MOST_AT_ONCE = 100


class TooManyTables(Refusal):
    says = (
        "{value} tables that you made are not over yet, which is the most; end or close one first."
    )


@transaction.atomic
def open_table(order: CreateGame, person: Person, *, command_id: str = "") -> Outcome:
    """What was asked before gets its first answer, also from somebody with too many by now."""
    Person.objects.select_for_update().get(pk=person.pk)
    going_on = Game.objects.filter(owner=person).exclude(status__in=OVER)
    if going_on.count() >= MOST_AT_ONCE and not _is_made(command_id):
        raise TooManyTables(MOST_AT_ONCE)
    return create_game(order, actor=f"user:{person.pk}", command_id=command_id)


def _is_made(command_id: str) -> bool:
    return bool(command_id) and answered(game_id_of(command_id), command_id) is not None
