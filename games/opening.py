"""How a person opens a table: one way, whatever door it is asked for at."""

from django.db import transaction

from games.domain.lobby import CreateGame
from games.edge import game_id_of
from games.limits import TABLES, TooManyTables
from games.models import Game, Person
from games.queries import OVER
from games.services import Outcome, answered, create_game


@transaction.atomic
def open_table(order: CreateGame, person: Person, *, command_id: str = "") -> Outcome:
    """What was asked before gets its first answer, also from somebody with too many by now."""
    Person.objects.select_for_update().get(pk=person.pk)
    going_on = Game.objects.filter(owner=person).exclude(status__in=OVER)
    if going_on.count() >= TABLES.most and not _is_made(command_id):
        raise TooManyTables(TABLES.most)
    return create_game(order, actor=f"user:{person.pk}", command_id=command_id)


def _is_made(command_id: str) -> bool:
    return bool(command_id) and answered(game_id_of(command_id), command_id) is not None
