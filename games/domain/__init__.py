"""The rules of Franchise as pure functions over frozen values.

Types and values are imported from here, functions from the modules that define them:

events = setup.start(2, seed=7)                         a game set up
state = evolve.replay(events)                           the table after them
order = commands.command("turn", 0, {"increase": []})   what a player wants done
events, after = decide.judge(state, order)              its events and the table, or a Refusal
tables = evolve.walk(events, state)                     the table after each of them
moves.options(state)                                    what the seat to move may do
table.table(state)                                      the table as every door shows it
"""

from games.domain.commands import Command
from games.domain.errors import Illegal, Refusal, Unplayable, Unreadable
from games.domain.events import Event
from games.domain.state import NEW_GAME, Layout, Options, Seat, State

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
]
