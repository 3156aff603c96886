"""The choices of the set-up by buttons: what they lead to is exactly what is accepted."""

from collections.abc import Iterator

import pytest
from django.http import QueryDict

from games.domain import Command, Options, Refusal, State
from games.domain.commands import command
from games.domain.decide import decide
from games.domain.moves import setup_orders
from games.web.table.choices import choice_from, choices
from tests.domain.games import steps

GAMES = (
    Options(),
    Options(boom=True),
    Options(layout="draft", boom=True),
    Options(region_tiles=3),
    Options(layout="draft", region_tiles=3),
)


def orders_by_buttons(state: State, fields: dict[str, str]) -> Iterator[Command]:
    """Every order that a person can come to by one button after another."""
    form = QueryDict(mutable=True)
    form.update(fields)
    step = choices(state, form)
    for offer in step.offers:
        form[step.name] = offer.value
        order = choice_from(form, state, state.mover)
        if order is None:
            yield from orders_by_buttons(state, {**fields, step.name: offer.value})
        else:
            yield order


def every_order(state: State) -> Iterator[Command]:
    """Of every place, region and tile there is, sensible or not."""
    board, seat = state.board, state.mover
    for place in board.ids:
        yield command("town", seat, {"town": place})
        yield command("boom", seat, {"boom": place})
        for size in range(1, 10):
            yield command("draft", seat, {"place": place, "tile": size})
    for tile in [*state.region_pool, *filter(None, state.tiles)]:
        yield command("draft", seat, {"tile": tile.id})
        for region in board.region_index:
            yield command("draft", seat, {"region": region, "tile": tile.id})


def is_accepted(state: State, order: Command) -> bool:
    try:
        decide(state, order)
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("options", GAMES, ids=repr)
def test_buttons_lead_to_every_order_that_is_accepted_and_to_no_other(options: Options) -> None:
    kinds = set()
    for number, (state, _) in enumerate(steps(2, options, 1)):
        if state.status == "playing":
            break
        if state.status == "draft" and number % 7:
            continue
        kinds.add(type(setup_orders(state)[0]))
        accepted = [order for order in every_order(state) if is_accepted(state, order)]
        assert set(orders_by_buttons(state, {})) == set(accepted)
        assert set(setup_orders(state)) == set(accepted)
    assert len(kinds) == 1 + options.boom + (options.layout == "draft") * 2 + (
        options.region_tiles == 3
    )


def test_a_place_that_is_not_to_be_chosen_is_asked_for_again() -> None:
    state, _ = next(steps(2, Options(layout="draft"), 1))
    assert choices(state, QueryDict("place=nowhere")).name == "place"
    assert choices(state, QueryDict("place=chicago")).name == "tile"
