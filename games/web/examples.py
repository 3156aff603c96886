"""The drawn examples as tables to try: every order is judged as in a game, and nothing is kept."""

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from msgspec import Struct

from games.domain import Event, Refusal, State
from games.domain.commands import Command
from games.domain.decide import decide
from games.domain.events import CityScored, FranchiseOpened
from games.domain.evolve import replay
from games.domain.notation import format, parse, sheet
from games.domain.state import Final
from games.rules import Rule, rulebook
from games.rules.examples import EXAMPLES, Example
from games.web.rules import reading

LONGEST = 400


class Change(Struct, frozen=True):
    """What a seat has more or less of."""

    colour: str
    money: tuple[int, int]
    influence: tuple[int, int]


class Answer(Struct, frozen=True):
    """What some orders lead to, or why they were refused."""

    orders: str
    table: State | None = None
    changes: tuple[Change, ...] = ()
    lines: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    problem: Refusal | None = None


class Shown(Struct, frozen=True):
    example: Example
    told: Rule
    told_as: Answer | None
    choices: list[str]
    tried: Answer | None
    final: Final | None


@require_safe
def examples(request: HttpRequest) -> HttpResponse:
    wanted, orders = request.GET.get("example"), request.GET.get("orders", "")[:LONGEST]
    shown = list(_shown(wanted, orders))
    found = {
        "section": rulebook(reading()).section("examples"),
        "ground": shown[0].example.table,
        "shown": shown,
    }
    return render(request, "rules/examples.html", found)


def _shown(wanted: str | None, orders: str) -> Iterator[Shown]:
    for told in rulebook(reading()).section("examples").rules:
        example = EXAMPLES[told.id]
        tried = answer(example, orders) if wanted == example.id and example.others else None
        choices = [format(example.order_from(other), reading()) for other in example.others]
        told_as = (
            None if example.orders is None else _led(example, example.order_from(example.orders))
        )
        final = example.finals()[example.table.mover] if example.orders is None else None
        yield Shown(example, told, told_as, choices, tried, final)


def answer(example: Example, orders: str) -> Answer:
    try:
        return _led(example, parse(orders, "turn", example.table.mover, language=reading()))
    except Refusal as refusal:
        return Answer(orders, problem=refusal)


def _led(example: Example, order: Command) -> Answer:
    events = decide(example.table, order)
    table = replay(events, example.table)
    return Answer(
        format(order, reading()),
        table,
        tuple(changes(example.table, table)),
        sheet(events, reading()),
        tuple(touched(events)),
    )


def changes(before: State, after: State) -> Iterator[Change]:
    for seat, colour in enumerate(before.board.colours[: len(before.money)]):
        change = Change(
            colour,
            (before.money[seat], after.money[seat]),
            (before.influence[seat], after.influence[seat]),
        )
        if change.money[0] != change.money[1] or change.influence[0] != change.influence[1]:
            yield change


def touched(events: tuple[Event, ...]) -> Iterator[str]:
    """The places that something happened to."""
    for event in events:
        match event:
            case FranchiseOpened():
                yield event.place
            case CityScored():
                yield event.city
            case _:
                pass
