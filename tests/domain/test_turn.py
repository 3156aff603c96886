"""T1 to T12: income, expansion, market share, opening and scoring cities."""

import pytest

from games.domain import Illegal, errors
from games.domain.events import (
    CityScored,
    Event,
    Expanded,
    FranchiseOpened,
    IncomeCollected,
    MarketShareIncreased,
    RegionMarked,
)
from games.domain.rulesets import RULESET
from tests.domain.tables import FIRST, after, all_of, is_scored, lay, only, seat, spaces, turn


@pytest.mark.parametrize(
    ("players", "cities", "amount"),
    [
        (5, "", 1),
        (5, "portland: blue", 1),
        (5, "st-louis: blue", 2),
        (2, "charlotte: blue red", 1),
        (2, "omaha: blue\nst-louis: blue red", 2),
        (5, "new-york: blue\nchicago: blue\nhouston: blue red", 6),
        (5, "new-york: blue\nchicago: blue\nlos-angeles: blue", 7),
    ],
)
def test_T1_the_income_chart_pays_for_empty_spaces(players: int, cities: str, amount: int) -> None:
    assert only(IncomeCollected, turn(lay(players, cities))).amount == amount


def test_T1_scored_cities_towns_and_cities_of_others_pay_nothing() -> None:
    table = lay(5, "new-york scored: blue\nreno: blue\nchicago: red")
    assert only(IncomeCollected, turn(table)).empty_spaces == 0


def test_T2_an_expansion_goes_along_one_link_from_a_town_or_a_scored_city() -> None:
    from_town = lay(5, "ogallala: blue", money={"blue": 1})
    assert only(Expanded, turn(from_town, expand=[{"to": "chicago"}])).path == (
        "ogallala",
        "chicago",
    )
    from_scored = lay(5, "omaha scored: blue", money={"blue": 5})
    assert only(Expanded, turn(from_scored, expand=[{"to": "chicago"}])).path == (
        "omaha",
        "chicago",
    )


def test_T2_no_place_may_be_jumped() -> None:
    table = lay(5, "ogallala: blue", money={"blue": 20})
    with pytest.raises(errors.NoLink) as no:
        turn(table, expand=[{"to": "detroit"}])
    assert (no.value.rule, no.value.value) == ("T2", "detroit")
    assert set(no.value.possible) == {
        "chicago", "dodge-city", "oklahoma-city", "omaha", "sioux-falls",
    }  # fmt: skip


def test_T2_the_named_origin_must_be_linked() -> None:
    table = lay(5, "ogallala: blue\nreno: blue", money={"blue": 20})
    with pytest.raises(errors.NoLink, match="from reno"):
        turn(table, expand=[{"to": "chicago", "from": "reno"}])


def test_T2_the_named_origin_must_hold_an_own_franchise() -> None:
    table = lay(5, "ogallala: blue\ndetroit: red", money={"blue": 20})
    with pytest.raises(errors.NoFranchiseThere) as no:
        turn(table, expand=[{"to": "chicago", "from": "detroit"}])
    assert (no.value.rule, no.value.value, no.value.possible) == ("T2", "detroit", ("ogallala",))


def test_T2_a_marker_of_this_turn_is_no_franchise_to_go_on_from() -> None:
    table = lay(5, "ogallala: blue", money={"blue": 20}, bonus={"blue": 1})
    with pytest.raises(errors.NoLink):
        turn(table, bonus="expand", expand=[{"to": "chicago"}, {"to": "detroit"}])


def test_T2_three_expansions_are_too_many() -> None:
    table = lay(5, "ogallala: blue", money={"blue": 20}, bonus={"blue": 3})
    places = [{"to": name} for name in ("chicago", "omaha", "dodge-city")]
    with pytest.raises(errors.TooManyExpansions) as no:
        turn(table, bonus="expand", expand=places)
    assert (no.value.rule, no.value.value) == ("T2", 3)


def test_T2_an_expansion_may_be_skipped() -> None:
    table = lay(5, "ogallala: blue", money={"blue": 20})
    assert not all_of(Expanded, turn(table))


@pytest.mark.parametrize(
    ("places", "to", "kind"),
    [
        ("ogallala: blue\ndodge-city: red", "dodge-city", errors.TownOccupied),
        ("ogallala: blue\nomaha scored: red", "omaha", errors.CityAlreadyScored),
        ("ogallala: blue\nomaha: blue red", "omaha", errors.AlreadyPresent),
        ("ogallala: blue\nomaha scored: blue", "omaha", errors.AlreadyPresent),
        ("ogallala: blue\ndodge-city: blue", "dodge-city", errors.AlreadyPresent),
    ],
)
def test_T3_the_place_must_be_open(places: str, to: str, kind: type[Illegal]) -> None:
    with pytest.raises(kind) as no:
        turn(lay(5, places, money={"blue": 20}), expand=[{"to": to}])
    assert (no.value.rule, no.value.value) == ("T3", to)
    assert "chicago" in no.value.possible


def test_S2_nobody_expands_into_a_region_out_of_play() -> None:
    table = lay(3, "ogallala: blue", money={"blue": 20})
    with pytest.raises(errors.RegionOutOfPlay) as no:
        turn(table, expand=[{"to": "sioux-falls"}])
    assert (no.value.rule, no.value.value) == ("S2", "sioux-falls")


def test_S2_regions_out_of_play_are_never_scored() -> None:
    assert lay(3).track == after(lay(3)).track


def test_T4_the_cheapest_link_is_used_where_no_origin_is_named() -> None:
    table = lay(5, "omaha: blue\nogallala: blue\nphoenix: blue", money={"blue": 8})
    assert only(Expanded, turn(table, expand=[{"to": "chicago"}])).cost == 1


def test_T4_the_player_may_name_a_dearer_origin() -> None:
    table = lay(5, "omaha: blue\nogallala: blue", money={"blue": 8})
    expanded = only(Expanded, turn(table, expand=[{"to": "chicago", "from": "omaha"}]))
    assert (expanded.path, expanded.cost) == (("omaha", "chicago"), 5)


def test_T4_income_of_the_same_turn_may_be_spent_at_once() -> None:
    table = lay(5, "new-york: blue\nhouston: blue", money={"blue": 0})
    then = after(table, expand=[{"to": "pittsburgh"}])
    assert then.money[seat("blue")] == 4 - 3


def test_T4_nobody_can_go_into_debt() -> None:
    table = lay(5, "omaha scored: blue", money={"blue": 3})
    with pytest.raises(errors.CannotPay) as no:
        turn(table, expand=[{"to": "chicago"}])
    assert (no.value.rule, no.value.value) == ("T4", "chicago")
    assert str(no.value) == "chicago costs $5, and you have $4."
    assert set(no.value.possible) == {"dodge-city", "ogallala"}


def test_T5_an_increase_costs_1_dollar_a_city() -> None:
    table = lay(5, "omaha: blue\nchicago: blue", money={"blue": 0})
    events = turn(table, increase=["omaha", "chicago"])
    assert [event.cost for event in all_of(MarketShareIncreased, events)] == [1, 1]


def test_T5_without_money_there_is_no_increase() -> None:
    table = lay(2, "omaha: blue red red\npittsburgh: blue", money={"blue": 0})
    with pytest.raises(errors.CannotPayIncrease) as no:
        turn(table, increase=["omaha", "pittsburgh"])
    assert (no.value.rule, no.value.value) == ("T5", "pittsburgh")


@pytest.mark.parametrize("city", ["detroit", "casper", "reno"])
def test_T5_only_unscored_cities_with_an_own_franchise_grow(city: str) -> None:
    table = lay(5, "omaha: blue\ndetroit: red\ncasper scored: blue\nreno: blue")
    with pytest.raises(errors.CannotIncrease) as no:
        turn(table, increase=[city])
    assert (no.value.rule, no.value.value, no.value.possible) == ("T5", city, ("omaha",))


def test_T5_the_city_expanded_into_this_turn_does_not_grow() -> None:
    table = lay(5, "ogallala: blue", money={"blue": 5})
    with pytest.raises(errors.CannotIncrease):
        turn(table, expand=[{"to": "chicago"}], increase=["chicago"])


def test_T5_a_city_grows_at_most_once_a_turn() -> None:
    table = lay(5, "chicago: blue", money={"blue": 5})
    with pytest.raises(errors.IncreasedTwice) as no:
        turn(table, increase=["chicago", "chicago"])
    assert (no.value.rule, no.value.value) == ("T5", "chicago")


def places_opened(events: tuple[Event, ...]) -> list[str]:
    return [event.place for event in all_of(FranchiseOpened, events)]


def test_T6_expansions_open_first_then_the_increases_in_their_order() -> None:
    table = lay(5, "ogallala: blue\nomaha: blue\ndetroit: blue", money={"blue": 9})
    events = turn(table, expand=[{"to": "chicago"}], increase=["omaha", "detroit"])
    assert places_opened(events) == ["chicago", "omaha", "detroit"]


def test_T6_the_order_of_arrival_is_the_order_of_the_spaces() -> None:
    table = lay(5, "chicago: red\nogallala: blue", money={"blue": 1})
    then = after(table, expand=[{"to": "chicago"}])
    assert spaces(then, "chicago") == "red blue"


@pytest.mark.parametrize(
    ("city", "before"),
    [
        ("kansas-city", "blue blue red"),
        ("new-york", "blue blue blue blue"),
        ("houston", "blue blue blue"),
        ("st-louis", "blue"),
        ("portland", "blue"),
    ],
)
def test_T7_more_than_half_of_all_spaces_scores_a_city(city: str, before: str) -> None:
    then = after(lay(5, f"{city}: {before}"), increase=[city])
    assert is_scored(then, city)


@pytest.mark.parametrize(
    ("city", "before"), [("new-york", "blue blue blue"), ("houston", "blue blue")]
)
def test_T7_half_of_the_spaces_is_not_enough(city: str, before: str) -> None:
    then = after(lay(5, f"{city}: {before}"), increase=[city])
    assert not is_scored(then, city)


def test_T7_only_the_active_players_majority_counts_while_spaces_are_empty() -> None:
    then = after(lay(5, "portland: red", to_move="blue"))
    assert not is_scored(then, "portland")


def test_T7_a_full_city_is_scored_without_a_majority() -> None:
    table = lay(5, "minneapolis: red\nchicago: blue", money={"blue": 9})
    assert is_scored(after(table, expand=[{"to": "minneapolis"}]), "minneapolis")


def test_T8_an_absolute_majority_gains_the_value() -> None:
    scored = only(CityScored, turn(lay(5, "omaha: blue red blue"), increase=["omaha"]))
    assert (scored.winner, scored.majority, scored.influence) == (seat("blue"), True, 4)


def test_T8_else_the_most_franchises_gain_half_rounded_down() -> None:
    table = lay(5, "kansas-city: red black red blue", to_move="blue")
    scored = only(CityScored, turn(table, increase=["kansas-city"]))
    assert (scored.winner, scored.majority, scored.influence) == (seat("red"), False, 2)


def test_T8_of_tied_players_the_earliest_first_franchise_wins() -> None:
    table = lay(5, "omaha: black blue red", to_move="red")
    then = after(table, increase=["omaha"])
    assert then.influence[seat("red")] == 2
    table = lay(5, "omaha: black blue black", to_move="blue")
    then = after(table, increase=["omaha"])
    assert then.influence[seat("black")] == 2


def test_T9_the_one_who_gained_takes_back_all_but_one_and_the_others_stay() -> None:
    table = lay(5, "omaha: blue red blue", money={"blue": 1})
    then = after(table, increase=["omaha"])
    assert spaces(then, "omaha") == "blue red"
    assert then.supply[seat("blue")] == 40 - 1 - 1
    assert then.supply[seat("red")] == 39


def test_T9_a_scored_city_is_still_an_origin() -> None:
    then = after(lay(5, "omaha scored: blue", money={"blue": 5}), expand=[{"to": "chicago"}])
    assert spaces(then, "chicago") == "blue"


def test_T10_the_active_player_marks_the_region_even_when_another_gained() -> None:
    table = lay(5, "kansas-city: red black red blue", to_move="blue")
    marked = only(RegionMarked, turn(table, increase=["kansas-city"]))
    assert marked == RegionMarked(seat("blue"), "heartland", franchise=True)


def test_T10_only_the_first_city_of_a_region_marks_it() -> None:
    table = lay(5, "omaha: blue blue red", markers={"heartland": "red"})
    assert not all_of(RegionMarked, turn(table, increase=["omaha"]))


def test_T10_the_marker_is_no_franchise_in_the_region() -> None:
    then = after(lay(5, "omaha: blue blue red"), increase=["omaha"])
    assert then.markers[then.board.region_index["heartland"]] == seat("blue")
    assert spaces(then, "omaha") == "blue red"


def test_T10_with_an_empty_supply_the_right_is_noted_all_the_same() -> None:
    table = lay(5, "kansas-city: red black red blue", supply={"blue": 1})
    events = turn(table, increase=["kansas-city"])
    assert only(RegionMarked, events) == RegionMarked(seat("blue"), "heartland", franchise=False)
    then = after(table, increase=["kansas-city"])
    assert then.markers[then.board.region_index["heartland"]] == seat("blue")
    assert then.supply[seat("blue")] == 0


def test_T11_both_franchises_of_a_double_are_placed_before_the_city_is_checked() -> None:
    table = lay(5, "omaha: blue blue", bonus={"blue": 1})
    events = turn(table, bonus="share", increase=["omaha"], double="omaha")
    kinds = [type(event) for event in events if isinstance(event, FranchiseOpened | CityScored)]
    assert kinds == [FranchiseOpened, FranchiseOpened, CityScored]
    assert only(CityScored, events).taken_back == 3


THREE_PLACES = "ogallala: blue\nomaha: blue\ndetroit: blue"


@pytest.mark.parametrize(
    ("ruleset", "opened"),
    [
        (FIRST, ["detroit", "chicago", "omaha"]),
        (RULESET, ["chicago", "detroit", "omaha"]),
    ],
)
def test_T12_the_active_player_may_choose_the_order_of_the_cities(
    ruleset: str, opened: list[str]
) -> None:
    table = lay(5, THREE_PLACES, money={"blue": 9}, ruleset=ruleset)
    events = turn(
        table, expand=[{"to": "chicago"}], increase=["omaha", "detroit"], order=["detroit"]
    )
    assert places_opened(events) == opened


def test_T12_two_expansions_open_in_their_order_and_before_the_increases() -> None:
    table = lay(5, THREE_PLACES, money={"blue": 20}, bonus={"blue": 1})
    expand = [{"to": "st-louis"}, {"to": "chicago"}]
    events = turn(
        table, bonus="expand", expand=expand, increase=["omaha", "detroit"],
        order=["detroit", "omaha"],
    )  # fmt: skip
    assert places_opened(events) == ["st-louis", "chicago", "detroit", "omaha"]


def test_T12_a_city_expanded_into_is_scored_before_an_increase_opens() -> None:
    places = "chicago: blue\nomaha: blue blue\npittsburgh: red"
    table = lay(5, places, money={"blue": 9})
    events = turn(table, expand=[{"to": "pittsburgh"}], increase=["omaha"])
    scored = [event.city for event in events if isinstance(event, CityScored)]
    assert scored == ["pittsburgh", "omaha"]


@pytest.mark.parametrize("order", [["chicago"], ["omaha", "chicago"], ["chicago", "omaha"]])
def test_T12_the_order_is_one_of_increases_only(order: list[str]) -> None:
    body = {"expand": [{"to": "chicago"}], "increase": ["omaha", "detroit"], "order": order}
    with pytest.raises(errors.ExpansionsOpenFirst) as no:
        turn(lay(5, THREE_PLACES, money={"blue": 9}), **body)
    assert (no.value.rule, no.value.value) == ("T12", "chicago")
    assert no.value.possible == ("omaha", "detroit")
    assert turn(lay(5, THREE_PLACES, money={"blue": 9}, ruleset=FIRST), **body)


@pytest.mark.parametrize("order", [["denver"], ["omaha", "omaha"]])
def test_T12_an_order_names_only_places_that_get_a_franchise_once(order: list[str]) -> None:
    table = lay(5, "omaha: blue", money={"blue": 9})
    with pytest.raises(errors.OrderNotThere) as no:
        turn(table, increase=["omaha"], order=order)
    assert (no.value.rule, no.value.value, no.value.possible) == ("T12", order[-1], ("omaha",))
