"""Complete recorded games that later versions must replay to the same tables and digests."""

from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from games.domain import Command, Event, Options, State
from games.domain.chance import Draws
from games.domain.commands import RunOutOfTime
from games.domain.decide import decide
from games.domain.evolve import replay
from games.domain.playout import random_command
from games.domain.record import Record, record_of, to_json
from games.domain.setup import start
from tests.bots import greedy

FOLDER = Path(__file__).parent / "games"
RULESET = "franchise-2"


class Plan(Struct, frozen=True):
    """How a game is made: one turn of `chance` is random, one of `late` is lost to the clock."""

    name: str
    players: int
    seed: int
    options: Options = Options()
    chance: int = 3
    late: int = 0
    ruleset: str = "franchise-1"


class Golden(Struct, frozen=True):
    plan: Plan
    commands: tuple[Command, ...]
    record: Record


def _everything(
    region_tiles: Literal[1, 2, 3], layout: Literal["printed", "random"] = "printed"
) -> Options:
    return Options(layout=layout, milestones=True, boom=True, region_tiles=region_tiles)


PLANS = (
    Plan("two-players", 2, 1),
    Plan("two-players-introductory", 2, 2, Options(introductory=True)),
    Plan("two-players-random-layout-new-tiles", 2, 3, Options(layout="random", region_tiles=2)),
    Plan("two-players-by-chance", 2, 13, chance=1),
    Plan("three-players", 3, 4, late=9),
    Plan("three-players-milestones", 3, 5, Options(milestones=True)),
    Plan("three-players-draft-chosen-tiles", 3, 6, Options(layout="draft", region_tiles=3)),
    Plan("four-players", 4, 7),
    Plan("four-players-boom", 4, 8, Options(boom=True)),
    Plan("four-players-new-tiles", 4, 9, Options(region_tiles=1)),
    Plan("four-players-chosen-tiles-dealt", 4, 10, Options(region_tiles=3, boom=True)),
    Plan("five-players", 5, 11),
    Plan("five-players-draft", 5, 12, Options(layout="draft")),
    Plan("five-players-everything", 5, 15, Options(milestones=True, boom=True, region_tiles=1)),
    Plan(
        "five-players-everything-random",
        5,
        14,
        Options(layout="random", milestones=True, boom=True, region_tiles=2),
        chance=2,
    ),
    Plan("ruleset-2-two-players", 2, 19, ruleset=RULESET),
    Plan("ruleset-2-two-players-everything", 2, 9994, _everything(2), chance=1, ruleset=RULESET),
    Plan(
        "ruleset-2-three-players-everything-random",
        3,
        26,
        _everything(2, "random"),
        chance=2,
        ruleset=RULESET,
    ),
    Plan(
        "ruleset-2-three-players-draft",
        3,
        16,
        Options(layout="draft", region_tiles=1),
        ruleset=RULESET,
    ),
    Plan("ruleset-2-four-players-everything", 4, 17, _everything(1), ruleset=RULESET),
    Plan("ruleset-2-five-players-chosen-tiles", 5, 18, _everything(3), late=9, ruleset=RULESET),
)


def begin(plan: Plan) -> tuple[Event, ...]:
    return start(plan.players, options=plan.options, seed=plan.seed, ruleset=plan.ruleset)


def play(plan: Plan) -> Golden:
    events = list(begin(plan))
    state, draws, orders = replay(events), Draws(plan.seed, "golden"), []
    while state.status != "ended":
        order = _order(plan, state, draws)
        happened = decide(state, order)
        orders.append(order)
        events += happened
        state = replay(happened, state)
    return Golden(plan, tuple(orders), record_of(events))


def _order(plan: Plan, state: State, draws: Draws) -> Command:
    if plan.late and state.status == "playing" and not draws.below(plan.late):
        return RunOutOfTime(state.mover)
    if not draws.below(plan.chance):
        return random_command(state, draws.below)
    return greedy.choose(state, plan.seed)


def write(golden: Golden) -> None:
    plan = msgspec.json.encode(golden.plan)
    orders = b",\n".join(map(msgspec.json.encode, golden.commands))
    record = to_json(golden.record)
    FOLDER.joinpath(f"{golden.plan.name}.json").write_bytes(
        b'{"plan":%s,\n"commands":[\n%s\n],\n"record":%s}\n' % (plan, orders, record.rstrip())
    )


def read(path: Path) -> Golden:
    return msgspec.json.decode(path.read_bytes(), type=Golden)


def events_of(name: str) -> tuple[Event, ...]:
    return read(FOLDER / f"{name}.json").record.events


if __name__ == "__main__":
    for plan in PLANS:
        # What was made stays: a computer player may choose otherwise by now.
        if not FOLDER.joinpath(f"{plan.name}.json").exists():
            write(play(plan))
