"""What `options` offers, choice by choice."""

import msgspec

from games.domain import NEW_GAME, Options, State
from games.domain.commands import command
from games.domain.decide import decide
from games.domain.evolve import replay
from games.domain.moves import BoomMove, Choices, Increase, Way, options
from games.domain.setup import start
from games.domain.state import Tool
from tests.domain.tables import FIRST, lay


def way(to: str, origin: str, cost: int, *via: str, needs_cash: bool = False) -> Way:
    return Way(to, origin, via, cost, "cash" if needs_cash else None)


def test_nothing_is_offered_where_nobody_is_to_move() -> None:
    last = lay(2, still=["red"])
    ended = replay(decide(last, command("turn", 0, {})), last)
    for state in (NEW_GAME, ended):
        offered = msgspec.to_builtins(options(state))
        assert (offered.pop("version"), offered.pop("status")) == (state.version, state.status)
        assert not any(offered.values())


def test_every_key_is_there_whatever_is_to_be_chosen() -> None:
    draft = replay(start(2, options=Options(layout="draft"), seed=1))
    for state in (NEW_GAME, replay(start(2, seed=1)), draft, lay(2, "omaha: blue")):
        assert list(msgspec.to_builtins(options(state))) == [
            "version", "status", "kind", "seat", "towns", "cities", "places", "tiles", "regions",
            "income", "money", "boom", "expand", "increase", "bonus", "use", "use_both", "pass",
        ]  # fmt: skip


def test_free_towns_in_their_order_on_the_map() -> None:
    offered = options(replay(start(2, first=1, seed=1)))
    assert (offered.kind, offered.seat) == ("town", 0)
    assert offered.towns[:2] == ("flagstaff", "pueblo")


def test_cities_for_the_boom_marker() -> None:
    chosen = Options(introductory=True, boom=True)
    offered = options(replay(start(2, first=1, options=chosen, seed=1)))
    assert (offered.kind, offered.seat) == ("boom", 1)
    assert "chicago" in offered.cities


def test_a_turn_with_its_costs() -> None:
    state = lay(5, "ogallala: blue\nomaha: blue red red", money={"blue": 1})
    assert options(state) == Choices(
        version=state.version,
        status="playing",
        kind="turn",
        seat=0,
        towns=(),
        cities=(),
        places={},
        tiles=(),
        regions=(),
        income=1,
        money=2,
        boom=(),
        expand=(
            way("sioux-falls", "ogallala", 1),
            way("chicago", "ogallala", 1),
            way("chicago", "omaha", 5, needs_cash=True),
            way("kansas-city", "omaha", 5, needs_cash=True),
            way("dodge-city", "omaha", 0),
            way("dodge-city", "ogallala", 1),
            way("houston", "omaha", 8, needs_cash=True),
            way("oklahoma-city", "ogallala", 1),
        ),
        increase=(Increase("omaha", 1, can_double=False),),
        bonus=("expand", "share", "cash"),
        use={},
        use_both=(),
        may_pass=True,
    )


def test_the_boom_marker_with_the_income_it_would_bring() -> None:
    state = lay(5, "omaha: blue\nchicago: blue", boom="omaha", options=Options(boom=True))
    moves = options(state).boom
    assert BoomMove("omaha", 4) in moves
    assert BoomMove("chicago", 5) in moves


def test_the_route_tile_makes_any_one_link_free() -> None:
    state = lay(5, "ogallala: blue", tools={"blue": ("route",)}, turn=1)
    assert way("chicago", "ogallala", 0) in options(state).use["route"]


def test_the_route_tile_is_not_offered_where_the_link_costs_nothing() -> None:
    tools: dict[str, tuple[Tool, ...]] = {"blue": ("route",)}
    offered = options(lay(5, "omaha: blue", tools=tools)).use["route"]
    assert "dodge-city" not in [way.to for way in offered]
    first = options(lay(5, "omaha: blue", tools=tools, ruleset=FIRST)).use["route"]
    assert way("dodge-city", "omaha", 0) in first


def test_both_tools_together_with_the_chains_that_cost_least_then() -> None:
    tools: dict[str, tuple[Tool, ...]] = {"blue": ("development", "route")}
    state = lay(5, "ogallala: blue", tools=tools, turn=1)
    assert way("new-york", "ogallala", 1, "chicago") in options(state).use_both
    assert options(lay(5, "ogallala: blue", tools=tools, ruleset=FIRST)).use_both == ()
    assert options(lay(5, "ogallala: blue", tools={"blue": ("route",)})).use_both == ()


def chains(state: State) -> dict[str, Way]:
    return {chain.to: chain for chain in options(state).use["development"]}


def test_the_development_tile_with_the_cheapest_chains_that_can_be_paid() -> None:
    state = lay(5, "ogallala: blue", tools={"blue": ("development",)}, turn=1, money={"blue": 1})
    assert chains(state)["el-paso"] == way("el-paso", "ogallala", 2, "oklahoma-city")
    assert "new-york" not in chains(state)
    richer = lay(5, "ogallala: blue", tools={"blue": ("development",)}, money={"blue": 1})
    assert chains(richer)["detroit"].needs == "cash"
