"""The turns that wait for a person, for feeds."""

from datetime import datetime

from django.db.models import F, Max
from django.utils.translation import override
from msgspec import Struct

from games.domain.notation import language_of
from games.models import Game, Person, Seat
from games.rows import snapshot_of
from notifications.links import table_url
from notifications.messages.content import Reader
from notifications.messages.turn import deadline, summary, title


class Turn(Struct, frozen=True):
    """`key` stays while the turn lasts; `version` grows with every change."""

    key: str
    version: int
    title: str
    text: str
    url: str
    deadline: datetime | None
    changed: datetime


def waiting_turns(person: Person) -> tuple[Turn, ...]:
    """The most urgent first, by one query."""
    reader = Reader(person.pk, language_of(person.language), person.time_zone, {})
    waiting = Game.objects.filter(mover=person).order_by(F("deadline").asc(nulls_last=True), "id")
    with override(reader.language):
        return tuple(_turn(game, reader) for game in waiting)


def last_change(person: Person) -> datetime:
    """When one of the person's games last changed, for a feed without turns as well."""
    changed = Seat.objects.filter(player=person).aggregate(at=Max("game__changed"))["at"]
    return changed or person.date_joined


def _turn(game: Game, reader: Reader) -> Turn:
    state = snapshot_of(game)
    lines = [deadline(state, reader)]
    if state.status == "playing":
        lines.append(summary(state, state.mover, reader))
    return Turn(
        f"{game.pk}.{state.status}.{state.turn}",
        game.version,
        f"{game.name}: {title(state, reader)}",
        "\n".join(lines),
        table_url(game.pk),
        game.deadline,
        game.changed,
    )
