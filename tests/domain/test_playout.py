"""Commands drawn at random: always legal, and every kind of choice does come up."""

from collections import Counter

import pytest
from msgspec.structs import replace

from games.domain import State
from games.domain.chance import Draws
from games.domain.commands import TakeTurn
from games.domain.decide import decide
from games.domain.expansions.milestones import DEAR_LINKS
from games.domain.playout import random_command
from games.domain.rulesets import RULESETS
from games.domain.state import Tool
from tests.domain.tables import lay

BOTH: dict[str, tuple[Tool, ...]] = {"blue": ("route", "development")}


def draw_turns(state: State, times: int = 300) -> list[TakeTurn]:
    draws = Draws(1, "test")
    orders = [random_command(state, draws.below) for _ in range(times)]
    for order in orders:
        decide(state, order)
    return [order for order in orders if isinstance(order, TakeTurn)]


def test_every_use_of_a_bonus_tile_comes_up() -> None:
    state = lay(4, "ogallala: blue\nchicago: blue\nomaha: blue", money={"blue": 9})
    assert set(Counter(order.bonus for order in draw_turns(state))) == {
        None,
        "expand",
        "share",
        "cash",
    }


def test_both_tools_come_up_and_a_chain_names_its_stops() -> None:
    state = lay(4, "ogallala: blue", money={"blue": 3}, tools=BOTH, bonus={})
    orders = draw_turns(state)
    assert {order.use for order in orders} == {(), ("route",), ("development",), BOTH["blue"]}
    assert any(order.expand[0].via for order in orders if order.use == ("development",))


def test_nothing_is_far_from_a_player_who_is_everywhere() -> None:
    places = [f"{place}: blue" for place in lay(4).board.ids if place != "reno"]
    state = lay(4, "\n".join(places), money={"blue": 3}, tools=BOTH, supply={"blue": 3})
    assert {order.use for order in draw_turns(state)} == {(), ("route",)}


def test_with_an_empty_supply_nothing_is_placed() -> None:
    state = lay(4, "chicago: blue", money={"blue": 9}, supply={"blue": 0}, tools=BOTH)
    assert not any(order.expand or order.increase or order.double for order in draw_turns(state))


def test_the_boom_marker_stays_or_moves() -> None:
    state = lay(4, "chicago: blue", boom="omaha", bonus={})
    cities = {order.boom for order in draw_turns(state)}
    assert {"omaha", "chicago"} < cities


@pytest.mark.parametrize("used", [0, 1])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_last_franchises_suffice_where_an_8_dollar_link_takes_one_too(
    ruleset: str, used: int
) -> None:
    for supply in (1, 2, 3):
        state = lay(
            4,
            "chicago: blue\nkansas-city: blue\nomaha: blue",
            money={"blue": 40},
            supply={"blue": supply},
            ruleset=ruleset,
        )
        setup = replace(state.setup, milestones=(DEAR_LINKS,))
        before = replace(
            state, setup=setup, milestones=((),), reserve=(3,) * 4, dear_links=(used, 0, 0, 0)
        )
        assert any(order.expand for order in draw_turns(before))
