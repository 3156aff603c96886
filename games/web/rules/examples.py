"""The drawn examples as tables to try: every order is judged as in a game, and nothing is kept."""

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from msgspec import Struct

from games.domain import Event, Refusal, State
from games.domain.commands import Command
from games.domain.decide import judge
from games.domain.events import CityScored, FranchiseOpened
from games.domain.notation import format, parse, sheet
from games.domain.state import Final
from games.rules import Rule, rulebook
from games.rules.examples import EXAMPLES, Example
from games.web.wording import current_language

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


class ExampleCard(Struct, frozen=True):
    example: Example
    rule: Rule
    as_printed: Answer | None
    choices: list[str]
    as_tried: Answer | None
    final: Final | None


@require_safe
def examples(request: HttpRequest) -> HttpResponse:
    wanted, orders = request.GET.get("example"), request.GET.get("orders", "")[:LONGEST]
    cards = list(_example_cards(wanted, orders))
    context = {
        "section": rulebook(current_language()).section("examples"),
        "ground": cards[0].example.table,
        "cards": cards,
    }
    return render(request, "rules/examples.html", context)


def _example_cards(wanted: str | None, orders: str) -> Iterator[ExampleCard]:
    for rule in rulebook(current_language()).section("examples").rules:
        example = EXAMPLES[rule.id]
        as_tried = answer(example, orders) if wanted == example.id and example.others else None
        choices = [
            format(example.order_from(other), current_language()) for other in example.others
        ]
        as_printed = (
            None
            if example.orders is None
            else _answer_to(example, example.order_from(example.orders))
        )
        final = example.finals()[example.table.mover] if example.orders is None else None
        yield ExampleCard(example, rule, as_printed, choices, as_tried, final)


def answer(example: Example, orders: str) -> Answer:
    try:
        return _answer_to(
            example, parse(orders, "turn", example.table.mover, language=current_language())
        )
    except Refusal as refusal:
        return Answer(orders, problem=refusal)


def _answer_to(example: Example, order: Command) -> Answer:
    events, table = judge(example.table, order)
    return Answer(
        format(order, current_language()),
        table,
        tuple(changes(example.table, table)),
        sheet(events, current_language()),
        changed_places(events),
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


def changed_places(events: tuple[Event, ...]) -> tuple[str, ...]:
    """The places that something happened to."""
    return tuple(
        event.place if isinstance(event, FranchiseOpened) else event.city
        for event in events
        if isinstance(event, FranchiseOpened | CityScored)
    )
