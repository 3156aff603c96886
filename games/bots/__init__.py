"""Computer players of four strengths, each a function from a state and a seed to a command.

The same state and seed give the same command, so that a game with computer players can be
played again. Whoever names or shows one reads `STRENGTHS`.
"""

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct

from games.bots import strengths
from games.domain import Command, State

Bot = Callable[[State, int], Command]
BotName = Literal["newcomer", "regular", "strong", "master"]


class Strength(Struct, frozen=True):
    """Its `title` and its `character` are translated where they are shown."""

    name: BotName
    title: str
    character: str
    choose: Bot


STRENGTHS: Mapping[str, Strength] = {
    each.name: each
    for each in (
        Strength(
            "newcomer",
            "Newcomer",
            "Plays as people do in their first game, mistakes included.",
            strengths.choose_as_newcomer,
        ),
        Strength(
            "regular",
            "Regular",
            "Knows what pays and takes it, but does not look ahead.",
            strengths.choose_as_regular,
        ),
        Strength(
            "strong",
            "Strong",
            "Thinks ahead and takes what others leave open.",
            strengths.choose_as_strong,
        ),
        Strength(
            "master",
            "Master",
            "Thinks far ahead and gives nothing away.",
            strengths.choose_as_master,
        ),
    )
}
STAND_IN: BotName = "regular"
"""Who plays where nobody has chosen a strength."""


def strength_of(name: str) -> Strength:
    """Also for names that games keep for ever: the `greedy` of older ones, or another server's."""
    return STRENGTHS.get(name, STRENGTHS[STAND_IN])


def bot_order(state: State, name: str = STAND_IN) -> Command:
    """What this computer player does for the seat to move."""
    return strength_of(name).choose(state, state.setup.seed + state.version)
