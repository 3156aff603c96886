"""What if: a game played on for all seats, on a copy that nobody else sees.

A line is a version of the game to begin at and the commands tried from there on, each
judged by `decide`. Nothing of it is ever a game.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import QuerySet
from msgspec import Struct
from msgspec.structs import replace

from games.access import GameView
from games.bots import BOTS
from games.domain import Command, Event, Refusal, State
from games.domain.commands import KINDS, ChooseTile
from games.domain.decide import decide
from games.domain.evolve import replay
from games.domain.lobby import NotUnderWay
from games.edge import new_secret, new_seed
from games.events import store
from games.limits import VARIATIONS, NoMoreLines
from games.models import Line, Person
from games.queries import table_at
from games.rows import decoder, encoder

MOST_STEPS = 60
LONGEST_NAME = 60
BOT = "greedy"

order_decoder = msgspec.json.Decoder(tuple[Command, ...])


class NoSuchVersion(Refusal):
    says = "The game has not come to version {value} yet."


class InsideAStep(Refusal):
    """Half of a turn has happened there; whole ones can be played before and after it."""

    says = "Version {value} lies inside a turn or choice."


class LineTooLong(Refusal):
    says = "A line has at most {value} steps."


class NothingToUndo(Refusal):
    says = "This line has no step to undo."


class NoName(Refusal):
    says = "A line has a name of 1 to {value} characters."


class NoSuchVariation(LookupError):
    """There is no such line, or it is another person's."""


class VariationChanged(Exception):
    """The line is not any more as the caller saw it."""


class VariationStep(Struct, frozen=True):
    """What was tried, what came of it, and the table after it."""

    seat: int
    order: Command
    events: tuple[Event, ...]
    after: State


def base_state(seen: GameView, at: int | None) -> State:
    """The table to play on from: between two turns or choices of the game, or the present one."""
    if at is None or at == seen.version:
        return seen.state
    if at > seen.version:
        raise NoSuchVersion(at, (seen.version,))
    around = store.command_span(seen.game_id, at)
    if around is not None:
        raise InsideAStep(at, around)
    return table_at(seen.game_id, at)


def play(state: State, orders: Iterable[Command]) -> tuple[VariationStep, ...]:
    steps = []
    for order in orders:
        events = decide(state, order)
        state = replay(events, state)
        steps.append(VariationStep(order.seat, order, events, state))
    return tuple(steps)


def replay_steps(line: Line, base: State) -> tuple[VariationStep, ...]:
    return play(base, order_decoder.decode(line.steps))


def end_state(line: Line) -> State:
    """Where a line has come to, without playing it again."""
    return decoder.decode(line.snapshot)


def select_variations(person: Person, game_id: UUID) -> QuerySet[Line]:
    return Line.objects.filter(person=person, game=game_id).order_by("pk")


def get_variation(person: Person, game_id: UUID, line: int) -> Line:
    found = select_variations(person, game_id).filter(pk=line).first()
    if found is None:
        raise NoSuchVariation(line)
    return found


def get_shared_variation(secret: str) -> Line:
    found = Line.objects.filter(secret=secret).select_related("person").first()
    if found is None:
        raise NoSuchVariation(secret)
    return found


def bot_orders(state: State, seat: int, room: int) -> tuple[Command, ...]:
    """What a computer player would do for whoever is to move, until it is `seat`'s turn."""
    found: list[Command] = []
    while state.status in KINDS and state.to_move != seat and len(found) < room:
        order = _draw_seed(BOTS[BOT](state, state.version))
        found.append(order)
        state = replay(decide(state, order), state)
    return tuple(found)


def create(
    game_id: UUID, person: Person, name: str, base: State, orders: Iterable[Command], at: datetime
) -> Line:
    tried, after = _try_orders(base, (), orders)
    with transaction.atomic():
        # One after the other, so that many at once are not more than the most.
        Person.objects.select_for_update().get(pk=person.pk)
        have = select_variations(person, game_id).count()
        if have >= VARIATIONS.most:
            raise NoMoreLines(have)
        return Line.objects.create(
            game_id=game_id,
            person=person,
            name=_check_name(name),
            base=base.version,
            changed=at,
            **_columns(tried, after),
        )


def extend(line: Line, orders: Iterable[Command], at: datetime) -> None:
    tried, after = _try_orders(end_state(line), order_decoder.decode(line.steps), orders)
    _change(line, at, **_columns(tried, after))


def undo(line: Line, base: State, at: datetime) -> None:
    steps = replay_steps(line, base)
    if not steps:
        raise NothingToUndo
    left = steps[:-1]
    after = left[-1].after if left else base
    _change(line, at, **_columns(tuple(step.order for step in left), after))


def rename(line: Line, name: str, at: datetime) -> None:
    _change(line, at, name=_check_name(name))


def share(line: Line, at: datetime) -> None:
    """Its link stays the same as long as it is shared."""
    _change(line, at, secret=line.secret or new_secret())


def unshare(line: Line, at: datetime) -> None:
    _change(line, at, secret=None)


def _try_orders(
    state: State, had: tuple[Command, ...], orders: Iterable[Command]
) -> tuple[tuple[Command, ...], State]:
    """All steps with the new ones, and the table after them."""
    asked = tuple(map(_draw_seed, orders))
    if state.status not in KINDS:
        raise NotUnderWay(state.status)
    if len(had) + len(asked) > MOST_STEPS:
        raise LineTooLong(MOST_STEPS)
    steps = play(state, asked)
    return (*had, *asked), steps[-1].after if steps else state


def _draw_seed(order: Command) -> Command:
    """G1: what tiles are dealt by is drawn for the line, so that it tells nothing of the game's."""
    if isinstance(order, ChooseTile) and order.seed is None:
        return replace(order, seed=new_seed())
    return order


def _check_name(name: str) -> str:
    said = " ".join(name.split())
    if not 1 <= len(said) <= LONGEST_NAME or not said.isprintable():
        raise NoName(LONGEST_NAME)
    return said


def _columns(orders: tuple[Command, ...], after: State) -> dict[str, Any]:
    return {
        "steps": msgspec.json.encode(orders).decode(),
        "length": len(orders),
        "snapshot": encoder.encode(replace(after, turn_starts=())).decode(),
    }


def _change(line: Line, at: datetime, **columns: Any) -> None:
    """Of two that saw the same version one changes it."""
    seen = Line.objects.filter(pk=line.pk, version=line.version)
    if not seen.update(**columns, changed=at, version=line.version + 1):
        raise VariationChanged(line.pk)
