"""The thirteen worked examples of the rulebook, which the pages show on a board."""

from games.domain.events import (
    CityScored,
    Expanded,
    GameEnded,
    IncomeCollected,
    MarketShareIncreased,
    RegionMarked,
    RegionScored,
)
from games.rules.examples import EXAMPLES
from tests.domain.tables import all_of, is_scored, only, seat, spaces


def test_example_P1_income_of_seven_empty_spaces_is_3_dollars_with_five_players() -> None:
    income = only(IncomeCollected, EXAMPLES["P1"].events())
    assert (income.seat, income.empty_spaces, income.amount) == (seat("red"), 7, 3)


def test_example_P2_blue_expands_from_detroit_to_chicago_for_3_dollars() -> None:
    expanded = only(Expanded, EXAMPLES["P2"].events())
    assert (expanded.path, expanded.cost) == (("detroit", "chicago"), 3)


def test_example_P3_orange_increases_in_two_of_four_cities_for_2_dollars() -> None:
    events = EXAMPLES["P3"].events()
    assert sum(increase.cost for increase in all_of(MarketShareIncreased, events)) == 2
    scored = only(CityScored, events)
    assert (scored.city, scored.winner, scored.influence) == ("san-francisco", seat("orange"), 4)


def test_example_P4_the_marker_is_replaced_on_the_next_empty_space() -> None:
    assert spaces(EXAMPLES["P4"].state_after(), "chicago") == "orange orange black blue"


def test_example_P5_two_of_four_are_no_majority() -> None:
    then = EXAMPLES["P5"].state_after()
    assert spaces(then, "omaha") == "red blue blue"
    assert not is_scored(then, "omaha")


def test_example_P6_four_of_six_are_an_absolute_majority() -> None:
    assert EXAMPLES["P6"].state_after().influence[seat("red")] == 6


def test_example_P7_the_first_of_two_leaders_gains_half_of_a_full_city() -> None:
    events, then = EXAMPLES["P7"].events(), EXAMPLES["P7"].state_after()
    assert then.influence == (0, 3, 0, 0, 0)
    assert spaces(then, "chicago") == "red blue white black blue orange"
    assert only(RegionMarked, events) == RegionMarked(seat("red"), "great-lakes", franchise=True)


def test_example_P8_the_franchise_beside_the_tile_breaks_the_tie() -> None:
    then = EXAMPLES["P8"].state_after()
    gained = dict(zip(("blue", "red", "orange", "black", "white"), then.influence, strict=True))
    track = 3
    assert gained == {"white": 10, "black": 8, "orange": 5 + track, "blue": 5, "red": 5}


def test_example_P9_the_seventh_region_gives_3_for_the_track() -> None:
    scored = only(RegionScored, EXAMPLES["P9"].events())
    assert (scored.region, scored.space, scored.influence) == ("northeast", 7, 3)


def test_example_P10_two_tiles_in_the_red_zone_end_the_game_after_this_turn() -> None:
    events = EXAMPLES["P10"].events()
    spaces_paid = [(e.space, e.influence) for e in all_of(RegionScored, events)]
    assert spaces_paid == [(7, 3), (8, 2), (9, 0)]
    assert only(GameEnded, events).reason == "red-zone"


def test_example_P11_a_double_expansion_from_pittsburgh_costs_8_dollars() -> None:
    expansions = all_of(Expanded, EXAMPLES["P11"].events())
    assert [expansion.cost for expansion in expansions] == [5, 3]
    assert EXAMPLES["P11"].state_after().money[seat("blue")] == 0


def test_example_P12_a_double_market_share_puts_two_franchises_in_for_1_dollar() -> None:
    increases = all_of(MarketShareIncreased, EXAMPLES["P12"].events())
    assert [increase.cost for increase in increases] == [1, 0]
    assert spaces(EXAMPLES["P12"].state_after(), "new-york") == "red red blue blue blue"


def test_example_P13_five_towns_eleven_dollars_and_a_bonus_tile_are_12_points() -> None:
    final = EXAMPLES["P13"].finals()[seat("blue")]
    assert (final.towns, final.money, final.bonus_tiles, final.influence) == (5, 3, 4, 12)
