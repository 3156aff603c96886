"""Expansion 2, O1 to O4: the Boom marker."""

import pytest

from games.domain import Options, State
from games.domain.commands import command
from games.domain.decide import decide
from games.domain.errors import (
    NotYourTurn,
    WrongMoment,
)
from games.domain.events import BoomMoved, IncomeCollected, SetupStageBegan
from games.domain.evolve import replay
from games.domain.expansions import boom
from games.domain.moves import BoomMove, options
from games.domain.rulesets import RULESET, RULESETS
from games.domain.setup import start
from games.domain.table import table
from tests.domain.tables import FIRST, after, all_of, is_scored, lay, only, seat, turn

PLAYED = Options(boom=True)


def with_boom(
    players: int,
    city: str,
    places: str = "",
    *,
    to_move: str = "blue",
    ruleset: str = RULESET,
) -> State:
    return lay(players, places, boom=city, to_move=to_move, options=PLAYED, ruleset=ruleset)


def choose_towns(players: int = 3, first: int = 1) -> State:
    state = replay(start(players, first=first, options=PLAYED, seed=1))
    for town in ("memphis", "raleigh", "pueblo", "montgomery", "ogallala")[:players]:
        state = replay(decide(state, command("town", state.mover, {"town": town})), state)
    return state


def moves_boom(state: State, city: str) -> bool:
    return all_of(BoomMoved, turn(state, boom=city)) == [BoomMoved(state.mover, city)]


def targets(state: State, city: str) -> tuple[object, ...]:
    """Where the marker can go, as the refusal of another city names it."""
    with pytest.raises(boom.BoomCannotReach) as no:
        turn(state, boom=city)
    assert (no.value.rule, no.value.value) == ("O2", city)
    return no.value.possible


def empty_spaces(state: State, **body: object) -> int:
    return only(IncomeCollected, turn(state, **body)).empty_spaces


def test_O1_after_the_starting_towns_the_first_player_puts_the_marker_beside_a_city() -> None:
    state = choose_towns(first=1)
    assert (state.status, state.mover, state.boom) == ("boom", 1, None)
    events = decide(state, command("boom", 1, {"boom": "chicago"}))
    assert events == (BoomMoved(1, "chicago"), SetupStageBegan("playing", 1))
    then = replay(events, state)
    assert (table(then).boom, then.turn, then.mover) == ("chicago", 1, 1)


def test_O1_the_introductory_game_asks_for_the_city_too() -> None:
    state = replay(start(2, first=1, options=Options(boom=True, introductory=True), seed=1))
    assert (state.status, state.mover) == ("boom", 1)


def test_O1_every_city_in_play_is_offered() -> None:
    cities = tuple(place.id for place in choose_towns(5).board.places if not place.is_town)
    assert options(choose_towns(5)).cities == cities


@pytest.mark.parametrize(("name", "players"), [("reno", 5), ("memphis", 5), ("casper", 3)])
def test_O1_the_marker_starts_at_no_town_and_not_out_of_play(name: str, players: int) -> None:
    state = choose_towns(players)
    with pytest.raises(boom.BoomCannotStandThere) as no:
        decide(state, command("boom", 1, {"boom": name}))
    assert (no.value.rule, no.value.value) == ("O1", name)
    assert "chicago" in no.value.possible
    assert name not in no.value.possible


def test_O1_nobody_but_the_first_player_puts_it() -> None:
    with pytest.raises(NotYourTurn) as no:
        decide(choose_towns(first=1), command("boom", 0, {"boom": "chicago"}))
    assert (no.value.rule, no.value.value, no.value.possible) == ("S4", 0, (1,))


def test_O1_no_turn_is_played_before_it_lies() -> None:
    with pytest.raises(WrongMoment) as no:
        decide(choose_towns(first=1), command("turn", 1, {}))
    assert no.value.value == "a turn"
    assert no.value.possible == ("a city for the Boom marker",)


def test_O1_without_the_expansion_there_is_no_marker() -> None:
    state = lay(5, "omaha: blue")
    assert (state.status, state.boom, options(state).boom) == ("playing", None, ())
    with pytest.raises(boom.NoBoomInThisGame) as no:
        turn(state, boom="chicago")
    assert (no.value.rule, no.value.value, no.value.possible) == ("O1", "chicago", ())


def test_O2_the_marker_may_be_left_where_it_is() -> None:
    state = with_boom(5, "chicago")
    assert all_of(BoomMoved, turn(state)) == []
    assert all_of(BoomMoved, turn(state, boom="chicago")) == []
    assert after(state).boom == state.boom


def test_O2_it_moves_along_one_link() -> None:
    assert moves_boom(with_boom(5, "chicago"), "new-york")


def test_O2_it_moves_before_income() -> None:
    events = turn(with_boom(5, "chicago", "new-york: blue"), boom="new-york")
    assert [type(event) for event in events[:2]] == [BoomMoved, IncomeCollected]
    assert only(IncomeCollected, events).empty_spaces == 7 + 7


@pytest.mark.parametrize("players", [3, 5])
def test_O2_it_moves_through_several_towns_whoever_stands_there(players: int) -> None:
    state = with_boom(players, "houston", "little-rock: red\nhuntsville: blue")
    assert moves_boom(state, "washington")


def test_O2_it_moves_through_scored_cities() -> None:
    assert "charleston" not in targets(with_boom(5, "houston"), "portland")
    assert moves_boom(with_boom(5, "houston", "atlanta scored: red"), "charleston")


def test_O2_it_does_not_move_through_an_unscored_city() -> None:
    near = ("chicago", "pittsburgh", "new-york", "charlotte", "st-louis")
    assert targets(with_boom(5, "detroit"), "omaha") == near


@pytest.mark.parametrize("name", ["ogallala", "denver"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_O2_it_goes_to_no_town_and_no_distant_city(name: str, ruleset: str) -> None:
    state = with_boom(5, "chicago", "omaha scored: red", ruleset=ruleset)
    assert "new-york" in targets(state, name)
    assert name not in targets(state, name)


def test_O2_it_goes_to_a_scored_city_where_it_doubles_nothing() -> None:
    state = with_boom(5, "chicago", "omaha scored: blue\nchicago: blue")
    assert moves_boom(state, "omaha")
    assert empty_spaces(state) == 12
    assert empty_spaces(state, boom="omaha") == 6
    assert BoomMove("omaha", 3) in options(state).boom


def test_O2_by_the_first_ruleset_it_goes_to_no_scored_city() -> None:
    state = with_boom(5, "chicago", "omaha scored: red", ruleset=FIRST)
    assert "omaha" not in targets(state, "omaha")
    assert "omaha" not in [move.city for move in options(state).boom]


def test_O2_a_scored_city_is_reached_by_way_of_towns_and_scored_ones() -> None:
    places = "omaha scored: red\nhouston scored: red\ncasper: red"
    assert moves_boom(with_boom(5, "chicago", places), "houston")


def test_O2_it_does_not_pass_regions_out_of_play() -> None:
    assert moves_boom(with_boom(5, "minneapolis"), "oklahoma-city")
    assert targets(with_boom(3, "minneapolis"), "oklahoma-city") == ("chicago", "pittsburgh")


def test_O2_it_does_not_go_to_a_region_out_of_play() -> None:
    assert moves_boom(with_boom(5, "minneapolis"), "billings")
    assert "billings" not in targets(with_boom(3, "minneapolis"), "billings")


def test_O2_it_may_move_in_every_turn_by_whoever_is_active() -> None:
    state = after(with_boom(2, "chicago"), boom="detroit")
    assert moves_boom(state, "st-louis")
    assert after(state, boom="st-louis").boom == state.board.index["st-louis"]


def test_O2_it_stays_where_a_players_time_runs_out() -> None:
    state = with_boom(2, "chicago", "chicago: blue")
    events = decide(state, command("time-out", 0, {}))
    assert replay(events, state).boom == state.boom
    assert only(IncomeCollected, events).empty_spaces == 12


def test_O2_the_choices_are_offered_with_their_income() -> None:
    state = with_boom(3, "minneapolis", "chicago: blue\npittsburgh: blue red")
    assert options(state).boom == (
        BoomMove("minneapolis", 2),
        BoomMove("chicago", 4),
        BoomMove("pittsburgh", 2),
    )


def test_O3_the_empty_spaces_of_its_city_count_double() -> None:
    places = "chicago: blue red\nomaha: blue"
    assert empty_spaces(lay(5, places)) == 5 + 3
    assert empty_spaces(with_boom(5, "chicago", places)) == 2 * 5 + 3


def test_O3_only_where_the_active_player_has_a_franchise() -> None:
    assert empty_spaces(with_boom(5, "chicago", "chicago: red\nomaha: blue")) == 3


def test_O3_for_every_player_on_the_own_turn() -> None:
    state = with_boom(5, "chicago", "chicago: red blue", to_move="red")
    assert empty_spaces(state) == 10
    assert only(IncomeCollected, turn(after(state))).seat == seat("orange")
    assert empty_spaces(after(state)) == 0


def test_O3_a_marker_expanded_this_turn_is_too_late_for_income() -> None:
    state = with_boom(5, "chicago", "ogallala: blue")
    assert empty_spaces(state, expand=[{"to": "chicago"}]) == 0


def test_O4_the_marker_stays_at_a_city_that_is_scored_and_pays_nothing() -> None:
    state = with_boom(5, "omaha", "omaha: blue blue red\ndetroit: red")
    then = after(state, increase=["omaha"])
    assert is_scored(then, "omaha")
    assert then.boom == state.boom
    assert empty_spaces(then) == 3


def test_O4_it_can_move_on_in_a_later_turn() -> None:
    state = with_boom(2, "omaha", "omaha: blue blue red\nchicago: red")
    then = after(state, increase=["omaha"])
    assert moves_boom(then, "chicago")
    assert empty_spaces(then, boom="chicago") == 12


def test_O4_it_may_stay_at_the_scored_city() -> None:
    state = with_boom(5, "omaha", "omaha scored: blue")
    assert after(state, boom="omaha").boom == state.board.index["omaha"]


def test_O4_once_moved_on_it_may_come_back_to_a_scored_city() -> None:
    state = after(with_boom(2, "omaha", "omaha scored: blue"), boom="chicago")
    assert moves_boom(state, "omaha")
