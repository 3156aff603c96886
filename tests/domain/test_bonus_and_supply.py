"""B1 to B4, P1 and P2: bonus tiles, and the supply of forty franchises."""

import pytest

from games.domain import Illegal, errors
from games.domain.events import BonusTileSpent, Expanded
from games.domain.moves import options
from tests.domain.tables import after, all_of, lay, only, seat, spaces, turn

CHICAGO_AND_OMAHA = [{"to": "chicago"}, {"to": "omaha"}]


def test_B1_no_bonus_tile_in_a_players_first_turn() -> None:
    with pytest.raises(errors.NoBonusInFirstTurn) as no:
        turn(lay(5, "omaha: blue", turn=5), bonus="cash")
    assert (no.value.rule, no.value.value) == ("B1", "cash")
    assert after(lay(5, "omaha: blue", turn=6), bonus="cash").money[seat("blue")] == 12


def test_B1_a_used_bonus_tile_is_out_of_the_game() -> None:
    then = after(lay(5, "omaha: blue", bonus={"blue": 2}), bonus="cash")
    assert (then.bonus[seat("blue")], then.spent[seat("blue")]) == (1, 1)


def test_B1_who_has_none_cannot_use_one() -> None:
    with pytest.raises(errors.NoBonusTile) as no:
        turn(lay(5, "omaha: blue", bonus={}), bonus="cash")
    assert (no.value.rule, no.value.value) == ("B1", "cash")


def test_B2_a_second_expansion_goes_to_another_place() -> None:
    table = lay(5, "ogallala: blue", money={"blue": 9})
    events = turn(table, bonus="expand", expand=CHICAGO_AND_OMAHA)
    assert [event.place for event in all_of(Expanded, events)] == ["chicago", "omaha"]
    assert only(BonusTileSpent, events).use == "expand"


def test_B2_not_to_the_same_place() -> None:
    table = lay(5, "ogallala: blue", money={"blue": 9})
    with pytest.raises(errors.SamePlaceTwice) as no:
        turn(table, bonus="expand", expand=[{"to": "omaha"}, {"to": "omaha"}])
    assert (no.value.rule, no.value.value) == ("B2", "omaha")


def test_B2_a_second_expansion_takes_the_bonus_tile() -> None:
    table = lay(5, "ogallala: blue", money={"blue": 9})
    with pytest.raises(errors.SecondExpansionNeedsBonus) as no:
        turn(table, expand=CHICAGO_AND_OMAHA)
    assert (no.value.rule, no.value.value) == ("B2", "omaha")


def test_B2_the_bonus_tile_takes_a_second_expansion() -> None:
    table = lay(5, "ogallala: blue", money={"blue": 9})
    with pytest.raises(errors.BonusNeedsSecondExpansion) as no:
        turn(table, bonus="expand", expand=[{"to": "omaha"}])
    assert (no.value.rule, no.value.value) == ("B2", 1)


def test_B2_both_expansions_are_paid_one_after_the_other() -> None:
    table = lay(5, "ogallala: blue", money={"blue": 0})
    with pytest.raises(Illegal, match=r"omaha costs \$1, and you have \$0"):
        turn(table, bonus="expand", expand=CHICAGO_AND_OMAHA)


def test_B3_one_more_is_free_where_this_turn_put_one() -> None:
    table = lay(5, "chicago: blue red", money={"blue": 0})
    then = after(table, bonus="share", increase=["chicago"], double="chicago")
    assert spaces(then, "chicago") == "blue red blue blue"
    assert then.money[seat("blue")] == 3 - 1


def test_B3_not_where_this_turn_put_none() -> None:
    table = lay(5, "chicago: blue\nomaha: blue")
    with pytest.raises(errors.DoubleNeedsIncrease) as no:
        turn(table, bonus="share", increase=["chicago"], double="omaha")
    assert (no.value.rule, no.value.value, no.value.possible) == ("B3", "omaha", ("chicago",))


def test_B3_not_with_one_empty_space() -> None:
    table = lay(5, "omaha: blue red black")
    with pytest.raises(errors.DoubleNeedsRoom) as no:
        turn(table, bonus="share", increase=["omaha"], double="omaha")
    assert (no.value.rule, no.value.value) == ("B3", "omaha")


def test_B3_doubling_takes_the_bonus_tile() -> None:
    table = lay(5, "chicago: blue")
    with pytest.raises(errors.DoubleNeedsBonus) as no:
        turn(table, increase=["chicago"], double="chicago")
    assert (no.value.rule, no.value.value) == ("B3", "chicago")


def test_B3_the_bonus_tile_takes_a_city_to_double_in() -> None:
    table = lay(5, "chicago: blue")
    with pytest.raises(errors.BonusNeedsDouble) as no:
        turn(table, bonus="share", increase=["chicago"])
    assert (no.value.rule, no.value.possible) == ("B3", ("chicago",))


def test_B4_ten_dollars_may_be_spent_in_the_same_turn() -> None:
    table = lay(5, "omaha scored: blue", money={"blue": 0})
    then = after(table, bonus="cash", expand=[{"to": "houston"}])
    assert then.money[seat("blue")] == 1 + 10 - 8


def test_P1_an_empty_supply_ends_expanding() -> None:
    table = lay(5, "ogallala: blue", supply={"blue": 0}, money={"blue": 9})
    with pytest.raises(errors.SupplyEmpty) as no:
        turn(table, expand=[{"to": "omaha"}])
    assert (no.value.rule, no.value.value) == ("P1", "omaha")
    offered = options(table)
    assert (offered.expand, offered.increase) == ((), ())


def test_P1_an_empty_supply_ends_increasing() -> None:
    table = lay(5, "omaha: blue\nchicago: blue", supply={"blue": 1}, money={"blue": 9})
    with pytest.raises(errors.SupplyEmpty) as no:
        turn(table, increase=["omaha", "chicago"])
    assert (no.value.rule, no.value.value) == ("P1", "chicago")


def test_P1_a_marker_on_the_board_stands_for_a_franchise_of_the_supply() -> None:
    table = lay(5, "ogallala: blue\nomaha: blue", supply={"blue": 1}, money={"blue": 9})
    with pytest.raises(errors.SupplyEmpty) as no:
        turn(table, expand=[{"to": "chicago"}], increase=["omaha"])
    assert no.value.value == "omaha"
    with pytest.raises(errors.SupplyEmpty):
        turn(table, bonus="expand", expand=[{"to": "chicago"}, {"to": "dodge-city"}])


def test_P1_a_double_takes_one_from_the_supply_too() -> None:
    table = lay(5, "chicago: blue", supply={"blue": 1}, money={"blue": 9})
    with pytest.raises(errors.SupplyEmpty):
        turn(table, bonus="share", increase=["chicago"], double="chicago")


def test_P2_the_bank_never_runs_out() -> None:
    table = lay(5, "omaha: blue", money={"blue": 10_000})
    assert after(table, bonus="cash").money[seat("blue")] == 10_012
