"""The thirteen worked examples of the rulebook, in words as they are pictured there."""

from games.domain.events import (
    CityScored,
    Expanded,
    GameEnded,
    IncomeCollected,
    MarketShareIncreased,
    RegionMarked,
    RegionScored,
)
from games.domain.scoring import final_scores
from tests.domain.tables import after, all_of, is_scored, lay, only, seat, spaces, turn


def test_example_P1_income_of_seven_empty_spaces_is_3_dollars_with_five_players() -> None:
    table = lay(
        5,
        """
        st-louis: red
        kansas-city: white red red
        washington: orange red blue
        """,
        to_move="red",
    )
    income = only(IncomeCollected, turn(table))
    assert (income.empty_spaces, income.amount) == (7, 3)


def test_example_P2_blue_expands_from_detroit_to_chicago_for_3_dollars() -> None:
    table = lay(5, "detroit: orange blue\nchicago: orange orange black", money={"blue": 2})
    events = turn(table, expand=[{"to": "chicago"}])
    expanded = only(Expanded, events)
    assert (expanded.path, expanded.cost) == (("detroit", "chicago"), 3)


def test_example_P3_orange_increases_in_two_of_four_cities_for_2_dollars() -> None:
    table = lay(
        5,
        """
        los-angeles: white black orange
        san-francisco: orange orange
        casper scored: red orange red
        portland scored: orange
        """,
        to_move="orange",
        money={"orange": 0},
    )
    events = turn(table, increase=["los-angeles", "san-francisco"])
    assert sum(increase.cost for increase in all_of(MarketShareIncreased, events)) == 2
    scored = only(CityScored, events)
    assert (scored.city, scored.winner, scored.influence) == ("san-francisco", seat("orange"), 4)


def test_example_P4_the_marker_is_replaced_on_the_next_empty_space() -> None:
    table = lay(5, "detroit: orange blue\nchicago: orange orange black", money={"blue": 2})
    assert spaces(after(table, expand=[{"to": "chicago"}]), "chicago") == "orange orange black blue"


def test_example_P5_two_of_four_are_no_majority() -> None:
    table = lay(5, "omaha: red blue", money={"blue": 1})
    then = after(table, increase=["omaha"])
    assert spaces(then, "omaha") == "red blue blue"
    assert not is_scored(then, "omaha")


def test_example_P6_four_of_six_are_an_absolute_majority() -> None:
    table = lay(5, "washington: red blue red red", to_move="red")
    then = after(table, increase=["washington"])
    assert then.influence[seat("red")] == 6


def test_example_P7_the_first_of_two_leaders_gains_half_of_a_full_city() -> None:
    table = lay(5, "chicago: red blue white black blue orange", to_move="red")
    events = turn(table, increase=["chicago"])
    then = after(table, increase=["chicago"])
    assert then.influence == (0, 3, 0, 0, 0)
    assert spaces(then, "chicago") == "red blue white black blue orange"
    assert only(RegionMarked, events) == RegionMarked(seat("red"), "great-lakes", franchise=True)


def test_example_P8_the_franchise_beside_the_tile_breaks_the_tie() -> None:
    table = lay(
        5,
        """
        phoenix scored: white black black
        albuquerque scored: white black black
        denver scored: white red blue
        pueblo: white
        flagstaff: orange
        los-angeles: orange
        """,
        to_move="orange",
        markers={"four-corners": "white"},
        money={"orange": 5},
    )
    salt_lake = after(table, expand=[{"to": "salt-lake-city"}])
    gained = dict(
        zip(("blue", "red", "orange", "black", "white"), salt_lake.influence, strict=True)
    )
    track = 3
    assert gained == {"white": 10, "black": 8, "orange": 5 + track, "blue": 5, "red": 5}


def test_example_P9_the_seventh_region_gives_3_for_the_track() -> None:
    six = ["california", "northwest", "northern-plains", "texas", "heartland", "great-lakes"]
    table = lay(
        5,
        "new-york scored: red\npittsburgh: red",
        to_move="red",
        track=six,
        markers={"northeast": "red"},
    )
    scored = only(RegionScored, turn(table, increase=["pittsburgh"]))
    assert (scored.region, scored.space, scored.influence) == ("northeast", 7, 3)


def test_example_P10_two_tiles_in_the_red_zone_end_the_game_after_this_turn() -> None:
    six = ["california", "northwest", "northern-plains", "four-corners", "heartland", "great-lakes"]
    table = lay(
        5,
        """
        new-york scored: red
        pittsburgh: red
        jacksonville: red
        atlanta scored: red
        montgomery: blue
        huntsville: blue
        houston scored: blue
        dallas: red blue red
        oklahoma-city scored: blue
        el-paso: blue
        """,
        to_move="red",
        track=six,
        markers={"northeast": "red", "deep-south": "red", "texas": "blue"},
        money={"red": 2},
    )
    events = turn(table, increase=["pittsburgh", "jacksonville", "dallas"])
    spaces_paid = [(e.space, e.influence) for e in all_of(RegionScored, events)]
    assert spaces_paid == [(7, 3), (8, 2), (9, 0)]
    assert only(GameEnded, events).reason == "red-zone"


def test_example_P11_a_double_expansion_from_pittsburgh_costs_8_dollars() -> None:
    table = lay(5, "pittsburgh: blue", money={"blue": 7}, bonus={"blue": 1})
    then = after(table, bonus="expand", expand=[{"to": "chicago"}, {"to": "new-york"}])
    assert then.money[seat("blue")] == 0


def test_example_P12_a_double_market_share_puts_two_franchises_in_for_1_dollar() -> None:
    table = lay(5, "new-york: red red blue", bonus={"blue": 1})
    events = turn(table, bonus="share", increase=["new-york"], double="new-york")
    assert [increase.cost for increase in all_of(MarketShareIncreased, events)] == [1, 0]
    assert (
        spaces(after(table, bonus="share", increase=["new-york"], double="new-york"), "new-york")
        == "red red blue blue blue"
    )


def test_example_P13_five_towns_eleven_dollars_and_a_bonus_tile_are_12_points() -> None:
    table = lay(
        5,
        "pueblo: blue\nflagstaff: blue\nreno: blue\nboise: blue\nspokane: blue",
        money={"blue": 11},
        bonus={"blue": 1},
    )
    final = final_scores(table)[seat("blue")]
    assert (final.towns, final.money, final.bonus_tiles, final.influence) == (5, 3, 4, 12)
