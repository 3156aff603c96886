"""X1 to X3: city and region tiles laid by the host, drawn at random, or drafted."""

from collections import Counter
from typing import Literal

import pytest

from games.domain import Layout, Options, State, Unplayable
from games.domain.board import NEW_REGION_TILES, PRINTED_BOARD
from games.domain.chain import payload_of
from games.domain.chance import Draws
from games.domain.commands import command
from games.domain.decide import decide
from games.domain.errors import (
    NotYourTurn,
    WrongMoment,
)
from games.domain.events import (
    CityScored,
    GameStarted,
    SetupStageBegan,
    TilePlaced,
)
from games.domain.evolve import replay
from games.domain.expansions import expert
from games.domain.moves import options
from games.domain.payloads import from_payloads
from games.domain.playout import random_command
from games.domain.setup import start
from games.domain.table import table
from tests.domain.tables import lay, only, turn

BOARD = PRINTED_BOARD
PRINTED = tuple(place.spaces for place in BOARD.places)
CLOSED = ("california", "northwest", "northern-plains")
RANDOM = Options(layout="random")
DRAFT = Options(layout="draft")


def start_with_layout(
    places: dict[str, int] | None = None, regions: dict[str, str] | None = None, players: int = 5
) -> State:
    layout = Layout(places=places or {}, regions=regions or {})
    return replay(start(players, first=0, options=Options(own_layout=layout), seed=1))


def size(state: State, city: str) -> int:
    return state.sizes[state.board.index[city]]


def tile_in(state: State, region: str) -> str:
    tile = state.tiles[state.board.region_index[region]]
    assert tile is not None
    return tile.id


def start_draft(players: int = 4, first: int = 0) -> State:
    return replay(start(players, first=first, options=DRAFT, seed=1))


def draft(state: State, **body: object) -> State:
    return replay(decide(state, command("draft", state.mover, body)), state)


def draft_until(state: State, until: str) -> State:
    """Places tiles at random until the table offers `until`."""
    draws = Draws(5, "draft")
    while state.status == "draft" and getattr(options(state), until):
        state = replay(decide(state, random_command(state, draws.below)), state)
    return state


def city_tiles_in_play(state: State) -> Counter[int]:
    return Counter(
        n
        for i, n in enumerate(state.sizes)
        if not (state.board.towns | state.setup.closed) >> i & 1
    )


def test_X1_without_the_variant_every_tile_is_the_printed_one() -> None:
    state = start_with_layout()
    assert state.sizes == PRINTED
    assert state.tiles == BOARD.base_tiles


def test_X1_a_printed_5_may_hold_a_4_or_a_6() -> None:
    state = start_with_layout({"kansas-city": 6, "washington": 5, "phoenix": 4, "omaha": 5})
    assert (size(state, "kansas-city"), size(state, "phoenix")) == (6, 4)
    assert city_tiles_in_play(state) == city_tiles_in_play(start_with_layout())


def test_X1_a_citys_size_and_value_are_its_tiles() -> None:
    layout = Layout(places={"omaha": 6, "houston": 4})
    laid = lay(5, "omaha: blue blue blue", options=Options(own_layout=layout))
    assert not [e for e in turn(laid) if isinstance(e, CityScored)]
    scored = only(CityScored, turn(laid, increase=["omaha"]))
    assert (scored.city, scored.influence) == ("omaha", 6)


def test_X1_an_own_layout_of_an_old_game_is_read() -> None:
    given = Options(own_layout=Layout(places={"omaha": 6, "houston": 4}))
    events = start(5, first=0, options=given, seed=1)
    texts = [payload_of(event).decode() for event in events]
    old = [text.replace('"layout":"printed",', "") for text in texts]
    old = [text.replace('"own_layout":', '"layout":') for text in old]
    assert old != texts
    assert from_payloads(old) == events


@pytest.mark.parametrize("layout", ["random", "draft"])
def test_X1_an_own_layout_stands_alone(layout: Literal["random", "draft"]) -> None:
    with pytest.raises(Unplayable, match="two layouts"):
        start(5, options=Options(layout=layout, own_layout=Layout(places={"omaha": 6})), seed=1)


def test_X1_a_smaller_tile_is_sooner_full() -> None:
    layout = Layout(places={"omaha": 6, "houston": 4})
    laid = lay(5, "houston: blue blue", options=Options(own_layout=layout))
    assert only(CityScored, turn(laid, increase=["houston"])).influence == 4


@pytest.mark.parametrize("name", ["reno", "toronto"])
def test_X1_a_tile_laid_anywhere_but_in_a_city_is_refused(name: str) -> None:
    with pytest.raises(Unplayable) as refused:
        start_with_layout({name: 4})
    assert (refused.value.rule, refused.value.value) == ("X1", name)
    assert "omaha" in refused.value.possible
    assert len(refused.value.possible) == 25


@pytest.mark.parametrize(
    ("city", "tile", "back"), [("omaha", 3, (4, 5, 6)), ("chicago", 9, (7, 8))]
)
def test_X1_a_tile_with_another_back_is_refused(
    city: str, tile: int, back: tuple[int, ...]
) -> None:
    with pytest.raises(Unplayable) as refused:
        start_with_layout({city: tile})
    assert (refused.value.rule, refused.value.value) == ("X1", tile)
    assert refused.value.possible == back


def test_X1_other_numbers_of_tiles_than_in_the_box_are_refused() -> None:
    with pytest.raises(Unplayable, match="left over: 4, 4") as refused:
        start_with_layout({"omaha": 6, "denver": 5})
    assert (refused.value.rule, refused.value.value) == ("X1", None)
    assert refused.value.possible == (4, 4)


@pytest.mark.parametrize("players", [2, 3])
def test_X3_the_host_lays_no_city_tile_out_of_play(players: int) -> None:
    with pytest.raises(Unplayable) as refused:
        start_with_layout({"los-angeles": 8, "new-york": 7}, players=players)
    assert (refused.value.rule, refused.value.value) == ("X1", "los-angeles")
    assert "new-york" in refused.value.possible
    assert "casper" not in refused.value.possible


def test_X2_the_host_chooses_which_region_tile_lies_where() -> None:
    state = start_with_layout(regions={"texas": "deep-south", "deep-south": "texas"})
    assert (tile_in(state, "texas"), tile_in(state, "deep-south")) == ("deep-south", "texas")
    assert tile_in(state, "heartland") == "heartland"


@pytest.mark.parametrize(("name", "players"), [("canada", 5), ("california", 3)])
def test_X2_a_tile_laid_in_no_region_in_play_is_refused(name: str, players: int) -> None:
    with pytest.raises(Unplayable) as refused:
        start_with_layout(regions={name: "texas"}, players=players)
    assert (refused.value.rule, refused.value.value) == ("X2", name)
    assert "texas" in refused.value.possible


@pytest.mark.parametrize(("tile", "players"), [("n01", 5), ("california", 3)])
def test_X2_a_region_tile_that_is_not_in_the_game_is_refused(tile: str, players: int) -> None:
    with pytest.raises(Unplayable) as refused:
        start_with_layout(regions={"texas": tile}, players=players)
    assert (refused.value.rule, refused.value.value) == ("X2", tile)
    assert "texas" in refused.value.possible


def test_X2_the_host_lays_tiles_of_expansion_3() -> None:
    wanted = {region.id: f"n{n:02}" for n, region in enumerate(BOARD.regions, 1)}
    given = Options(region_tiles=1, own_layout=Layout(regions=wanted))
    state = replay(start(5, options=given, seed=1))
    assert {region: tile_in(state, region) for region in wanted} == wanted


def test_X2_a_layout_with_expansion_3_that_leaves_a_region_empty_is_refused() -> None:
    given = Options(region_tiles=1, own_layout=Layout(regions={"texas": "n01"}))
    with pytest.raises(Unplayable) as refused:
        start(5, options=given, seed=1)
    assert (refused.value.rule, refused.value.value) == ("X2", None)
    assert set(refused.value.possible) == {r.id for r in BOARD.regions} - {"texas"}


def test_X2_a_region_tile_in_two_regions_is_refused() -> None:
    with pytest.raises(Unplayable) as refused:
        start_with_layout(regions={"texas": "deep-south"})
    assert (refused.value.rule, refused.value.value) == ("X2", "deep-south")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_X3_drawn_tiles_lie_on_their_backs_and_are_those_of_the_box(players: int) -> None:
    state = replay(start(players, options=RANDOM, seed=4))
    assert state.sizes != PRINTED
    for printed, drawn in zip(PRINTED, state.sizes, strict=True):
        assert printed == drawn or drawn in BOARD.back(printed)
    assert Counter(state.sizes) == Counter(PRINTED)
    assert {tile.id for tile in state.tiles if tile} == {region.id for region in BOARD.regions}


def test_X3_the_draw_hangs_on_the_recorded_seed() -> None:
    started = [only(GameStarted, start(5, first=0, options=RANDOM, seed=n)) for n in (4, 4, 5)]
    assert [event.seed for event in started] == [4, 4, 5]
    assert started[0] == started[1]
    assert started[0].sizes != started[2].sizes
    assert started[0].tiles != started[2].tiles


def test_X3_every_tile_of_a_kind_can_be_drawn_everywhere() -> None:
    drawn = [replay(start(5, options=RANDOM, seed=n)) for n in range(60)]
    assert {size(state, "kansas-city") for state in drawn} == {4, 5, 6}
    assert {tile_in(state, "texas") for state in drawn} == {region.id for region in BOARD.regions}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(5))
def test_X3_out_of_play_keeps_its_printed_tiles_in_a_draw(players: int, seed: int) -> None:
    state = replay(start(players, options=RANDOM, seed=seed))
    kept = [i for i, place in enumerate(BOARD.places) if place.region in CLOSED]
    assert [state.sizes[i] for i in kept] == [PRINTED[i] for i in kept]
    assert [tile_in(state, region) for region in CLOSED] == list(CLOSED)


def test_X3_in_a_draft_each_player_places_one_tile_in_turn_order() -> None:
    state = start_draft(first=2)
    movers = []
    for place, tile in (
        ("omaha", 5),
        ("chicago", 8),
        ("denver", 6),
        ("seattle", 4),
        ("detroit", 4),
    ):
        movers.append(state.mover)
        state = draft(state, place=place, tile=tile)
    assert movers == [2, 3, 0, 1, 2]
    assert (size(state, "chicago"), size(state, "denver"), size(state, "houston")) == (8, 6, 0)


def test_X3_a_placed_tile_stands_in_the_event() -> None:
    events = decide(start_draft(first=2), command("draft", 2, {"place": "omaha", "tile": 5}))
    assert events == (TilePlaced(2, "omaha", 5, next=3),)


def test_X3_the_draft_offers_the_tiles_that_are_left_with_the_right_back() -> None:
    state = draft(start_draft(), place="chicago", tile=8)
    offered = table(state).to_place
    places = options(state).places
    assert 8 not in offered.cities
    assert (places["omaha"], places["new-york"], "chicago" in places) == ((4, 5, 6), (7,), False)


def test_X3_region_tiles_follow_when_all_city_tiles_lie() -> None:
    state = draft_until(start_draft(), until="places")
    assert 0 not in state.sizes
    assert state.mover == 25 % 4
    state = draft(state, region="texas", tile="deep-south")
    assert tile_in(state, "texas") == "deep-south"
    assert options(state).regions == tuple(r.id for r in BOARD.regions if r.id != "texas")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_X3_when_all_tiles_lie_the_starting_towns_are_chosen(players: int) -> None:
    before = draft_until(start_draft(players, first=1), until="places")
    state = draft_until(before, until="tiles")
    assert (state.status, state.mover) == ("towns", 0)
    assert (state.city_pool, state.region_pool) == ((), ())
    assert Counter(state.sizes) == Counter(PRINTED)
    assert {tile.id for tile in state.tiles if tile} == {region.id for region in BOARD.regions}


def test_X3_the_last_tile_of_the_draft_begins_the_next_stage() -> None:
    state = draft_until(start_draft(), until="places")
    while len(state.region_pool) > 1:
        state = replay(decide(state, random_command(state, Draws(1, "draft").below)), state)
    last = decide(state, random_command(state, Draws(1, "draft").below))
    assert last[1:] == (SetupStageBegan("towns", 3),)


@pytest.mark.parametrize("way", [1, 2, 3])
def test_X3_a_draft_lays_the_tiles_of_expansion_3(way: Literal[1, 2, 3]) -> None:
    given = Options(layout="draft", region_tiles=way)
    state = draft_until(replay(start(3, first=0, options=given, seed=1)), until="places")
    laid = draft_until(state, until="tiles")
    assert (state.tiles.count(None), laid.status) == (7, "towns")
    known = {tile.id for tile in (*BOARD.base_tiles, *NEW_REGION_TILES)}
    assert {tile.id for tile in laid.tiles if tile} <= known
    assert len({tile.id for tile in laid.tiles if tile}) == 10


@pytest.mark.parametrize("players", [2, 3])
def test_X3_out_of_play_keeps_its_printed_tiles_in_a_draft(players: int) -> None:
    state = start_draft(players)
    assert (size(state, "seattle"), size(state, "denver")) == (4, 0)
    assert Counter(state.city_pool) == city_tiles_in_play(start_with_layout(players=players))
    assert {tile.id for tile in state.region_pool} == {r.id for r in BOARD.regions} - set(CLOSED)
    assert [tile_in(state, region) for region in CLOSED] == list(CLOSED)


def test_X3_a_city_tile_that_is_not_left_is_refused() -> None:
    state = draft(start_draft(), place="chicago", tile=8)
    with pytest.raises(expert.NoSuchTileLeft) as refused:
        draft(state, place="new-york", tile=8)
    assert (refused.value.rule, refused.value.value) == ("X3", 8)
    assert refused.value.possible == (2, 3, 4, 5, 6, 7)


@pytest.mark.parametrize(("name", "players"), [("omaha", 4), ("reno", 4), ("seattle", 3)])
def test_X3_a_city_tile_goes_only_to_a_space_that_waits(name: str, players: int) -> None:
    state = draft(start_draft(players), place="omaha", tile=4)
    with pytest.raises(expert.SpaceNotOpen) as refused:
        draft(state, place=name, tile=4)
    assert (refused.value.rule, refused.value.value) == ("X3", name)
    assert "denver" in refused.value.possible
    assert name not in refused.value.possible


def test_X1_a_drafted_tile_with_another_back_is_refused() -> None:
    with pytest.raises(expert.WrongBack) as refused:
        draft(start_draft(), place="omaha", tile=7)
    assert (refused.value.rule, refused.value.value) == ("X1", "omaha")
    assert refused.value.possible == (4, 5, 6)


def test_X3_a_region_tile_that_is_not_left_is_refused() -> None:
    state = draft(draft_until(start_draft(), until="places"), region="texas", tile="heartland")
    with pytest.raises(expert.NoSuchTileLeft) as refused:
        draft(state, region="northeast", tile="heartland")
    assert (refused.value.rule, refused.value.value) == ("X3", "heartland")
    assert "texas" in refused.value.possible


@pytest.mark.parametrize(("region", "players"), [("texas", 4), ("northwest", 3)])
def test_X3_a_region_tile_goes_only_to_a_region_that_waits(region: str, players: int) -> None:
    state = draft_until(start_draft(players), until="places")
    state = draft(state, region="texas", tile="heartland")
    with pytest.raises(expert.SpaceNotOpen) as refused:
        draft(state, region=region, tile="texas")
    assert (refused.value.rule, refused.value.value) == ("X3", region)
    assert "northeast" in refused.value.possible
    assert region not in refused.value.possible


def test_X3_a_region_tile_before_the_city_tiles_lie_is_refused() -> None:
    with pytest.raises(WrongMoment) as refused:
        draft(start_draft(), region="texas", tile="texas")
    assert (refused.value.rule, refused.value.value) == ("X3", "a region tile")
    assert refused.value.possible == ("a city tile",)


def test_X3_nobody_drafts_out_of_turn() -> None:
    with pytest.raises(NotYourTurn) as refused:
        decide(start_draft(first=2), command("draft", 0, {"place": "omaha", "tile": 4}))
    assert (refused.value.rule, refused.value.value, refused.value.possible) == ("S4", 0, (2,))
