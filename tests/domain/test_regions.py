"""T13 to T18: when a region is scored, who gains what, and the region track."""

import pytest

from games.domain.errors import RegionNotScored
from games.domain.events import RegionScored
from tests.domain.tables import after, all_of, lay, only, seat, turn

TEXAS_BUT_EL_PASO = "houston scored: {}\ndallas scored: {}\noklahoma-city scored: {}\n"


def texas(houston: str, dallas: str, oklahoma: str) -> str:
    return TEXAS_BUT_EL_PASO.format(houston, dallas, oklahoma)


def test_T13_a_region_is_scored_when_its_towns_hold_a_franchise_and_its_tiles_are_gone() -> None:
    table = lay(5, texas("red", "blue", "red"), markers={"texas": "red"})
    scored = only(RegionScored, turn(table, expand=[{"to": "el-paso"}]))
    assert scored.region == "texas"


def test_T13_an_empty_town_keeps_a_region_open() -> None:
    table = lay(5, texas("red", "blue", "red"), markers={"texas": "red"})
    assert not all_of(RegionScored, turn(table))


def test_T13_an_unscored_city_keeps_a_region_open() -> None:
    places = "houston scored: blue\ndallas: blue\noklahoma-city scored: red"
    table = lay(5, places, markers={"texas": "red"})
    assert not all_of(RegionScored, turn(table, expand=[{"to": "el-paso"}]))


def test_T14_most_second_most_and_every_other_player_there() -> None:
    table = lay(
        5, texas("blue red", "red blue", "blue black"), markers={"texas": "red"}, to_move="red"
    )
    scored = only(RegionScored, turn(table, expand=[{"to": "el-paso"}]))
    ranked = [
        (share.seat, share.rank, share.franchises, share.influence) for share in scored.shares
    ]
    assert ranked == [
        (seat("red"), 1, 3, 5),
        (seat("blue"), 2, 3, 4),
        (seat("black"), 3, 1, 2),
    ]


def test_T14_players_without_a_franchise_there_gain_nothing() -> None:
    table = lay(5, texas("red", "blue", "red"), markers={"texas": "red"})
    then = after(table, expand=[{"to": "el-paso"}])
    assert (then.influence[seat("black")], then.influence[seat("white")]) == (0, 0)


def test_T15_with_two_players_the_second_gets_the_lowest_number() -> None:
    table = lay(2, texas("red", "blue red", "red"), markers={"texas": "red"})
    shares = only(RegionScored, turn(table, expand=[{"to": "el-paso"}])).shares
    assert [(share.seat, share.influence) for share in shares] == [
        (seat("red"), 5),
        (seat("blue"), 2),
    ]


@pytest.mark.parametrize(
    ("marker", "ranking"),
    [
        ("blue", ["blue", "red", "black"]),
        ("red", ["red", "black", "blue"]),
        ("orange", ["black", "blue", "red"]),
        ("white", ["blue", "red", "black"]),
    ],
)
def test_T16_ties_go_to_the_marker_and_then_clockwise(marker: str, ranking: list[str]) -> None:
    table = lay(5, texas("red black", "blue black", "red"), markers={"texas": marker})
    shares = only(RegionScored, turn(table, expand=[{"to": "el-paso"}])).shares
    assert [share.seat for share in shares] == [seat(colour) for colour in ranking]


def test_T16_the_marker_does_not_count_itself() -> None:
    table = lay(5, texas("blue", "blue", "red"), markers={"texas": "red"})
    shares = only(RegionScored, turn(table, expand=[{"to": "el-paso"}])).shares
    assert [(share.seat, share.franchises) for share in shares] == [
        (seat("blue"), 3),
        (seat("red"), 1),
    ]


@pytest.mark.parametrize(
    ("before", "influence"),
    list(enumerate([3, 3, 2, 2, 3, 4, 3, 2, 0])),
)
def test_T17_the_active_player_gains_the_influence_of_the_track(
    before: int, influence: int
) -> None:
    others = [region.id for region in lay(5).board.regions if region.id != "texas"]
    table = lay(5, texas("red", "blue", "red"), markers={"texas": "red"}, track=others[:before])
    scored = only(RegionScored, turn(table, expand=[{"to": "el-paso"}]))
    assert (scored.space, scored.influence) == (before + 1, influence)


def test_T17_with_three_players_the_first_region_lands_on_space_4() -> None:
    table = lay(3, texas("red", "blue", "red"), markers={"texas": "red"})
    scored = only(RegionScored, turn(table, expand=[{"to": "el-paso"}]))
    assert (scored.space, scored.influence) == (4, 2)


TWO_REGIONS = texas("red", "blue", "red") + "el-paso: red\nnew-york scored: red\npittsburgh: blue"


def test_T18_several_regions_go_in_the_maps_order() -> None:
    table = lay(5, TWO_REGIONS, markers={"texas": "red", "northeast": "blue"})
    events = turn(table, increase=["pittsburgh"])
    assert [event.region for event in all_of(RegionScored, events)] == ["texas", "northeast"]


def test_T18_or_in_the_active_players_order() -> None:
    table = lay(5, TWO_REGIONS, markers={"texas": "red", "northeast": "blue"})
    events = turn(table, increase=["pittsburgh"], regions=["northeast"])
    assert [event.region for event in all_of(RegionScored, events)] == ["northeast", "texas"]


@pytest.mark.parametrize("regions", [["heartland"], ["texas", "texas"]])
def test_T18_an_order_names_only_regions_scored_in_this_turn_once(regions: list[str]) -> None:
    table = lay(5, texas("red", "blue", "red") + "el-paso: red", markers={"texas": "red"})
    with pytest.raises(RegionNotScored) as no:
        turn(table, regions=regions)
    assert (no.value.rule, no.value.value, no.value.possible) == ("T18", regions[-1], ("texas",))


def test_a_region_without_a_tile_or_a_marker_cannot_be_scored() -> None:
    table = lay(5, texas("red", "blue", "red"))
    with pytest.raises(LookupError, match="texas"):
        turn(table, expand=[{"to": "el-paso"}])
