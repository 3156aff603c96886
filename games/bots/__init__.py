"""Computer players. Each is a function from a state and a seed to a command.

The same state and seed give the same command, so that a game with computer players can be
played again. A new computer player is a module with such a function and a line in `BOTS`.
"""

from collections.abc import Callable, Mapping

from games.bots import greedy
from games.domain import Command, State

Bot = Callable[[State, int], Command]

BOTS: Mapping[str, Bot] = {"greedy": greedy.choose}
