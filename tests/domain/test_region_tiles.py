"""Expansion 3, G1 to G4: which region tiles are in the game and what they give."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from games.domain import Event, Layout, Options, State, Unplayable
from games.domain.board import NEW_REGION_TILES, PRINTED_BOARD, RegionTile, TileKind
from games.domain.chance import Draws
from games.domain.commands import command
from games.domain.decide import decide
from games.domain.events import Expanded, RegionScored, TileChosen, TilesDealt
from games.domain.evolve import replay
from games.domain.expansions import region_tiles, tools
from games.domain.moves import options
from games.domain.rulesets import RULESET, RULESETS
from games.domain.setup import start
from games.domain.state import Tool
from tests.domain.tables import FIRST, NAMES, after, lay, only, seat, turn

BASE = tuple(region.id for region in PRINTED_BOARD.regions)
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


def begin(players: int, seed: int, given: Options, ruleset: str = RULESET) -> State:
    return replay(start(players, options=given, seed=seed, ruleset=ruleset))


def draw_tiles(players: int, seed: int, given: Options, ruleset: str = RULESET) -> list[str]:
    return tiles_in_play(begin(players, seed, given, ruleset))


def all_tiles(state: State) -> list[str]:
    return [tile.id for tile in state.tiles if tile]


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
@pytest.mark.parametrize("ruleset", RULESETS)
def test_G1_base_and_new_tiles_or_new_ones_are_drawn(
    players: int, count: int, ruleset: str
) -> None:
    base = set(BASE) - set(CLOSED) if players <= 3 and ruleset == FIRST else set(BASE)
    both = [draw_tiles(players, seed, Options(region_tiles=1), ruleset) for seed in range(40)]
    only_new = [draw_tiles(players, seed, Options(region_tiles=2), ruleset) for seed in range(40)]
    assert all(len(set(tiles)) == count for tiles in (*both, *only_new))
    assert set().union(*both) == base | set(NEW)
    assert set().union(*only_new) == set(NEW)


@pytest.mark.parametrize(
    ("given", "ruleset"),
    [
        (Options(region_tiles=1), FIRST),
        (Options(region_tiles=2), FIRST),
        (CHOICE, FIRST),
        (CHOICE, RULESET),
        (Options(layout="random"), RULESET),
        (Options(layout="draft"), RULESET),
    ],
)
def test_G1_tiles_out_of_play_stay_where_they_are(given: Options, ruleset: str) -> None:
    state = begin(3, 1, given, ruleset)
    assert tuple(tile.id for tile in state.tiles[:3] if tile) == CLOSED


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_G1_ten_tiles_are_dealt_whatever_the_number_of_players(players: int) -> None:
    for given, names in (
        (Options(region_tiles=1), {*BASE, *NEW}),
        (Options(region_tiles=2), set(NEW)),
    ):
        dealt = [all_tiles(begin(players, seed, given)) for seed in range(30)]
        assert all(len(set(tiles)) == 10 and set(tiles) < names for tiles in dealt)
        assert len(set().union(*(tiles[:3] for tiles in dealt))) > 15


def test_G1_with_two_or_three_players_the_same_ten_are_dealt_as_with_four() -> None:
    given = Options(region_tiles=1)
    assert all_tiles(begin(2, 7, given)) == all_tiles(begin(4, 7, given))
    assert begin(2, 7, given).track == (0, 1, 2)


def shuffle(*tiles: str) -> list[str]:
    return list(Draws(7, "region tiles").shuffle(tiles))


def test_G1_the_draws_are_those_that_the_documents_tell() -> None:
    given = Options(region_tiles=1)
    assert all_tiles(begin(2, 7, given)) == shuffle(*BASE, *NEW)[:10]
    assert all_tiles(begin(3, 7, Options(region_tiles=2))) == shuffle(*NEW)[:10]
    assert draw_tiles(2, 7, given, FIRST) == shuffle(*BASE[3:], *NEW)[:7]


def test_G1_a_draft_lays_those_that_are_not_dealt_to_regions_out_of_play() -> None:
    given = Options(region_tiles=2, layout="draft")
    dealt = all_tiles(begin(3, 7, Options(region_tiles=2)))
    state = begin(3, 7, given)
    assert all_tiles(state) == dealt[:3]
    assert [tile.id for tile in state.region_pool] == sorted(dealt[3:])
    assert all_tiles(begin(3, 7, given, FIRST)) == list(CLOSED)


def test_G1_a_host_lays_tiles_in_the_regions_in_play_only() -> None:
    wanted = dict(zip(BASE[3:], NEW[:7], strict=True))
    state = begin(2, 1, Options(region_tiles=2, own_layout=Layout(regions=wanted)))
    assert all_tiles(state) == [*CLOSED, *NEW[:7]]


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
        (Options(region_tiles=3, own_layout=Layout(regions={"texas": "n01"})), 5, None, ()),
        (Options(region_tiles=2, tile_set=OWN_SET[:9]), 5, 9, ()),
        (Options(region_tiles=2, tile_set=OWN_SET[:9]), 3, 9, ()),
        (Options(region_tiles=1, tile_set=two_tiles("route-tile")), 5, 2, (0, 1)),
        (Options(region_tiles=1, tile_set=two_tiles("development-tile")), 5, 2, (0, 1)),
    ],
)
def test_G1_tiles_that_fit_none_of_the_three_ways_are_refused(
    given: Options, players: int, value: int | None, possible: tuple[int, ...]
) -> None:
    no = refusal_of(given, players)
    assert (no.rule, no.value, no.possible) == ("G1", value, possible)


def test_G1_by_the_first_ruleset_a_set_needs_a_tile_for_each_region_in_play() -> None:
    given = Options(region_tiles=2, tile_set=OWN_SET[:7])
    assert set(draw_tiles(3, 1, given, FIRST)) == {tile.id for tile in OWN_SET[:7]}
    with pytest.raises(Unplayable, match="7 region tiles are needed, not 6"):
        begin(3, 1, Options(region_tiles=2, tile_set=OWN_SET[:6]), FIRST)


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
