"""The rules of Franchise as pure functions over frozen values.

events = start(2, seed=7)                      a game set up
state = replay(events)                         the table after them
turn = command("turn", 0, {"increase": []})    what a player asks for
events = decide(state, turn)                   what that leads to, or a Refusal
state = evolve(state, events[0])               the table after one event
options(state), table(state)                   what may be done; what lies there
"""

from games.domain.commands import Command, command
from games.domain.decide import decide
from games.domain.digest import digest
from games.domain.errors import Illegal, Refusal, Unplayable, Unreadable
from games.domain.events import Event
from games.domain.evolve import evolve, replay
from games.domain.legal import options
from games.domain.playout import random_command
from games.domain.setup import start
from games.domain.state import NEW_GAME, Layout, Options, Seat, State
from games.domain.table import table

__all__ = [
    "NEW_GAME",
    "Command",
    "Event",
    "Illegal",
    "Layout",
    "Options",
    "Refusal",
    "Seat",
    "State",
    "Unplayable",
    "Unreadable",
    "command",
    "decide",
    "digest",
    "evolve",
    "options",
    "random_command",
    "replay",
    "start",
    "table",
]
