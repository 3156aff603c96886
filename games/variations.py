"""What if: a person plays a game on for all seats, on a copy that nobody else sees.

A variation is a version of a game and the commands tried from there on, each judged by
`decide`. It never changes the game.
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
from games.bots import STAND_IN, STRENGTHS
from games.domain import Command, Event, Refusal, State
from games.domain.commands import KINDS, ChooseTile
from games.domain.decide import judge
from games.domain.lobby import choice_awaited
from games.edge import new_secret, new_seed
from games.events import store
from games.limits import VARIATIONS, check_rows
from games.models import Person, Variation
from games.numbering import insert_numbered
from games.queries import table_at
from games.rows import decode_state, encoder

MOST_STEPS = 60
LONGEST_NAME = 60

order_decoder = msgspec.json.Decoder(tuple[Command, ...])


class NoSuchVersion(Refusal):
    says = "The game has not come to version {value} yet."


class InsideAStep(Refusal):
    """The version lies inside a turn; `possible` are the versions before and after it."""

    says = "Version {value} lies inside a turn or choice."


class LineTooLong(Refusal):
    says = "A line has at most {value} steps."


class NothingToUndo(Refusal):
    says = "This line has no step to undo."


class NoName(Refusal):
    says = "A line has a name of 1 to {value} characters."


class NoSuchVariation(LookupError):
    """There is no such variation, or it is another person's."""


class VariationChanged(Exception):
    """Somebody changed the variation since the caller saw it."""


class VariationStep(Struct, frozen=True):
    """A command that was tried, its events, and the state after it."""

    seat: int
    order: Command
    events: tuple[Event, ...]
    after: State


def base_state(view: GameView, at: int | None) -> State:
    """The state to play on from: the present one, or one between two turns or choices."""
    if at is None or at == view.version:
        return view.state
    if at > view.version:
        raise NoSuchVersion(at, (view.version,))
    bounds = store.command_span(view.game_id, at)
    if bounds is not None:
        raise InsideAStep(at, bounds)
    return table_at(view.game_id, at)


def play(state: State, orders: Iterable[Command]) -> tuple[VariationStep, ...]:
    steps = []
    for order in orders:
        events, state = judge(state, order)
        steps.append(VariationStep(order.seat, order, events, state))
    return tuple(steps)


def replay_steps(line: Variation, base: State) -> tuple[VariationStep, ...]:
    return play(base, order_decoder.decode(line.steps))


def end_state(line: Variation) -> State:
    """The state after a variation's last step, as it is stored."""
    return decode_state(line.snapshot)


def select_variations(person: Person, game_id: UUID) -> QuerySet[Variation]:
    return Variation.objects.filter(person=person, game=game_id).order_by("number")


def get_variation(person: Person, game_id: UUID, number: int) -> Variation:
    line = select_variations(person, game_id).filter(number=number).first()
    if line is None:
        raise NoSuchVariation(number)
    return line


def get_shared_variation(secret: str) -> Variation:
    line = Variation.objects.filter(secret=secret).select_related("person").first()
    if line is None:
        raise NoSuchVariation(secret)
    return line


def bot_orders(state: State, seat: int, most: int) -> tuple[Command, ...]:
    """What a computer player would do for the seats to move, until it is `seat`'s turn."""
    orders: list[Command] = []
    while state.status in KINDS and state.to_move != seat and len(orders) < most:
        order = draw_seed(STRENGTHS[STAND_IN].choose(state, state.version))
        orders.append(order)
        _, state = judge(state, order)
    return tuple(orders)


def create(
    game_id: UUID, person: Person, name: str, base: State, orders: Iterable[Command], at: datetime
) -> Variation:
    steps, after = _try_orders(base, (), orders)
    with transaction.atomic():
        # The lock keeps requests at the same time from exceeding the limit together.
        Person.objects.select_for_update().get(pk=person.pk)
        check_rows(VARIATIONS, select_variations(person, game_id), at)
        variation = Variation(
            game_id=game_id,
            person=person,
            name=_check_name(name),
            base=base.version,
            changed=at,
            **_columns(steps, after),
        )
        insert_numbered(variation, at)
    return variation


def extend(line: Variation, orders: Iterable[Command], at: datetime) -> None:
    steps, after = _try_orders(end_state(line), order_decoder.decode(line.steps), orders)
    _change(line, at, **_columns(steps, after))


def undo(line: Variation, base: State, at: datetime) -> None:
    steps = replay_steps(line, base)
    if not steps:
        raise NothingToUndo
    remaining = steps[:-1]
    after = remaining[-1].after if remaining else base
    _change(line, at, **_columns(tuple(step.order for step in remaining), after))


def change(
    line: Variation,
    at: datetime,
    *,
    name: str | None = None,
    is_shared: bool | None = None,
    steps: tuple[VariationStep, ...] | None = None,
) -> None:
    """What is named. The link stays the same while the variation is shared."""
    columns: dict[str, Any] = {}
    if name is not None:
        columns["name"] = _check_name(name)
    if is_shared is not None:
        columns["secret"] = (line.secret or new_secret()) if is_shared else None
    if steps is not None:
        _check_length(len(steps))
        columns |= _columns(tuple(step.order for step in steps), steps[-1].after)
    _change(line, at, **columns)


def _try_orders(
    state: State, earlier: tuple[Command, ...], orders: Iterable[Command]
) -> tuple[tuple[Command, ...], State]:
    """All orders of the variation with the new ones, and the state after them."""
    new = tuple(map(draw_seed, orders))
    choice_awaited(state)
    _check_length(len(earlier) + len(new))
    steps = play(state, new)
    return (*earlier, *new), steps[-1].after if steps else state


def draw_seed(order: Command) -> Command:
    """G1: tiles are dealt by a seed of the variation, which reveals nothing of the game's."""
    if isinstance(order, ChooseTile) and order.seed is None:
        return replace(order, seed=new_seed())
    return order


def _check_length(steps: int) -> None:
    if steps > MOST_STEPS:
        raise LineTooLong(MOST_STEPS)


def _check_name(name: str) -> str:
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise NoName(LONGEST_NAME)
    return name


def _columns(orders: tuple[Command, ...], after: State) -> dict[str, Any]:
    return {
        "steps": msgspec.json.encode(orders).decode(),
        "length": len(orders),
        "snapshot": encoder.encode(replace(after, turn_starts=())).decode(),
    }


def _change(line: Variation, at: datetime, **columns: Any) -> None:
    """Of two requests that saw the same version, one succeeds."""
    same_version = Variation.objects.filter(pk=line.pk, version=line.version)
    if not same_version.update(**columns, changed=at, version=line.version + 1):
        raise VariationChanged(line.number)
