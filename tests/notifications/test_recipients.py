"""From what happened to who is told."""

from msgspec.structs import replace

from games.domain import NEW_GAME, Event, Options, State
from games.domain.commands import command
from games.domain.decide import decide
from games.domain.events import TurnTakenBack
from games.domain.evolve import replay
from games.domain.lobby import (
    AbandonGame,
    CreateGame,
    LobbyCommand,
    ReplacePlayer,
    StartGame,
    TakeOver,
    TakeSeat,
)
from games.domain.state import Terms
from notifications.outbox.recipients import Recipient, recipients


def judge(state: State, order: LobbyCommand) -> tuple[State, tuple[Event, ...]]:
    events = decide(state, order)
    return replay(events, state), events


def full_table() -> State:
    orders = CreateGame(Terms("Route 66"), 3, Options(introductory=True)), TakeSeat(player=7)
    state = NEW_GAME
    for order in (*orders, TakeSeat(bot="greedy"), TakeSeat(player=9)):
        state, _ = judge(state, order)
    return state


def started_table() -> State:
    return judge(full_table(), StartGame(1, first=0))[0]


def test_everybody_is_told_of_the_start_and_the_first_player_of_the_turn() -> None:
    before = full_table()
    after, events = judge(before, StartGame(1, first=0))
    assert recipients(before, after, events) == (
        Recipient(7, "started"),
        Recipient(9, "started"),
        Recipient(7, "turn"),
    )


def test_of_a_table_that_starts_by_itself_everybody_is_told_that_it_has() -> None:
    terms = Terms("Route 66", owner=9, start_when_full=True)
    before, _ = judge(NEW_GAME, CreateGame(terms, 2, Options(introductory=True)))
    before, _ = judge(before, TakeSeat(player=9))
    after, events = judge(before, TakeSeat(player=7, seed=1))
    told = recipients(before, after, events)
    assert told[:2] == (Recipient(9, "started"), Recipient(7, "started"))
    assert [each.message for each in told[2:]] == ["turn"]


def test_joining_tells_nobody() -> None:
    before, events = judge(NEW_GAME, CreateGame(Terms("Route 66"), 3))
    assert recipients(NEW_GAME, before, events) == ()


def test_a_computer_player_is_told_nothing() -> None:
    before = started_table()
    events = decide(before, command("turn", 0, {}))
    assert recipients(before, replay(events, before), events) == ()


def test_the_next_player_is_told() -> None:
    before = replay(decide(started_table(), command("turn", 0, {})), started_table())
    events = decide(before, command("turn", 1, {}))
    assert recipients(before, replay(events, before), events) == (Recipient(9, "turn"),)


def test_everybody_is_told_of_the_end_and_nobody_of_a_turn() -> None:
    state = started_table()
    for seat in (0, 1):
        state = replay(decide(state, command("turn", seat, {})), state)
    events = decide(state, command("turn", 2, {}))
    assert recipients(state, replay(events, state), events) == (
        Recipient(7, "ended"),
        Recipient(9, "ended"),
    )


def test_an_abandoned_game_and_a_new_player() -> None:
    before = started_table()
    after, events = judge(before, AbandonGame())
    assert recipients(before, after, events) == (
        Recipient(7, "abandoned"),
        Recipient(9, "abandoned"),
    )
    after, events = judge(before, ReplacePlayer(2, player=11))
    assert recipients(before, after, events) == (
        Recipient(9, "taken-over"),
        Recipient(11, "replaced"),
    )
    kept, events = judge(before, ReplacePlayer(2, bot="greedy"))
    assert recipients(before, kept, events) == (Recipient(9, "taken-over"),)
    after, events = judge(kept, TakeOver(2, player=9, now=0))
    assert recipients(kept, after, events) == (Recipient(9, "back"),)


def test_a_take_back_is_told_to_who_was_to_move_and_to_whose_turn_it_is_again() -> None:
    after = started_table()
    before, events = replace(after, to_move=2), (TurnTakenBack(1, 0),)
    assert recipients(before, after, events) == (
        Recipient(9, "taken-back"),
        Recipient(7, "turn"),
    )


def test_whoever_takes_the_seat_to_move_is_told_of_the_turn() -> None:
    before = started_table()
    after, events = judge(before, ReplacePlayer(0, player=11))
    messages = recipients(before, after, events)
    assert messages == (
        Recipient(7, "taken-over"),
        Recipient(11, "replaced"),
        Recipient(11, "turn"),
    )
