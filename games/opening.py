"""How a person opens a table, by page or API."""

from datetime import datetime

from django.db import transaction

from games.domain.lobby import CreateGame
from games.edge import game_id_of, now
from games.limits import NEW_TABLES, TABLES, TooManyTables, refusal_of
from games.models import Game, Person
from games.queries import OVER
from games.services import Outcome, create_game, outcome_of


@transaction.atomic
def open_table(order: CreateGame, person: Person, *, command_id: str = "") -> Outcome:
    """A repeated command id gets its first outcome, even where the person has too many tables now."""
    Person.objects.select_for_update().get(pk=person.pk)
    going_on = Game.objects.filter(owner=person).exclude(status__in=OVER)
    is_made = bool(command_id) and outcome_of(game_id_of(command_id), command_id) is not None
    if not is_made:
        if going_on.count() >= TABLES.most:
            raise TooManyTables(TABLES.most)
        _check_number(person, now())
    return create_game(order, actor=f"user:{person.pk}", command_id=command_id)


def _check_number(person: Person, at: datetime) -> None:
    """Closed tables count too, because their events stay in the store."""
    since = NEW_TABLES.since(at)
    tables = Game.objects.filter(owner=person, created__gt=since).order_by("-created")
    first = tables.values_list("created", flat=True)[NEW_TABLES.most - 1 : NEW_TABLES.most].first()
    if first is not None:
        raise refusal_of(NEW_TABLES, int((first - since).total_seconds()))
