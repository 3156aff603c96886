"""A game as a film: every picture of each part of the board, and from which event on it shows.

Only what an event changed is drawn anew. A viewer puts any table together without rules. It is
the land alone: what stands beside it on paper a page tells in words.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from msgspec import Struct

from games.domain.notation.words import Language
from games.domain.state import State
from games.drawing.board import ground_for_pages, place_looks, plate_looks
from games.drawing.plan import Look
from games.drawing.theme import PAGE

PART_NAME = re.compile(r'<g id="([\w-]+)"')


class Reel(Struct, frozen=True):
    """The pictures of each part from table `since` on, as long as the ground stays the same."""

    since: int
    ground: str
    parts: dict[str, list[tuple[int, str]]]

    def add(self, version: int, svg: str) -> None:
        match = PART_NAME.match(svg)
        if match is None:
            raise ValueError("a part of the board without a name")
        self.parts.setdefault(match[1], []).append((version, svg))


def film(states: Iterable[State], language: Language) -> tuple[Reel, ...]:
    """`states` are the tables before the first event, after it, after the second one …"""
    reels: list[Reel] = []
    stage: object = None
    before: Sequence[Look] = ()
    for version, state in enumerate(states):
        # What may be on the ground, and so what parts there are.
        now = state.setup.closed, len(state.money), state.setup.milestones
        if now != stage:
            closed = state.setup.closed
            ground = ground_for_pages(state.board, closed, language)
            reels.append(Reel(version, ground, {}))
            stage, before = now, ()
        looks = (*plate_looks(state), *place_looks(state))
        for look, last in zip_longest(looks, before):
            if look != last:
                reels[-1].add(version, look.draw(state.board, PAGE, language).svg)
        before = looks
    return tuple(reels)
