"""The printed map's facts, and every fault for which a map file is turned away."""

import json
from collections import Counter
from importlib import resources
from typing import Any

import pytest

from games.domain.board import (
    NEW_REGION_TILES,
    PRINTED_BOARD,
    BadMap,
    Board,
    RegionTile,
    places_in,
    reach,
    read_board,
)

SHIPPED = resources.files("games.domain").joinpath("maps", "franchise.json").read_bytes()
START_TOWNS_WITH_TWO_OR_THREE = {
    "flagstaff", "pueblo", "salt-lake-city", "indianapolis", "raleigh", "montgomery",
    "huntsville", "memphis", "little-rock", "ogallala", "dodge-city", "el-paso",
}  # fmt: skip


def in_play(board: Board, players: int) -> list[int]:
    closed = board.closed_regions(players)
    return [i for i, region in enumerate(board.region_of) if region not in closed]


def city_spaces(board: Board, players: int) -> int:
    places = [board.places[i] for i in in_play(board, players)]
    return sum(place.spaces for place in places if not place.is_town)


def shipped_data() -> dict[str, Any]:
    """The shipped map as JSON, to change one thing in it."""
    data: dict[str, Any] = json.loads(SHIPPED)
    return data


def place_in(data: dict[str, Any], name: str) -> dict[str, Any]:
    place: dict[str, Any] = next(each for each in data["places"] if each["id"] == name)
    return place


def link_in(data: dict[str, Any], one: str, other: str) -> list[Any]:
    link: list[Any] = next(each for each in data["links"] if each[:2] == [one, other])
    return link


def faults(data: dict[str, Any]) -> tuple[str, ...]:
    with pytest.raises(BadMap) as bad:
        read_board(json.dumps(data).encode())
    assert str(bad.value) == "; ".join(bad.value.faults)
    return bad.value.faults


def test_S1_45_places_are_20_towns_and_25_cities_in_10_regions() -> None:
    board = PRINTED_BOARD
    assert (len(board.places), len(board.regions)) == (45, 10)
    assert (board.towns.bit_count(), board.cities.bit_count()) == (20, 25)
    assert board.towns & board.cities == 0


def test_S1_107_links_cost_0_1_3_5_or_8() -> None:
    assert len(PRINTED_BOARD.links) == 107
    assert {cost for _, _, cost in PRINTED_BOARD.links} == {0, 1, 3, 5, 8}


def test_S1_links_of_0_or_1_touch_a_town_and_links_of_3_5_or_8_join_cities() -> None:
    board = PRINTED_BOARD
    for one, other, cost in board.links:
        at_a_town = any(board.places[board.index[end]].is_town for end in (one, other))
        assert (cost in (0, 1)) == at_a_town, (one, other, cost)


def test_S1_the_box_holds_city_tiles_of_2_to_8_in_three_backs() -> None:
    sizes = Counter(place.spaces for place in PRINTED_BOARD.places if not place.is_town)
    assert sizes == {2: 4, 3: 3, 4: 8, 5: 5, 6: 2, 7: 2, 8: 1}
    assert [sum(sizes[size] for size in back) for back in PRINTED_BOARD.tile_backs] == [7, 15, 3]


@pytest.mark.parametrize(("players", "count"), [(2, 94), (3, 94), (4, 128), (5, 128)])
def test_S1_the_cities_in_play_have_128_spaces_or_94(players: int, count: int) -> None:
    assert city_spaces(PRINTED_BOARD, players) + towns_in_play(players) == count


def towns_in_play(players: int) -> int:
    return sum(PRINTED_BOARD.places[i].is_town for i in in_play(PRINTED_BOARD, players))


@pytest.mark.parametrize("players", [2, 3])
def test_S2_california_northwest_and_northern_plains_are_out_of_play(players: int) -> None:
    closed = [PRINTED_BOARD.regions[i].id for i in PRINTED_BOARD.closed_regions(players)]
    assert closed == ["california", "northwest", "northern-plains"]


@pytest.mark.parametrize("players", [4, 5])
def test_S2_with_four_or_five_players_every_region_is_in_play(players: int) -> None:
    assert PRINTED_BOARD.closed_regions(players) == ()
    assert towns_in_play(players) == 20


@pytest.mark.parametrize("players", [2, 3])
def test_S5_12_towns_are_left_to_start_in_with_two_or_three_players(players: int) -> None:
    places = [PRINTED_BOARD.places[i] for i in in_play(PRINTED_BOARD, players)]
    assert {each.id for each in places if each.is_town} == START_TOWNS_WITH_TWO_OR_THREE


def test_T4_the_links_of_a_place_stand_cheapest_first_from_both_ends() -> None:
    board = PRINTED_BOARD
    names = [(board.ids[route.end], route.cost) for route in board.routes[board.index["pueblo"]]]
    assert names == [("phoenix", 0), ("denver", 1), ("oklahoma-city", 1)]
    for i, routes in enumerate(board.routes):
        assert all(any(back.end == i for back in board.routes[route.end]) for route in routes)


def test_T2_reach_is_one_link_from_any_of_the_places() -> None:
    board = PRINTED_BOARD
    here = 1 << board.index["reno"] | 1 << board.index["conrad"]
    reached = {board.ids[i] for i in places_in(reach(board, here))}
    assert reached == {"los-angeles", "san-francisco", "billings", "seattle", "spokane"}


def test_X1_a_city_tile_shares_its_back_with_those_of_its_kind() -> None:
    assert PRINTED_BOARD.back(5) == (4, 5, 6)
    assert PRINTED_BOARD.back(2) == (2, 3)


def test_G1_20_new_region_tiles_hold_one_route_and_one_development_tile() -> None:
    kinds = Counter(tile.kind for tile in NEW_REGION_TILES)
    assert (len(NEW_REGION_TILES), len({tile.id for tile in NEW_REGION_TILES})) == (20, 20)
    assert (kinds["route-tile"], kinds["development-tile"]) == (1, 1)


def test_G3_the_data_file_says_that_the_faces_are_our_own_set() -> None:
    text = resources.files("games.domain").joinpath("maps", "region_tiles.json").read_text("utf-8")
    assert "own set" in text


def test_G1_region_tiles_are_read_from_a_file_of_their_own() -> None:
    assert len(NEW_REGION_TILES) == 20
    assert NEW_REGION_TILES[7] == RegionTile("n08", "dollars", (10, 6, 3))


def test_the_shipped_map_has_no_fault() -> None:
    assert read_board(SHIPPED).links == PRINTED_BOARD.links


def test_a_value_of_the_wrong_type_is_named_with_its_path() -> None:
    data = shipped_data()
    data["places"][0]["spaces"] = "four"
    assert faults(data) == ("Expected `int`, got `str` - at `$.places[0].spaces`",)


def test_two_places_with_one_id_are_a_fault() -> None:
    data = shipped_data()
    data["places"].append(place_in(data, "chicago"))
    assert faults(data) == ("two places share an id",)


def test_two_regions_with_one_id_are_a_fault() -> None:
    data = shipped_data()
    data["regions"].append(data["regions"][-1])
    assert faults(data) == ("two regions share an id",)


def test_a_place_in_an_unknown_region_is_a_fault() -> None:
    data = shipped_data()
    place_in(data, "chicago")["region"] = "canada"
    assert faults(data) == ("chicago lies in an unknown region canada",)


@pytest.mark.parametrize("end", [0, 1])
def test_a_link_to_an_unknown_place_is_a_fault(end: int) -> None:
    data = shipped_data()
    link_in(data, "chicago", "detroit")[end] = "toronto"
    assert faults(data) == ("a link ends at an unknown place toronto",)


@pytest.mark.parametrize("name", ["toronto", "chicago"])
def test_S6_an_introductory_town_that_is_no_town_is_a_fault(name: str) -> None:
    data = shipped_data()
    data["introductory_towns"]["2"][0][1] = name
    named = f"introductory_towns for 2 players names {name}, which is no town in play"
    assert faults(data) == (named,)


def test_S6_an_introductory_town_out_of_play_is_a_fault() -> None:
    data = shipped_data()
    data["introductory_towns"]["2"][0][1] = "reno"
    named = "introductory_towns for 2 players names reno, which is no town in play"
    assert faults(data) == (named,)


def test_S6_introductory_towns_are_two_a_player() -> None:
    data = shipped_data()
    data["introductory_towns"]["2"][0][1] = data["introductory_towns"]["2"][0][0]
    assert faults(data) == ("introductory_towns for 2 players are not 4 towns",)


def test_a_map_that_is_no_json_is_a_fault() -> None:
    with pytest.raises(BadMap, match="truncated"):
        read_board(b"{")


def test_a_map_with_several_faults_names_all_of_them() -> None:
    data = shipped_data()
    place_in(data, "chicago")["region"] = "canada"
    link_in(data, "reno", "san-francisco")[0] = "toronto"
    assert len(faults(data)) == 2


def test_S1_a_link_to_a_town_that_costs_3_is_a_fault() -> None:
    data = shipped_data()
    link_in(data, "chicago", "ogallala")[2] = 3
    assert faults(data) == ("the link chicago to ogallala costs 3, not one of (0, 1)",)


def test_S1_a_link_between_cities_that_costs_1_is_a_fault() -> None:
    data = shipped_data()
    link_in(data, "chicago", "detroit")[2] = 1
    assert faults(data) == ("the link chicago to detroit costs 1, not one of (3, 5, 8)",)


@pytest.mark.parametrize("ends", [["detroit", "chicago", 5], ["chicago", "chicago", 3]])
def test_a_second_link_or_one_back_to_its_start_is_a_fault(ends: list[object]) -> None:
    data = shipped_data()
    data["links"].append(ends)
    assert faults(data) == ("a link stands twice or leads back to its start",)


def test_a_map_in_two_parts_is_a_fault_for_every_number_of_players() -> None:
    data = shipped_data()
    data["links"] = [each for each in data["links"] if "raleigh" not in each]
    assert faults(data) == tuple(f"with {n} players the map falls apart" for n in (2, 3, 4, 5))


def test_S2_a_map_that_falls_apart_without_the_closed_regions_is_a_fault() -> None:
    data = shipped_data()
    kept = (["minneapolis", "fargo"], ["fargo", "minneapolis"])
    data["links"] = [
        each for each in data["links"] if "minneapolis" not in each or each[:2] in kept
    ]
    assert faults(data) == tuple(f"with {n} players the map falls apart" for n in (2, 3))


def test_T13_a_region_without_a_city_is_a_fault() -> None:
    data = shipped_data()
    data["regions"].append({**data["regions"][-1], "id": "alaska"})
    data["track"]["influence"].append(0)
    assert faults(data) == ("alaska has no city to score",)


def test_S1_a_city_without_a_tile_of_its_size_is_a_fault() -> None:
    data = shipped_data()
    place_in(data, "chicago")["spaces"] = 9
    assert faults(data) == ("chicago has 9 spaces, but no city tile has",)


def test_X1_a_size_on_two_backs_is_a_fault() -> None:
    data = shipped_data()
    data["tile_backs"][0].append(4)
    assert faults(data) == ("a size of city tiles stands on two backs",)


def test_T17_a_track_without_one_space_a_region_is_a_fault() -> None:
    data = shipped_data()
    data["track"]["influence"].pop()
    assert faults(data) == ("the region track has not one space a region",)


@pytest.mark.parametrize("name", ["income_chart", "bonus_tiles", "introductory_towns"])
def test_S7_a_table_for_other_numbers_of_players_than_the_money_is_a_fault(name: str) -> None:
    data = shipped_data()
    del data[name]["3"]
    assert faults(data) == (f"{name} is not given for the same numbers of players as the money",)


@pytest.mark.parametrize("chart", [[], [1, 4, 11], [0, 4, 4], [0, 11, 4]])
def test_T1_an_income_chart_that_does_not_start_at_0_and_rise_is_a_fault(chart: list[int]) -> None:
    data = shipped_data()
    data["income_chart"]["2"] = chart
    assert faults(data) == ("the income chart for 2 players does not start at 0 and rise",)


def test_S7_starting_money_without_one_sum_a_player_is_a_fault() -> None:
    data = shipped_data()
    data["starting_money"]["3"].pop()
    assert faults(data) == ("starting_money for 3 players has not one sum a player",)


def test_S3_more_players_than_colours_are_a_fault() -> None:
    data = shipped_data()
    data["colours"].pop()
    assert faults(data) == ("there are more players than colours",)
