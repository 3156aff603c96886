"""A newcomer's first game: a real game of two, with the questions that its player is asked.

Blue's turns consist of the choices that the lesson asks for, and the rules judge every choice;
red's turns are fixed. Nothing is stored: each request brings all choices made so far.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

from msgspec import Struct

from games.domain import Event, Options, Refusal, State
from games.domain.commands import TakeTurn, command
from games.domain.decide import decide
from games.domain.events import GameEnded
from games.domain.evolve import replay
from games.domain.notation import parse
from games.domain.setup import start

Verdict = Literal["right", "known", "allowed", "wrong"]
Ask = Literal["expand", "increase", "bonus", "dollars", "number"]

TURNS = (
    "expand to Detroit",
    "expand to Jacksonville",
    "expand to Pittsburgh; increase Detroit",
    "expand to Atlanta; increase Jacksonville",
    "increase Detroit, Pittsburgh",
    "expand to Raleigh; increase Atlanta",
    "expand to Phoenix",
    "expand to Charleston from Raleigh",
    "expand to New York from Pittsburgh",
    "expand to New York from Charleston",
    "expand to Denver; increase New York",
    "expand to Washington; increase New York",
    "expand to St. Louis from Indianapolis; increase New York",
    "increase Atlanta, Charleston",
    "increase New York; double New York",
)
NEAR_HOME = ("pueblo", "indianapolis", "detroit")
LAKES = ("chicago", "detroit", "pittsburgh", "indianapolis")
NORTHEAST = ("new-york", "pittsburgh", "washington")


class LessonStep(Struct, frozen=True):
    """A question in blue's turn `turn`, after the first `events` events of it.

    The player has to make every choice in `wanted`, in any order; `body` is the turn so far.
    """

    id: str
    turn: int
    events: int
    ask: Ask
    wanted: tuple[str, ...]
    offered: tuple[str, ...]
    around: tuple[str, ...]
    rule: str
    body: Mapping[str, object] = {}

    @property
    def taps(self) -> bool:
        return self.ask in ("expand", "increase")

    @property
    def places(self) -> tuple[str, ...]:
        """The places of the turn so far."""
        order = command("turn", 0, self.body)
        if not isinstance(order, TakeTurn):
            raise TypeError(f"{self.id} is no step of a turn")
        return (*(each.to for each in order.expand), *order.increase)


STEPS = (
    LessonStep("income", 0, 0, "dollars", ("1",), ("0", "1", "2"), NEAR_HOME, "T1"),
    LessonStep(
        "expand",
        0,
        1,
        "expand",
        ("detroit",),
        ("detroit", "chicago", "pittsburgh"),
        LAKES,
        "T2",
    ),
    LessonStep("spaces", 2, 0, "number", ("3",), ("1", "3", "4"), LAKES, "T1"),
    LessonStep(
        "town", 2, 1, "expand", ("pittsburgh",), ("pittsburgh", "chicago", "new-york"), LAKES, "T3"
    ),
    LessonStep(
        "share",
        2,
        2,
        "increase",
        ("detroit",),
        ("detroit", "pittsburgh", "chicago"),
        LAKES,
        "T5",
        {"expand": [{"to": "pittsburgh"}]},
    ),
    LessonStep(
        "majority",
        4,
        1,
        "increase",
        ("detroit", "pittsburgh"),
        ("detroit", "pittsburgh", "indianapolis"),
        LAKES,
        "T7",
    ),
    LessonStep(
        "points",
        4,
        4,
        "number",
        ("4",),
        ("2", "3", "4"),
        LAKES,
        "T8",
        {"increase": ["detroit", "pittsburgh"]},
    ),
    LessonStep(
        "bonus",
        14,
        2,
        "bonus",
        ("share",),
        ("expand", "share", "cash"),
        NORTHEAST,
        "B3",
        {"increase": ["new-york"]},
    ),
    LessonStep(
        "region",
        14,
        7,
        "number",
        ("8",),
        ("4", "6", "8"),
        NORTHEAST,
        "T16",
        {"increase": ["new-york"], "bonus": "share", "double": "new-york"},
    ),
)


class Judgement(Struct, frozen=True):
    verdict: Verdict
    refusal: Refusal | None = None


class Progress(Struct, frozen=True):
    """How far the choices lead: the step that waits, if any, and the choices made for it."""

    step: LessonStep | None
    number: int
    chosen: tuple[str, ...]


def follow(choices: Sequence[str]) -> Progress | None:
    """The progress after these choices; None if one of them is wrong."""
    left = list(choices)
    for number, step in enumerate(STEPS):
        chosen: list[str] = []
        while len(chosen) < len(step.wanted):
            if not left:
                return Progress(step, number, tuple(chosen))
            choice = left.pop(0)
            if choice in chosen or choice not in step.wanted:
                return None
            chosen.append(choice)
    return None if left else Progress(None, len(STEPS), ())


def judge(step: LessonStep, chosen: Sequence[str], choice: str) -> Judgement:
    if choice in chosen:
        return Judgement("known")
    if choice in step.wanted:
        return Judgement("right")
    if not step.taps:
        return Judgement("wrong")
    places = (*chosen, choice)
    orders = [{"to": place} if step.ask == "expand" else place for place in places]
    try:
        decide(turn_start(step.turn), command("turn", 0, {**step.body, step.ask: orders}))
    except Refusal as refusal:
        return Judgement("wrong", refusal)
    return Judgement("allowed")


@cache
def turn_start(number: int) -> State:
    if not number:
        return replay(start(2, first=0, options=Options(introductory=True), seed=7))
    return replay(turn_events(number - 1), turn_start(number - 1))


@cache
def turn_events(number: int) -> tuple[Event, ...]:
    state = turn_start(number)
    return decide(state, parse(TURNS[number], "turn", state.mover))


def state_at(step: LessonStep) -> State:
    return replay(turn_events(step.turn)[: step.events], turn_start(step.turn))


def events_before(number: int) -> tuple[Event, ...]:
    """The events from the start of the previous step's turn to the start of this step's."""
    step = STEPS[number]
    since = STEPS[number - 1].turn if number else 0
    return tuple(event for turn in range(since, step.turn) for event in turn_events(turn))


def game_end() -> GameEnded:
    return next(event for event in turn_events(len(TURNS) - 1) if isinstance(event, GameEnded))
