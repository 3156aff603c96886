"""Expansion 3, G1 to G4: which region tiles are in the game and what they give."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from games.domain import Event, Layout, Options, State, Unplayable
from games.domain.board import NEW_REGION_TILES, RegionTile, TileKind
from games.domain.commands import command
from games.domain.decide import decide
from games.domain.events import Expanded, RegionScored, TileChosen, TilesDealt
from games.domain.evolve import replay
from games.domain.expansions import region_tiles, tools
from games.domain.moves import options
from games.domain.setup import start
from games.domain.state import BOARDS, RULESET, Tool
from tests.domain.tables import NAMES, after, lay, only, seat, turn

BASE = tuple(region.id for region in BOARDS[RULESET].regions)
NEW = tuple(tile.id for tile in NEW_REGION_TILES)
CLOSED = ("california", "northwest", "northern-plains")
OWN_SET = tuple(RegionTile(f"own-{n}", "influence", (n, 1, 0)) for n in range(10))
CHOICE = Options(region_tiles=3)


def tiles_in_play(state: State) -> list[str]:
    return [
        tile.id
        for tile, region in zip(state.tiles, BASE, strict=True)
        if tile and not (state.setup.closed and region in CLOSED)
    ]


def draw_tiles(players: int, seed: int, given: Options) -> list[str]:
    return tiles_in_play(replay(start(players, options=given, seed=seed)))


def choose(state: State, tile: str) -> tuple[Event, ...]:
    return decide(state, command("draft", state.mover, {"tile": tile}))


def choose_all(players: int, tiles: Sequence[str], seed: int = 1) -> State:
    state = replay(start(players, first=0, options=CHOICE, seed=seed))
    for tile in tiles:
        state = replay(choose(state, tile), state)
    return state


def two_tiles(kind: TileKind) -> tuple[RegionTile, ...]:
    return (RegionTile("one", kind, (5, 3, 2)), RegionTile("other", kind, (5, 3, 2)))


def refusal_of(given: Options, players: int = 5) -> Unplayable:
    with pytest.raises(Unplayable) as no:
        start(players, options=given, seed=1)
    return no.value


@pytest.mark.parametrize(("players", "count"), [(2, 7), (3, 7), (4, 10), (5, 10)])
def test_G1_base_and_new_tiles_or_new_ones_are_drawn(players: int, count: int) -> None:
    base = set(BASE) if players > 3 else set(BASE) - set(CLOSED)
    both = [draw_tiles(players, seed, Options(region_tiles=1)) for seed in range(40)]
    only_new = [draw_tiles(players, seed, Options(region_tiles=2)) for seed in range(40)]
    assert all(len(set(tiles)) == count for tiles in (*both, *only_new))
    assert set().union(*both) == base | set(NEW)
    assert set().union(*only_new) == set(NEW)


@pytest.mark.parametrize("given", [Options(region_tiles=1), Options(region_tiles=2), CHOICE])
def test_G1_tiles_out_of_play_stay_where_they_are(given: Options) -> None:
    state = replay(start(3, options=given, seed=1))
    assert tuple(tile.id for tile in state.tiles[:3] if tile) == CLOSED


@pytest.mark.parametrize(("players", "count"), [(2, 7), (4, 10)])
def test_G1_or_the_players_choose_as_many_as_there_are_regions(players: int, count: int) -> None:
    wanted = (*NEW[: count - 1], "texas")
    state = choose_all(players, wanted)
    assert set(tiles_in_play(state)) == set(wanted)
    assert (state.status, state.region_pool, state.chosen) == ("towns", (), ())


def test_G1_the_players_choose_in_turn_order() -> None:
    movers = [choose_all(3, NEW[:n]).mover for n in range(7)]
    assert movers == [0, 1, 2, 0, 1, 2, 0]


def test_G1_the_chosen_tiles_are_placed_at_random() -> None:
    dealt = [tiles_in_play(choose_all(4, NEW[:10], seed)) for seed in (1, 1, 2)]
    assert dealt[0] == dealt[1] != dealt[2]
    assert dealt[0] != list(NEW[:10])


def test_G1_a_choice_stands_in_the_event_and_offers_what_is_left() -> None:
    assert choose(choose_all(4, []), "n07") == (TileChosen(0, "n07", next=1, last=False),)
    offered = options(choose_all(4, ["n07"])).tiles
    assert offered == tuple(tile for tile in (*BASE, *NEW) if tile != "n07")


def test_G1_a_tile_that_is_chosen_already_is_refused() -> None:
    state = choose_all(4, ["n07"])
    with pytest.raises(region_tiles.TileNotToChoose) as no:
        choose(state, "n07")
    assert (no.value.rule, no.value.value) == ("G1", "n07")
    assert "n08" in no.value.possible
    assert "n07" not in no.value.possible


def test_G3_a_host_can_replace_the_new_tiles() -> None:
    given = Options(region_tiles=2, tile_set=OWN_SET)
    assert set(draw_tiles(5, 1, given)) == {tile.id for tile in OWN_SET}
    assert set(draw_tiles(3, 1, given)) < {tile.id for tile in OWN_SET}


def test_G3_with_as_many_tiles_as_regions_there_is_nothing_to_choose() -> None:
    events = start(5, options=Options(region_tiles=3, tile_set=()), seed=1)
    assert set(only(TilesDealt, events).tiles) == set(BASE)
    assert replay(events).status == "towns"


def test_G3_only_a_number_of_regions_takes_away() -> None:
    greedy = (*OWN_SET[:9], RegionTile("mine", "dollars", (9, 0, -1)))
    no = refusal_of(Options(region_tiles=2, tile_set=greedy))
    assert (no.rule, no.value) == ("G3", -1)


@pytest.mark.parametrize("name", ["own-3", "texas", "Own Tile", ""])
def test_G3_a_tile_has_an_id_of_its_own_in_small_letters_and_digits(name: str) -> None:
    more = RegionTile(name, "dollars", (9, 6, 3))
    no = refusal_of(Options(region_tiles=2, tile_set=(*OWN_SET, more)))
    assert (no.rule, no.value) == ("G3", name)


@pytest.mark.parametrize(
    ("given", "players", "value", "possible"),
    [
        (Options(tile_set=OWN_SET), 5, None, (1, 2, 3)),
        (Options(region_tiles=3, layout=Layout(regions={"texas": "n01"})), 5, None, ()),
        (Options(region_tiles=2, tile_set=OWN_SET[:9]), 5, 9, ()),
        (Options(region_tiles=2, tile_set=OWN_SET[:6]), 3, 6, ()),
        (Options(region_tiles=1, tile_set=two_tiles("route-tile")), 5, 2, (0, 1)),
        (Options(region_tiles=1, tile_set=two_tiles("development-tile")), 5, 2, (0, 1)),
    ],
)
def test_G1_tiles_that_fit_none_of_the_three_ways_are_refused(
    given: Options, players: int, value: int | None, possible: tuple[int, ...]
) -> None:
    no = refusal_of(given, players)
    assert (no.rule, no.value, no.possible) == ("G1", value, possible)


def lay_northeast(
    tile: RegionTile, players: int = 5, *, track: tuple[str, ...] = (), leader: str = "red"
) -> State:
    """A turn of blue before the Northeast is scored: the leader has 3, blue 2, black 1."""
    black = " black" if players == 5 else ""
    return lay(
        players,
        f"new-york scored: {leader} {leader} {leader} blue{black}\npittsburgh: blue",
        tiles={"northeast": tile},
        markers={"northeast": "blue"},
        track=track,
        bonus={"blue": 1},
    )


def shares_of_northeast(state: State, **body: object) -> list[tuple[str, int, int]]:
    """Who gets how much influence and how many dollars when blue scores the Northeast."""
    scored = only(RegionScored, turn(state, increase=["pittsburgh"], **body))
    return [(NAMES[share.seat], share.influence, share.dollars) for share in scored.shares]


def test_G2_dollars_are_paid_instead_of_influence() -> None:
    state = lay_northeast(RegionTile("n", "dollars", (10, 6, 3)))
    assert shares_of_northeast(state) == [("red", 0, 10), ("blue", 0, 6), ("black", 0, 3)]
    then = after(state, increase=["pittsburgh"])
    assert then.money == (1 - 1 + 6, 10, 0, 3, 0)
    city, track = 2, 3
    assert then.influence == (city + track, 0, 0, 0, 0)


def test_G2_the_bonus_tile_gives_3_points_and_takes_back_a_used_one() -> None:
    state = replace(lay_northeast(RegionTile("n", "bonus-tile", (3, 4, 2))), spent=(1, 2, 0, 0, 0))
    assert shares_of_northeast(state) == [("red", 3, 0), ("blue", 4, 0), ("black", 2, 0)]
    then = after(state, increase=["pittsburgh"])
    assert (then.bonus, then.spent) == ((1, 1, 0, 0, 0), (1, 1, 0, 0, 0))
    assert after(then, bonus="cash").bonus == (1, 0, 0, 0, 0)


def test_G2_with_no_used_bonus_tile_nothing_is_taken_back() -> None:
    state = lay_northeast(RegionTile("n", "bonus-tile", (3, 4, 2)))
    assert after(state, increase=["pittsburgh"]).bonus == state.bonus


def test_G2_a_bonus_tile_used_in_this_very_turn_is_taken_back() -> None:
    state = lay_northeast(RegionTile("n", "bonus-tile", (3, 4, 2)), leader="blue")
    then = after(state, bonus="cash", increase=["pittsburgh"])
    assert (then.bonus[seat("blue")], then.spent[seat("blue")]) == (1, 0)


@pytest.mark.parametrize(
    ("track", "gains"),
    [((), [4, 1, 0]), (("texas", "heartland"), [6, 3, 0]), (CLOSED + BASE[3:5], [9, 6, 2])],
)
def test_G2_regions_on_the_track_plus_or_minus_pay(
    track: tuple[str, ...], gains: list[int]
) -> None:
    state = lay_northeast(RegionTile("n", "number-of-regions", (4, 1, -3)), track=track)
    assert [influence for _, influence, _ in shares_of_northeast(state)] == gains


@pytest.mark.parametrize(
    ("kind", "first", "tools"),
    [
        ("influence", 9, ()),
        ("development-tile", 5, ("development",)),
        ("route-tile", 6, ("route",)),
    ],
)
def test_G2_the_first_player_gains_the_most_and_takes_a_tool(
    kind: TileKind, first: int, tools: tuple[Tool, ...]
) -> None:
    state = lay_northeast(RegionTile("n", kind, (first, 4, 2)))
    assert shares_of_northeast(state) == [("red", first, 0), ("blue", 4, 0), ("black", 2, 0)]
    assert after(state, increase=["pittsburgh"]).tools == ((), tools, (), (), ())


@pytest.mark.parametrize(
    ("kind", "values", "blue"),
    [
        ("influence", (9, 5, 2), (2, 0)),
        ("dollars", (10, 6, 3), (0, 3)),
        ("bonus-tile", (3, 4, 2), (2, 0)),
        ("number-of-regions", (3, 1, -1), (3 - 1, 0)),
        ("development-tile", (5, 4, 2), (2, 0)),
        ("route-tile", (6, 3, 1), (1, 0)),
    ],
)
def test_G4_with_two_players_the_second_gets_the_lowest_number_of_a_new_tile(
    kind: TileKind, values: tuple[int, int, int], blue: tuple[int, int]
) -> None:
    assert shares_of_northeast(lay_northeast(RegionTile("n", kind, values), 2))[1] == (
        "blue",
        *blue,
    )


def test_G2_a_tool_is_used_from_the_next_turn_on() -> None:
    tile = RegionTile("n", "route-tile", (6, 3, 2))
    with pytest.raises(tools.NotYourTool) as no:
        after(lay_northeast(tile, leader="blue"), use="route", expand=[{"to": "chicago"}])
    assert (no.value.rule, no.value.value, no.value.possible) == ("G2", "route", ())
    then = after(lay_northeast(tile, 2, leader="red"), increase=["pittsburgh"])
    assert only(Expanded, turn(then, use="route", expand=[{"to": "chicago"}])).cost == 0
