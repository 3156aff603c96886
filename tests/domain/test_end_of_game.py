"""T19 to T21, E1 and E2: how a game ends and who wins."""

from games.domain import State
from games.domain.commands import command
from games.domain.decide import decide
from games.domain.events import GameEnded, IncomeCollected, TimeRanOut, TurnEnded
from games.domain.evolve import replay
from games.domain.scoring import winners
from games.domain.state import Final
from tests.domain.tables import after, all_of, lay, only, seat, turn

TEXAS = "houston scored: red\ndallas scored: blue red\noklahoma-city scored: red\n"


def run_out_of_time(state: State) -> State:
    return replay(decide(state, command("time-out", state.mover, {})), state)


def test_T19_a_region_tile_in_the_red_zone_ends_the_game_at_once() -> None:
    others = [region.id for region in lay(5).board.regions if region.id != "texas"]
    table = lay(5, TEXAS, markers={"texas": "red"}, track=others[:7], to_move="red", money={})
    events = turn(table, expand=[{"to": "el-paso"}])
    assert only(GameEnded, events).reason == "red-zone"
    assert after(table, expand=[{"to": "el-paso"}]).status == "ended"


def test_T19_seven_tiles_on_the_track_do_not_end_it() -> None:
    others = [region.id for region in lay(5).board.regions if region.id != "texas"]
    table = lay(5, TEXAS, markers={"texas": "red"}, track=others[:6])
    assert after(table, expand=[{"to": "el-paso"}]).status == "playing"


def test_T20_the_game_ends_when_nobody_has_expanded_back_to_back() -> None:
    state = lay(3, "omaha: blue\nogallala: red\nindianapolis: orange")
    state = after(after(state), increase=[])
    assert state.status == "playing"
    assert only(GameEnded, turn(state)).reason == "no-expansion"


def test_T20_a_turn_with_increases_alone_counts_as_well() -> None:
    state = lay(2, "omaha: blue\nogallala: red", still=["red"])
    assert after(state, increase=["omaha"]).status == "ended"


def test_T20_an_expansion_breaks_the_row() -> None:
    state = lay(2, "omaha: blue\nogallala: red", still=["red"], money={"blue": 5})
    then = after(state, expand=[{"to": "dodge-city"}])
    assert (then.status, then.still) == ("playing", ())


def test_T20_a_turn_lost_to_the_clock_neither_counts_nor_breaks_the_row() -> None:
    state = lay(2, "omaha: blue\nogallala: red")
    state = after(state)
    state = run_out_of_time(state)
    assert (state.status, state.still) == ("playing", (seat("blue"),))
    state = after(state)
    assert (state.status, state.still) == ("playing", (seat("blue"),))
    assert after(state).status == "ended"


def test_T21_who_passes_still_collects_income() -> None:
    state = lay(2, "omaha: blue", money={"blue": 2})
    assert after(state).money[seat("blue")] == 3


def test_T21_who_runs_out_of_time_collects_income_too() -> None:
    state = lay(2, "omaha: blue", money={"blue": 2})
    events = decide(state, command("time-out", 0, {}))
    assert [type(event) for event in events] == [TimeRanOut, IncomeCollected, TurnEnded]
    assert run_out_of_time(state).money[seat("blue")] == 3


def test_T21_a_player_who_can_do_nothing_passes() -> None:
    state = lay(2, "", money={"blue": 0})
    assert not all_of(GameEnded, turn(state))


def test_E1_towns_full_three_dollars_and_unused_bonus_tiles_count() -> None:
    state = lay(
        2,
        "pueblo: blue\nmemphis: blue\nomaha: blue\nchicago scored: blue",
        money={"blue": 4, "red": 8},
        bonus={"blue": 2},
        influence={"blue": 10},
        still=["red"],
    )
    ended = only(GameEnded, turn(state))
    blue, red = ended.final
    assert blue == Final(0, towns=2, money=1, bonus_tiles=8, influence=21)
    assert red == Final(1, towns=0, money=2, bonus_tiles=0, influence=2)


def test_E2_most_influence_wins() -> None:
    assert winners([Final(0, 3, 0, 0, 40), Final(1, 1, 0, 0, 41)]) == (1,)


def test_E2_a_tie_goes_to_most_towns() -> None:
    assert winners([Final(0, 3, 0, 0, 40), Final(1, 1, 0, 0, 40), Final(2, 9, 0, 0, 39)]) == (0,)


def test_E2_still_tied_the_win_is_shared() -> None:
    assert winners([Final(0, 3, 0, 0, 40), Final(1, 3, 0, 0, 40)]) == (0, 1)
