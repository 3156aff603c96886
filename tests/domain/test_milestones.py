"""Expansion 1, M1 to M4: milestone tiles and the bonus tiles they bring."""

import pytest
from msgspec.structs import replace

from games.domain import State
from games.domain.errors import NoBonusTile
from games.domain.events import CityScored, GameStarted, MilestoneReached, RegionScored
from games.domain.evolve import replay
from games.domain.expansions.milestones import MILESTONES
from games.domain.scoring import final_scores
from games.domain.setup import start
from games.domain.table import Milestone, table
from tests.domain.milestones import PLAYED, lay_with_tile, milestones_in, with_tiles
from tests.domain.tables import NAMES, after, all_of, lay, only, seat, turn

TWO_AT_ONCE = "flagstaff: blue\nindianapolis: blue\nel-paso: blue"


def holders(state: State, tile: str) -> list[str]:
    return [NAMES[owner] for owner in state.milestones[state.setup.milestones.index(tile)]]


@pytest.mark.parametrize(("players", "reserve"), [(2, 4), (3, 4), (4, 3), (5, 3)])
def test_M1_the_bonus_tiles_wait_in_each_players_reserve(players: int, reserve: int) -> None:
    state = replay(start(players, options=PLAYED, seed=1))
    assert state.bonus == (0,) * players
    assert state.reserve == (reserve,) * players


def test_M1_a_bonus_tile_still_in_reserve_is_worth_nothing_in_the_end() -> None:
    state = lay(2, options=PLAYED, bonus={"blue": 1})
    assert [final.bonus_tiles for final in final_scores(state)] == [4, 0]


@pytest.mark.parametrize(("players", "count"), [(2, 6), (3, 6), (4, 5), (5, 5)])
def test_M2_six_or_five_of_the_seven_tiles_lie_face_up(players: int, count: int) -> None:
    state = replay(start(players, options=PLAYED, seed=1))
    assert len(set(state.setup.milestones)) == count
    assert set(state.setup.milestones) < set(MILESTONES)
    assert table(state).milestones == tuple(Milestone(tile, ()) for tile in state.setup.milestones)


def test_M2_the_tiles_are_drawn_from_the_seed_and_every_one_can_be() -> None:
    drawn = [only(GameStarted, start(5, options=PLAYED, seed=n)).milestones for n in range(30)]
    assert set().union(*drawn) == set(MILESTONES)
    assert len({frozenset(tiles) for tiles in drawn}) > 10
    assert drawn[7] == only(GameStarted, start(5, options=PLAYED, seed=7)).milestones


def test_M2_without_the_expansion_there_are_no_milestones() -> None:
    state = replay(start(5, seed=1))
    assert (state.setup.milestones, state.reserve) == ((), (0,) * 5)


def test_M3_a_franchise_goes_beside_the_tile_and_a_bonus_tile_comes_from_the_reserve() -> None:
    state = lay_with_tile("four-towns", "flagstaff: blue\nreno: blue\npueblo: blue")
    then = after(state, expand=[{"to": "las-vegas"}])
    assert holders(then, "four-towns") == ["blue"]
    assert (then.bonus, then.reserve) == ((1, 0, 0, 0, 0), (2, 3, 3, 3, 3))
    assert then.supply[seat("blue")] == 40 - 4 - 1


def test_M3_the_game_notices_at_once_before_the_turn_goes_on() -> None:
    state = lay_with_tile("big-city", "washington: blue blue blue red\nomaha: blue")
    events = turn(state, increase=["washington", "omaha"])
    kinds = [type(event).__name__ for event in events]
    scored = kinds.index("CityScored")
    step = ["CityScored", "RegionMarked", "MilestoneReached", "FranchiseOpened"]
    assert kinds[scored : scored + 4] == step


def test_M3_a_city_filled_by_the_franchise_that_opens_there_is_scored_first() -> None:
    state = lay_with_tile("cities-of-2-3-4", "omaha: blue\ncharlotte: blue\npittsburgh: red")
    assert milestones_in(turn(state, expand=[{"to": "pittsburgh"}])) == []


def test_M3_a_milestone_counts_also_through_another_players_turn() -> None:
    state = lay_with_tile(
        "five-in-scored-cities",
        "chicago scored: red blue blue blue\nkansas-city: red red blue blue",
        to_move="red",
    )
    assert milestones_in(turn(state, increase=["kansas-city"])) == [
        ("blue", "five-in-scored-cities")
    ]
    then = after(state, increase=["kansas-city"])
    assert (then.bonus, then.reserve) == ((1, 0, 0, 0, 0), (2, 3, 3, 3, 3))


def test_M3_several_players_reach_it_in_turn_order_from_the_active_player() -> None:
    state = lay_with_tile(
        "five-in-scored-cities",
        """
        chicago scored: white blue blue blue blue
        houston scored: white red red red red
        new-york scored: white black black black black
        charlotte: blue black
        indianapolis: red
        """,
        to_move="red",
    )
    events = turn(state, expand=[{"to": "charlotte"}])
    assert [colour for colour, _ in milestones_in(events)] == ["red", "black", "blue"]
    then = after(state, expand=[{"to": "charlotte"}])
    assert holders(then, "five-in-scored-cities") == ["red", "black", "blue"]


@pytest.mark.parametrize("tiles", [("four-towns", "four-regions"), ("four-regions", "four-towns")])
def test_M3_two_tiles_at_once_are_reached_in_their_order_on_the_table(
    tiles: tuple[str, ...],
) -> None:
    state = with_tiles(lay(5, TWO_AT_ONCE, options=PLAYED), *tiles)
    events = turn(state, expand=[{"to": "las-vegas"}])
    assert milestones_in(events) == [("blue", tile) for tile in tiles]


def test_M3_the_last_bonus_tile_of_the_reserve_goes_to_the_first_tile_on_the_table() -> None:
    state = with_tiles(lay(5, TWO_AT_ONCE, options=PLAYED), "four-regions", "four-towns")
    last = replace(state, reserve=(1, 3, 3, 3, 3))
    assert milestones_in(turn(last, expand=[{"to": "las-vegas"}])) == [("blue", "four-regions")]
    assert after(last, expand=[{"to": "las-vegas"}]).reserve[seat("blue")] == 0


def test_M3_with_an_empty_reserve_no_milestone_is_reached() -> None:
    state = with_tiles(lay(5, TWO_AT_ONCE, options=PLAYED), "four-regions", "four-towns")
    emptied = replace(state, reserve=(0, 3, 3, 3, 3))
    assert milestones_in(turn(emptied, expand=[{"to": "las-vegas"}])) == []


def test_M3_with_an_empty_supply_the_bonus_tile_comes_without_a_franchise() -> None:
    state = with_tiles(lay(5, TWO_AT_ONCE, supply={"blue": 1}, options=PLAYED), "four-towns")
    events = turn(state, expand=[{"to": "las-vegas"}])
    assert only(MilestoneReached, events) == MilestoneReached(0, "four-towns", franchise=False)
    then = after(state, expand=[{"to": "las-vegas"}])
    assert (then.supply[seat("blue")], then.bonus[seat("blue")]) == (0, 1)


def test_M3_the_last_franchise_of_the_supply_goes_to_the_first_tile_on_the_table() -> None:
    laid = lay(5, TWO_AT_ONCE, supply={"blue": 2}, options=PLAYED)
    state = with_tiles(laid, "four-regions", "four-towns")
    events = turn(state, expand=[{"to": "las-vegas"}])
    assert [event.franchise for event in all_of(MilestoneReached, events)] == [True, False]
    assert after(state, expand=[{"to": "las-vegas"}]).supply[seat("blue")] == 0


def test_M3_a_tile_is_reached_once_a_player_and_by_every_player() -> None:
    state = lay_with_tile("four-towns", "flagstaff: blue\nreno: blue\npueblo: blue\nboise: blue")
    state = replace(state, milestones=((seat("blue"), seat("red")),))
    assert milestones_in(turn(state, expand=[{"to": "las-vegas"}])) == []
    state = replace(state, milestones=((seat("red"),),))
    assert milestones_in(turn(state, expand=[{"to": "las-vegas"}])) == [("blue", "four-towns")]


def test_M3_the_bonus_tile_cannot_be_used_in_the_turn_that_brings_it() -> None:
    state = lay_with_tile("four-towns", "flagstaff: blue\nreno: blue\npueblo: blue")
    with pytest.raises(NoBonusTile) as no:
        turn(state, expand=[{"to": "las-vegas"}], bonus="cash")
    assert (no.value.rule, no.value.value, no.value.possible) == ("B1", "cash", ())


def test_M3_the_bonus_tile_can_be_used_from_the_players_next_turn_on() -> None:
    laid = lay(2, "memphis: blue\npueblo: blue\ndodge-city: blue", options=PLAYED)
    state = after(with_tiles(laid, "four-towns"), expand=[{"to": "ogallala"}])
    state = after(after(state), bonus="cash")
    assert (state.bonus[seat("blue")], state.spent[seat("blue")]) == (0, 1)
    assert state.money[seat("blue")] == 11


def test_M3_a_milestone_of_another_players_turn_can_be_used_in_ones_own_next() -> None:
    places = "chicago scored: red blue blue blue\nkansas-city: red red blue blue"
    laid = lay(2, places, to_move="red", options=PLAYED)
    state = after(with_tiles(laid, "five-in-scored-cities"), increase=["kansas-city"])
    assert after(state, bonus="cash").money[seat("blue")] == 1 + 10


@pytest.mark.parametrize(
    ("tile", "short", "enough", "to"),
    [
        (
            "four-towns",
            "flagstaff: blue\npueblo: blue\nphoenix: blue",
            "flagstaff: blue\npueblo: blue\nboise: blue",
            "las-vegas",
        ),
        (
            "four-regions",
            "indianapolis: blue\nel-paso: blue\ndallas: blue",
            "indianapolis: blue\nel-paso: blue\npueblo: blue",
            "pittsburgh",
        ),
        (
            "cities-of-2-3-4",
            "indianapolis: blue\npittsburgh scored: blue\ncharlotte: blue",
            "indianapolis: blue\npittsburgh: blue\ncharlotte: blue",
            "detroit",
        ),
        (
            "cities-of-2-3-4",
            "indianapolis: blue\npittsburgh: blue\nomaha: blue",
            "indianapolis: blue\npittsburgh: blue\nst-louis: blue",
            "detroit",
        ),
    ],
)
def test_M4_a_place_expanded_into_fulfils_the_condition_or_falls_just_short(
    tile: str, short: str, enough: str, to: str
) -> None:
    assert milestones_in(turn(lay_with_tile(tile, short), expand=[{"to": to}])) == []
    assert milestones_in(turn(lay_with_tile(tile, enough), expand=[{"to": to}])) == [("blue", tile)]


def test_M4_the_value_of_a_city_is_its_tiles() -> None:
    places = "indianapolis: blue\npittsburgh: blue\ncharlotte: blue"
    state = replace(
        lay_with_tile("cities-of-2-3-4", places), sizes=lay(5, sizes={"detroit": 5}).sizes
    )
    assert milestones_in(turn(state, expand=[{"to": "detroit"}])) == []


def test_M4_a_franchise_beside_a_region_tile_is_none_in_the_region() -> None:
    laid = lay(
        5,
        "indianapolis: blue\nel-paso: blue",
        markers={"deep-south": "blue", "heartland": "blue"},
        money={"blue": 5},
        options=PLAYED,
    )
    state = with_tiles(laid, "four-regions")
    assert milestones_in(turn(state, expand=[{"to": "pittsburgh"}])) == []


@pytest.mark.parametrize(("others", "count"), [("red blue blue", 4), ("red blue blue blue", 5)])
def test_M4_five_franchises_in_scored_cities_and_not_four(others: str, count: int) -> None:
    places = f"chicago scored: {others}\nwashington scored: red blue\nomaha: blue blue"
    state = lay_with_tile("five-in-scored-cities", places)
    expected = [("blue", "five-in-scored-cities")] if count == 5 else []
    assert milestones_in(turn(state, increase=["omaha"])) == expected


def test_M4_franchises_in_unscored_cities_and_towns_are_not_among_the_five() -> None:
    places = "chicago scored: blue\nhouston: blue blue\nreno: blue\nboise: blue\nomaha: blue blue"
    state = lay_with_tile("five-in-scored-cities", places)
    assert milestones_in(turn(state, increase=["omaha", "houston"])) == []


@pytest.mark.parametrize(
    ("city", "before", "tiles"),
    [
        ("kansas-city", "blue blue red", []),
        ("washington", "blue blue red", []),
        ("washington", "blue blue blue red", [("blue", "big-city")]),
        ("chicago", "blue blue blue red", [("blue", "big-city")]),
        ("new-york", "blue blue blue blue", [("blue", "big-city")]),
    ],
)
def test_M4_a_scored_city_of_6_7_or_8_is_a_big_one(
    city: str, before: str, tiles: list[tuple[str, str]]
) -> None:
    state = lay_with_tile("big-city", f"{city}: {before}")
    assert milestones_in(turn(state, increase=[city])) == tiles


def test_M4_who_triggers_a_big_city_counts_not_who_gains_it() -> None:
    state = lay_with_tile("big-city", "washington: blue blue black red black", to_move="red")
    events = turn(state, increase=["washington"])
    assert only(CityScored, events).winner == seat("blue")
    assert milestones_in(events) == [("red", "big-city")]


@pytest.mark.parametrize(
    ("new_york", "tiles"),
    [("new-york: red", []), ("new-york scored: red red", [("blue", "region")])],
)
def test_M4_who_triggers_the_scoring_of_a_region_counts_not_who_leads_it(
    new_york: str, tiles: list[tuple[str, str]]
) -> None:
    events = turn(lay_with_tile("region", f"{new_york}\npittsburgh: blue"), increase=["pittsburgh"])
    assert milestones_in(events) == tiles
    leaders = [event.shares[0].seat for event in all_of(RegionScored, events)]
    assert leaders == [seat("red")] * len(tiles)


def test_M4_a_milestone_without_a_condition_is_an_error() -> None:
    with pytest.raises(ValueError, match="there is no milestone 'ten-towns'"):
        turn(lay_with_tile("ten-towns", "reno: blue"), expand=[{"to": "san-francisco"}])
