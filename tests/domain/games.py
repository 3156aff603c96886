"""Whole games for the property tests: any number of players, any options, played by chance."""

from collections.abc import Iterator

from hypothesis import strategies as st

from games.domain import Command, Event, Options, State
from games.domain.chance import Draws
from games.domain.decide import decide, judge
from games.domain.evolve import replay
from games.domain.playout import random_command
from games.domain.rulesets import RULESET, RULESETS
from games.domain.setup import start

any_options = st.builds(
    Options,
    introductory=st.booleans(),
    layout=st.sampled_from(["printed", "random", "draft"]),
    milestones=st.booleans(),
    boom=st.booleans(),
    region_tiles=st.sampled_from([None, 1, 2, 3]),
)
any_players = st.integers(2, 5)
any_ruleset = st.sampled_from(list(RULESETS))
any_seed = st.integers(0, 2**64 - 1)


def steps(
    players: int, options: Options, seed: int, ruleset: str = RULESET
) -> Iterator[tuple[State, Command]]:
    """Every state of a random game at which somebody chose, and the choice."""
    events = start(players, options=options, seed=seed, ruleset=ruleset)
    state, draws = replay(events), Draws(seed, "test")
    while state.status != "ended":
        order = random_command(state, draws.below)
        yield state, order
        _, state = judge(state, order)


def events_of(
    players: int, options: Options, seed: int, ruleset: str = RULESET
) -> tuple[Event, ...]:
    events = list(start(players, options=options, seed=seed, ruleset=ruleset))
    for state, order in steps(players, options, seed, ruleset):
        events += decide(state, order)
    return tuple(events)
