"""A computer player gives way to another one once all persons at the table want it."""

import pytest

from games.domain import Event, Options, State
from games.domain.chain import NO_STAMP
from games.domain.commands import command
from games.domain.computer_change import (
    ComputerNotWanted,
    ComputerWantedAlready,
    NoComputer,
    WantComputer,
    open_wishes,
)
from games.domain.decide import decide, judge
from games.domain.events import ComputerWanted, PlayerReplaced
from games.domain.evolve import replay
from games.domain.lobby import (
    CreateGame,
    LobbyCommand,
    NoSuchSeat,
    NotUnderWay,
    ReplacePlayer,
    StartGame,
    TakeSeat,
)
from games.domain.record import check, record_of
from games.domain.rejudge import rejudge
from games.domain.state import NEW_GAME, ComputerWish, Seat, Terms
from games.domain.take_backs import TakeBack

TERMS = Terms("Route 66", take_backs="any-turn")


def begin(people: int = 2) -> list[Event]:
    """People, then a computer player."""
    events: list[Event] = []
    give(events, CreateGame(TERMS, people + 1, Options(introductory=True)))
    give(events, *(TakeSeat(player=number + 1) for number in range(people)))
    give(events, TakeSeat(bot="regular"), StartGame(seed=1, first=0))
    return events


def give(events: list[Event], *orders: LobbyCommand) -> State:
    state = replay(events)
    for order in orders:
        happened, state = judge(state, order)
        events += happened
    return state


def test_with_the_last_of_the_persons_the_computer_player_changes() -> None:
    events = begin()
    state = give(events, WantComputer(0, 2, "strong"))
    assert state.setup.seats[2] == Seat(bot="regular")
    assert state.computer_wishes == (ComputerWish(0, 2, "strong"),)
    assert decide(state, WantComputer(1, 2, "master")) == (ComputerWanted(1, 2, "master"),)
    assert decide(state, WantComputer(1, 2, "strong")) == (
        ComputerWanted(1, 2, "strong"),
        PlayerReplaced(2, bot="strong"),
    )
    state = give(events, WantComputer(1, 2, "strong"))
    assert (state.setup.seats[2], state.computer_wishes) == (Seat(bot="strong"), ())


def test_who_plays_alone_among_computers_asks_nobody() -> None:
    state = give(begin(1), WantComputer(0, 1, "master"))
    assert (state.setup.seats[1], state.computer_wishes) == (Seat(bot="master"), ())


def test_a_wish_can_be_changed_and_taken_back() -> None:
    events = begin()
    state = give(events, WantComputer(0, 2, "strong"), WantComputer(0, 2, "master"))
    assert state.computer_wishes == (ComputerWish(0, 2, "master"),)
    assert open_wishes(state, 1) == state.computer_wishes
    assert open_wishes(state, 0) == ()
    state = give(events, WantComputer(0, 2))
    assert state.computer_wishes == open_wishes(state, 1) == ()


def test_one_wants_another_one_for_a_seat_that_a_computer_player_has() -> None:
    state = replay(begin())
    with pytest.raises(NoComputer) as no:
        decide(state, WantComputer(0, 1, "strong"))
    assert no.value.possible == (2,)
    with pytest.raises(NoSuchSeat):
        decide(state, WantComputer(0, 7, "strong"))
    with pytest.raises(ComputerWantedAlready):
        decide(state, WantComputer(0, 2, "regular"))
    with pytest.raises(ComputerNotWanted):
        decide(state, WantComputer(0, 2))
    with pytest.raises(ComputerWantedAlready):
        decide(give(begin(), WantComputer(0, 2, "strong")), WantComputer(0, 2, "strong"))


def test_before_a_game_is_under_way_seats_are_filled_and_freed_instead() -> None:
    opened = give([], CreateGame(TERMS, 2), TakeSeat(bot="regular"))
    with pytest.raises(NotUnderWay):
        decide(opened, WantComputer(1, 0, "strong"))


def test_when_who_did_not_want_it_has_gone_it_changes() -> None:
    events = begin(3)
    state = give(events, WantComputer(0, 3, "strong"), WantComputer(1, 3, "strong"))
    happened = decide(state, ReplacePlayer(2, bot="regular"))
    assert happened[1:] == (PlayerReplaced(3, bot="strong"),)
    assert give(events, ReplacePlayer(1, bot="regular")).computer_wishes == (
        ComputerWish(0, 3, "strong"),
    )
    assert give(events, ReplacePlayer(3, player=9)).computer_wishes == ()


def test_a_take_back_keeps_what_is_wanted() -> None:
    events = begin()
    version = replay(events).version
    events += decide(replay(events), command("turn", 0, {}))
    state = give(events, WantComputer(1, 2, "strong"), TakeBack(version, seat=0))
    assert state.computer_wishes == (ComputerWish(1, 2, "strong"),)


def test_a_history_with_a_change_is_judged_again_and_makes_a_record() -> None:
    events = begin()
    orders = (WantComputer(0, 2, "strong"), WantComputer(0, 2), WantComputer(0, 2, "strong"))
    give(events, *orders, WantComputer(1, 2, "strong"))
    state = replay(events)
    *_, last = rejudge(NEW_GAME, events, NO_STAMP, {})
    assert last == state
    assert check(record_of(events)) == state
