"""Judges a command: its events and the table after them, or a typed refusal. Changes nothing."""

from typing import assert_never

from games.domain.clock import bank_left, deadline_outcome
from games.domain.commands import Command, RunOutOfTime, SetupCommand, TakeTurn, TimeIsUp
from games.domain.errors import NotYourTurn, WrongMoment
from games.domain.events import BankOpened, BankUsed, DeadlineSet, Event, TimeRanOut
from games.domain.evolve import evolve, replay
from games.domain.lobby import LobbyCommand, NoStandIn, NotDue, decide_table
from games.domain.moments import Judgement
from games.domain.stages import CHOICES, decide_setup, due_choice
from games.domain.state import State
from games.domain.turn import run_out_of_time, take_turn

MOMENTS: dict[type[Command], str] = {
    TakeTurn: "a turn",
    RunOutOfTime: "a turn",
    **{choice.order: choice.awaits for choice in CHOICES},
}
"""What the game waits for when a command is due."""


def decide(state: State, order: Command | LobbyCommand | TimeIsUp) -> tuple[Event, ...]:
    return judge(state, order)[0]


def judge(state: State, order: Command | LobbyCommand | TimeIsUp) -> Judgement:
    match order:
        case TimeIsUp():
            return _judge_deadline(state, order)
        case TakeTurn():
            _check_moment(state, order)
            return take_turn(state, order)
        case RunOutOfTime():
            _check_moment(state, order)
            return run_out_of_time(state, order)
        case _ if isinstance(order, SetupCommand):
            _check_moment(state, order)
            events = decide_setup(state, order)
        case _:
            events = decide_table(state, order)
    return events, replay(events, state)


def _judge_deadline(state: State, order: TimeIsUp) -> Judgement:
    seat = order.seat
    if seat != state.to_move or state.deadline is None or order.now < state.deadline:
        raise NotDue(seat, deadline=state.deadline)
    events: tuple[Event, ...]
    match outcome := deadline_outcome(state):
        case "bank":
            events = (BankOpened(seat),)
        case "wait":
            used = bank_left(state, seat)
            bank = (BankUsed(seat, used),) if used else ()
            events = (*bank, DeadlineSet(None, "late"))
        case "pass":
            return run_out_of_time(state, RunOutOfTime(seat))
        case "computer":
            if order.stand_in is None:
                raise NoStandIn(seat)
            ran_out = TimeRanOut(seat)
            events, after = judge(evolve(state, ran_out), order.stand_in)
            return (ran_out, *events), after
        case _:
            assert_never(outcome)
    return events, replay(events, state)


def _check_moment(state: State, order: Command) -> None:
    """Refuses with the rule that says what the game waits for."""
    moment, rule = "a turn", "S4"
    if state.status != "playing":
        choice = due_choice(state)
        moment, rule = ("nothing", "T19") if choice is None else (choice.awaits, choice.rule)
    if MOMENTS[type(order)] != moment:
        raise WrongMoment(rule, MOMENTS[type(order)], moment)
    # S4: in seat order, clockwise; S5 counter-clockwise.
    if order.seat != state.to_move:
        raise NotYourTurn(order.seat, (state.to_move,))
