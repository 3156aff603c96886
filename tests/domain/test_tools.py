"""Expansion 3, G2 and G5: the Route tile and the Development tile."""

from typing import Any

import pytest

from games.domain import Event, Illegal, State, errors
from games.domain.events import Expanded, ToolSpent
from games.domain.evolve import replay
from games.domain.expansions import tools
from games.domain.rulesets import RULESET, RULESETS
from games.domain.state import Tool
from tests.domain.tables import FIRST, all_of, lay, only, seat, turn

BOTH: tuple[Tool, Tool] = ("route", "development")


def lay_with_tool(
    tool: Tool, places: str, *, money: int = 20, players: int = 5, ruleset: str = RULESET
) -> State:
    return lay_with(
        (tool,), places, money={"blue": money}, bonus={"blue": 1}, players=players, ruleset=ruleset
    )


def lay_with(tools: tuple[Tool, ...], places: str, *, players: int = 5, **more: Any) -> State:
    return lay(players, places, tools={"blue": tools}, **more)


def ways(events: tuple[Event, ...]) -> list[tuple[tuple[str, ...], int]]:
    return [(event.path, event.cost) for event in all_of(Expanded, events)]


def chain(state: State, to: str, **more: object) -> tuple[tuple[str, ...], int]:
    (way,) = ways(turn(state, use="development", expand=[{"to": to, **more}]))
    return way


def test_G2_a_tool_that_is_not_held_is_refused() -> None:
    with pytest.raises(tools.NotYourTool) as no:
        turn(lay_with_tool("route", "chicago: blue"), use="development", expand=[{"to": "memphis"}])
    assert (no.value.rule, no.value.value, no.value.possible) == ("G2", "development", ("route",))


@pytest.mark.parametrize("tool", ["route", "development"])
def test_G2_a_tool_without_an_expansion_is_refused(tool: Tool) -> None:
    with pytest.raises(tools.ToolNeedsExpansion) as no:
        turn(lay_with_tool(tool, "chicago: blue"), use=tool)
    assert (no.value.rule, no.value.value) == ("G2", tool)


@pytest.mark.parametrize(("tool", "to"), [("route", "detroit"), ("development", "memphis")])
def test_G2_a_tool_is_used_once_and_then_out_of_the_game(tool: Tool, to: str) -> None:
    state = lay_with_tool(tool, "chicago: blue")
    events = turn(state, use=tool, expand=[{"to": to}])
    assert only(ToolSpent, events) == ToolSpent(seat("blue"), tool)
    assert replay(events, state).tools == ((),) * 5


def test_G2_the_route_tile_makes_a_link_free_that_could_not_be_paid() -> None:
    state = lay_with_tool("route", "chicago: blue", money=0)
    events = turn(state, use="route", expand=[{"to": "new-york"}])
    assert (only(Expanded, events).links, only(Expanded, events).cost) == ((8,), 0)


@pytest.mark.parametrize(
    ("first", "second", "costs"),
    [
        ("detroit", "new-york", [3, 0]),
        ("new-york", "detroit", [0, 3]),
        ("new-york", "kansas-city", [0, 8]),
    ],
)
def test_G2_of_two_links_the_route_tile_makes_the_dearer_free(
    first: str, second: str, costs: list[int]
) -> None:
    expand = [{"to": first}, {"to": second}]
    events = turn(
        lay_with_tool("route", "chicago: blue"), bonus="expand", use="route", expand=expand
    )
    assert [cost for _, cost in ways(events)] == costs


@pytest.mark.parametrize("use", [["route"], "route", ("route",)])
def test_G2_a_tool_is_named_alone_or_in_a_list(use: object) -> None:
    events = turn(lay_with_tool("route", "chicago: blue"), use=use, expand=[{"to": "detroit"}])
    assert only(Expanded, events).cost == 0


@pytest.mark.parametrize("use", [None, []])
def test_G2_no_tool_is_used_where_none_is_named(use: object) -> None:
    events = turn(lay_with_tool("route", "chicago: blue"), use=use, expand=[{"to": "detroit"}])
    assert not all_of(ToolSpent, events)


@pytest.mark.parametrize("use", [BOTH, BOTH[::-1]])
def test_G2_both_tools_are_used_in_one_turn(use: tuple[Tool, ...]) -> None:
    state = lay_with(BOTH, "ogallala: blue", money={"blue": 0})
    events = turn(state, use=use, expand=[{"to": "detroit"}])
    assert ways(events) == [(("ogallala", "chicago", "detroit"), 1)]
    assert [event.tool for event in all_of(ToolSpent, events)] == list(use)
    assert replay(events, state).tools == ((),) * 5


def test_G2_by_the_first_ruleset_one_tool_is_used_in_a_turn() -> None:
    state = lay_with(BOTH, "ogallala: blue", money={"blue": 9}, ruleset=FIRST)
    with pytest.raises(tools.OneToolATurn) as no:
        turn(state, use=BOTH, expand=[{"to": "detroit"}])
    assert (no.value.rule, no.value.possible) == ("G2", BOTH)
    assert turn(state, use=["development"], expand=[{"to": "detroit"}])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_G2_no_tool_is_used_twice_in_a_turn(ruleset: str) -> None:
    state = lay_with_tool("route", "chicago: blue", ruleset=ruleset)
    with pytest.raises(tools.ToolUsedTwice) as no:
        turn(state, use=["route", "route"], expand=[{"to": "detroit"}])
    assert (no.value.rule, no.value.value) == ("G2", "route")


def test_G2_with_both_the_chain_is_the_cheapest_once_one_link_is_free() -> None:
    state = lay_with(BOTH, "ogallala: blue", money={"blue": 20})
    alone = turn(state, use=["development"], expand=[{"to": "memphis"}])
    both = turn(state, use=BOTH, expand=[{"to": "memphis"}])
    by_detroit = ("ogallala", "chicago", "detroit", "indianapolis", "st-louis", "memphis")
    assert ways(alone) == [(by_detroit, 6)]
    assert ways(both) == [(("ogallala", "chicago", "kansas-city", "memphis"), 2)]


def test_G2_the_route_tile_frees_the_dearest_link_of_the_chain_and_of_the_other_way() -> None:
    state = lay_with(BOTH, "ogallala: blue\nchicago: blue", money={"blue": 20}, bonus={"blue": 1})
    expand = [{"to": "pittsburgh"}, {"to": "boise"}]
    events = turn(state, bonus="expand", use=BOTH, expand=expand)
    first, second = ways(events)
    assert (first, second[0][-1]) == ((("chicago", "pittsburgh"), 0), "boise")
    assert second[1] == sum(all_of(Expanded, events)[1].links)


def test_G2_a_route_tile_that_would_free_only_a_link_of_0_is_refused() -> None:
    body: dict[str, Any] = {"use": ["route"], "expand": [{"to": "dodge-city"}]}
    with pytest.raises(tools.RouteFreesNothing) as no:
        turn(lay_with_tool("route", "omaha: blue"), **body)
    assert (no.value.rule, no.value.value) == ("G2", "dodge-city")
    assert turn(lay_with_tool("route", "omaha: blue", ruleset=FIRST), **body)


def test_G2_the_route_tile_may_free_the_dearer_of_a_link_of_0_and_another() -> None:
    expand = [{"to": "dodge-city"}, {"to": "chicago"}]
    state = lay_with_tool("route", "omaha: blue")
    events = turn(state, bonus="expand", use=["route"], expand=expand)
    assert [cost for _, cost in ways(events)] == [0, 0]


def test_G2_the_development_tile_goes_along_the_cheapest_chain_and_pays_every_link() -> None:
    state = lay_with_tool("development", "ogallala: blue")
    assert chain(state, "detroit") == (("ogallala", "chicago", "detroit"), 1 + 3)
    from_pueblo = lay_with_tool("development", "ogallala: blue\npueblo: blue")
    path = ("pueblo", "oklahoma-city", "ogallala", "chicago", "detroit")
    assert chain(from_pueblo, "detroit", **{"from": "pueblo"}) == (path, 1 + 1 + 1 + 3)


def test_G2_the_development_tile_goes_by_the_named_places() -> None:
    state = lay_with_tool("development", "ogallala: blue\npittsburgh: blue")
    by_omaha = (("ogallala", "omaha", "chicago", "detroit"), 1 + 5 + 3)
    assert chain(state, "detroit", via=["omaha", "chicago"]) == by_omaha
    assert chain(state, "detroit", via=["chicago"]) == (("ogallala", "chicago", "detroit"), 4)
    by_name = chain(state, "detroit", via=["chicago"], **{"from": "pittsburgh"})
    assert by_name == (("pittsburgh", "chicago", "detroit"), 5 + 3)


def test_G2_a_chain_that_cannot_be_paid_is_refused() -> None:
    state = lay_with_tool("development", "ogallala: blue", money=2)
    with pytest.raises(errors.CannotPay, match=r"costs \$4, and you have \$3") as no:
        chain(state, "detroit")
    assert (no.value.rule, no.value.value) == ("T4", "detroit")
    assert "omaha" in no.value.possible


@pytest.mark.parametrize("order", [("detroit", "omaha"), ("omaha", "detroit")])
def test_G2_the_development_tile_serves_the_distant_of_two(order: tuple[str, str]) -> None:
    state = lay_with_tool("development", "ogallala: blue")
    expand = [{"to": place} for place in order]
    events = turn(state, bonus="expand", use="development", expand=expand)
    assert {path[-1]: cost for path, cost in ways(events)} == {"detroit": 4, "omaha": 1}


def test_G2_the_development_tile_serves_one_expansion_only() -> None:
    state = lay_with_tool("development", "ogallala: blue")
    with pytest.raises(errors.NoLink) as no:
        turn(state, bonus="expand", use="development", expand=[{"to": "detroit"}, {"to": "denver"}])
    assert (no.value.rule, no.value.value) == ("T2", "denver")
    assert "omaha" in no.value.possible


def test_G2_a_chain_takes_the_development_tile() -> None:
    state = lay_with_tool("development", "ogallala: blue")
    with pytest.raises(errors.ViaNeedsDevelopment) as no:
        turn(state, expand=[{"to": "detroit", "via": ["chicago"]}])
    assert (no.value.rule, no.value.value) == ("G2", "chicago")
    assert "omaha" in no.value.possible


def test_G5_a_chain_passes_scored_and_occupied_places() -> None:
    places = "ogallala: blue\ndodge-city: red\nomaha scored: red\nchicago: red red"
    state = lay_with_tool("development", places)
    through = ["dodge-city", "omaha", "chicago"]
    path = ("ogallala", "dodge-city", "omaha", "chicago", "minneapolis")
    assert chain(state, "minneapolis", via=through, **{"from": "ogallala"}) == (path, 1 + 0 + 5 + 3)


def test_G5_a_chain_passes_no_region_out_of_play() -> None:
    short = ("minneapolis", "fargo", "sioux-falls", "ogallala", "omaha")
    assert chain(lay_with_tool("development", "minneapolis: blue"), "omaha") == (short, 3)
    state = lay_with_tool("development", "minneapolis: blue", players=3)
    assert chain(state, "omaha") == (("minneapolis", "chicago", "ogallala", "omaha"), 5)


def test_G5_a_named_place_out_of_play_is_refused() -> None:
    state = lay_with_tool("development", "minneapolis: blue", players=3)
    with pytest.raises(tools.ChainOutOfPlay) as no:
        chain(state, "omaha", via=["fargo", "sioux-falls", "ogallala"])
    assert (no.value.rule, no.value.value) == ("G5", "fargo")


@pytest.mark.parametrize(
    ("wish", "refusal", "rule", "value", "possible"),
    [
        ({"to": "detroit", "via": ["omaha"]}, tools.BrokenChain, "G5", "detroit", "chicago"),
        ({"to": "detroit", "via": ["boise"]}, errors.NoLink, "T2", "boise", "omaha"),
        ({"to": "detroit", "from": "boise"}, errors.NoFranchiseThere, "T2", "boise", "ogallala"),
        ({"to": "casper"}, errors.RegionOutOfPlay, "S2", "casper", "omaha"),
    ],
)
def test_G5_a_chain_is_links_in_play_from_an_own_franchise(
    wish: dict[str, object], refusal: type[Illegal], rule: str, value: str, possible: str
) -> None:
    state = lay_with_tool("development", "ogallala: blue", players=3 if value == "casper" else 5)
    with pytest.raises(refusal) as no:
        turn(state, use="development", expand=[wish])
    assert (no.value.rule, no.value.value) == (rule, value)
    assert possible in no.value.possible


def test_G2_the_development_tile_leads_to_no_place_next_to_an_own_franchise() -> None:
    state = lay_with_tool("development", "ogallala: blue")
    with pytest.raises(tools.DevelopmentNotNeeded) as no:
        chain(state, "chicago")
    assert (no.value.rule, no.value.value) == ("G2", "chicago")
    assert "detroit" in no.value.possible
    assert "omaha" not in no.value.possible
