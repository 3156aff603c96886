"""The rulesets: each a map, and its answers to the rules that rulesets answer differently."""

from msgspec import Struct

from games.domain.board import PRINTED_BOARD, Board


class Rulings(Struct, frozen=True, kw_only=True):
    """By default those of the newest ruleset.

    T12: the franchises of expansions open before those of increases. M4: a franchise marks the
    first $8 link. O2: the Boom marker may go to scored cities. G1: regions out of play are dealt
    tiles too. G2: how many of the two tools a turn may use, and whether the Route tile is
    refused where all links are free anyway.
    """

    expansions_open_first: bool = True
    first_dear_link_is_marked: bool = True
    boom_goes_to_scored_cities: bool = True
    closed_regions_are_dealt: bool = True
    tools_a_turn: int = 2
    idle_route_is_refused: bool = True


FIRST_RULINGS = Rulings(
    expansions_open_first=False,
    first_dear_link_is_marked=False,
    boom_goes_to_scored_cities=False,
    closed_regions_are_dealt=False,
    tools_a_turn=1,
    idle_route_is_refused=False,
)


class Ruleset(Struct, frozen=True):
    board: Board = PRINTED_BOARD
    rulings: Rulings = Rulings()


RULESETS = {"franchise-1": Ruleset(rulings=FIRST_RULINGS), "franchise-2": Ruleset()}
"""By name, the oldest first."""
RULESET = "franchise-2"
"""The one that new games are played by."""


def version_of(ruleset: str) -> str:
    """As people are told it: `2` of `franchise-2`."""
    return ruleset.rpartition("-")[2]
