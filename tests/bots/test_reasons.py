"""Why a turn is good: what it scores, opens, and keeps others out of, what matters most first."""

import pytest
from hypothesis import given, settings

from games.bots import reasons
from games.bots.reasons import Reason
from games.bots.suggestions import suggestions
from games.domain import Options, State
from games.domain.commands import command
from tests.domain.games import any_options, any_players, any_seed, steps
from tests.domain.milestones import lay_with_tile
from tests.domain.tables import lay

TEXAS = """
    houston scored: blue
    dallas scored: blue
    oklahoma-city scored: red
    albuquerque: blue
"""


def why(state: State, **turn: object) -> tuple[Reason, ...]:
    return reasons.reasons(state, command("turn", state.mover, turn))


def test_a_city_that_is_taken_comes_before_what_is_opened() -> None:
    table = lay(3, "detroit: blue blue\ncharlotte: red", money={"blue": 9})
    told = why(table, expand=[{"to": "chicago"}], increase=["detroit"])
    assert told[0] == reasons.CityTaken("detroit", 4)
    assert reasons.CityOpened("chicago", 6, 2) in told


def test_a_region_is_closed_for_what_it_gives_and_the_track() -> None:
    table = lay(3, TEXAS, money={"blue": 9}, markers={"texas": "blue"})
    closed, *others = why(table, expand=[{"to": "el-paso"}])
    assert closed == reasons.RegionClosed(
        "texas", leads=True, points=5, others=4, track=2, dollars=0
    )
    assert reasons.TownTaken("el-paso") in others


def test_a_region_that_gives_another_more_is_no_reason() -> None:
    red = TEXAS.replace("dallas scored: blue", "dallas scored: red red red")
    table = lay(2, red, money={"blue": 9}, markers={"texas": "red"})
    assert not any(
        isinstance(each, reasons.RegionClosed) for each in why(table, expand=[{"to": "el-paso"}])
    )


def test_a_pass_keeps_what_money_there_is() -> None:
    assert reasons.MoneyKept(11) in why(lay(3, "omaha: blue", money={"blue": 9}))


def test_m3_a_milestone_is_a_reason_for_who_reaches_it() -> None:
    table = lay_with_tile("four-towns", "flagstaff: blue\nreno: blue\npueblo: blue")
    assert reasons.MilestoneReached("four-towns") in why(table, expand=[{"to": "las-vegas"}])


def test_m3_a_milestone_that_another_reaches_by_the_turn_is_none() -> None:
    five = "chicago scored: red blue blue blue\nkansas-city: red red blue blue"
    table = lay_with_tile("five-in-scored-cities", five, to_move="red")
    told = why(table, increase=["kansas-city"])
    assert not any(isinstance(each, reasons.MilestoneReached) for each in told)


def test_a_lead_counts_once_it_is_alone() -> None:
    table = lay(3, "detroit: blue\nminneapolis: red", money={"blue": 20})
    assert reasons.LeadTaken("great-lakes") in why(table, expand=[{"to": "indianapolis"}])
    assert reasons.LeadTaken("great-lakes") not in why(table)


def test_income_grows_by_a_city_or_by_nothing_new() -> None:
    table = lay(3, "detroit: blue", money={"blue": 20})
    (opened,) = [each for each in why(table, expand=[{"to": "chicago"}]) if "Opened" in repr(each)]
    assert opened == reasons.CityOpened("chicago", 6, 3)
    boomed = lay(3, "chicago: blue", options=Options(boom=True), boom="detroit")
    assert why(boomed, boom="chicago") == (reasons.IncomeGrows(4, 2),)


def test_a_majority_on_its_way_counts_as_long_as_it_can_be_had() -> None:
    table = lay(3, "chicago: blue blue\nomaha: blue red red", money={"blue": 9})
    told = why(table, increase=["chicago", "omaha"])
    assert reasons.MajorityNears("chicago", 3, 4) in told
    assert not any(
        isinstance(each, reasons.MajorityNears) and each.city == "omaha" for each in told
    )


def test_who_could_have_gone_there_next_is_kept_out() -> None:
    table = lay(3, "detroit: blue\nminneapolis: red\nst-louis: orange", money={"blue": 9})
    told = why(table, expand=[{"to": "indianapolis"}])
    assert reasons.KeptOut(2, "indianapolis") in told


def test_a_starting_town_is_told_by_the_largest_cities_beside_it() -> None:
    (table, _), *_ = steps(2, Options(), 7)
    town = command("town", table.mover, {"town": "montgomery"})
    assert reasons.reasons(table, town) == (reasons.LiesBeside(("atlanta", "jacksonville")),)


def test_a_choice_of_tiles_has_no_reason() -> None:
    (draft, order), *_ = steps(2, Options(layout="draft"), 7)
    assert reasons.reasons(draft, order) == ()


def test_the_end_that_wins_matters_most() -> None:
    for state, order in steps(2, Options(introductory=True), 1):
        told = reasons.reasons(state, order)
        if reasons.GameWon() in told:
            assert told[0] == reasons.GameWon()
            return
    pytest.fail("nobody has won by the last turn")


@pytest.mark.uncounted
@settings(max_examples=10)
@given(any_players, any_options, any_seed)
def test_whatever_is_suggested_can_be_told(players: int, options: Options, seed: int) -> None:
    for number, (state, _) in enumerate(steps(players, options, seed)):
        for order in suggestions(state) if number % 9 == 0 else ():
            assert len(reasons.reasons(state, order)) < 30
