"""Computer players. Each is a function from a state and a seed to a command.

The same state and seed give the same command, so that a game with computer players can be
played again. A new computer player is a module with such a function, its name and a line in
`BOTS`.
"""

from collections.abc import Callable, Mapping
from typing import Literal

from games.bots import greedy
from games.domain import Command, State

Bot = Callable[[State, int], Command]
BotName = Literal["greedy"]

BOTS: Mapping[str, Bot] = {"greedy": greedy.choose}
STAND_IN: BotName = "greedy"
"""Who plays where nobody has chosen a computer player."""


def bot_order(state: State, name: str = STAND_IN) -> Command:
    """What this computer player does for the seat to move."""
    return BOTS[name](state, state.setup.seed + state.version)
