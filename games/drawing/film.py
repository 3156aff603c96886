"""A game as a film: every look of each part of the board, and from which event on it shows.

Only what an event changed is drawn anew. A viewer puts any table together without rules.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from games.domain.notation.words import Language
from games.domain.state import State
from games.drawing.board import Addresses, ground_for_pages, place_element
from games.drawing.plan import Element
from games.drawing.regions import regions, track
from games.drawing.standings import milestones, players
from games.drawing.theme import PAGE

PART_NAME = re.compile(r'<g id="([\w-]+)"')
NONE_CHANGED: frozenset[str] = frozenset()

Look = tuple[object, ...]
Layer = tuple[Callable[[State], Look], Callable[[State, Language], Iterable[Element]]]


class Reel(Struct, frozen=True):
    """The looks of each part from table `since` on, as long as the ground stays the same."""

    since: int
    ground: str
    parts: dict[str, list[tuple[int, str]]]


def film(
    states: Sequence[State], language: Language, land_at: Callable[[State], Addresses]
) -> tuple[Reel, ...]:
    """`states` are the tables before the first event, after it, after the second one …"""
    reels: list[Reel] = []
    layers = _layers(states[0])
    looks: list[Look | None] = []
    for version, state in enumerate(states):
        if not reels or _stage(state) != _stage(states[version - 1]):
            closed = state.setup.closed
            ground = ground_for_pages(state.board, closed, land_at(state), language)
            reels.append(Reel(version, ground, {}))
            looks = [None] * len(layers)
        for i, (look, draw) in enumerate(layers):
            if (now := look(state)) != looks[i]:
                looks[i] = now
                _add_looks(reels[-1].parts, version, draw(state, language))
    return tuple(reels)


def _stage(state: State) -> Look:
    """A new reel begins where one of these changes."""
    return state.setup.closed, len(state.money), state.setup.milestones


def _add_looks(
    parts: dict[str, list[tuple[int, str]]], version: int, elements: Iterable[Element]
) -> None:
    for element in elements:
        match = PART_NAME.match(element.svg)
        if match is None:
            raise ValueError("a part of the board without a name")
        looks = parts.setdefault(match[1], [])
        if not looks or looks[-1][1] != element.svg:
            looks.append((version, element.svg))


def _layers(first: State) -> tuple[Layer, ...]:
    """In the order in which the board draws them."""
    return (
        *(_place_layer(index) for index in range(len(first.board.places))),
        (
            lambda s: (
                s.money, s.influence, s.bonus, s.to_move, s.status, s.turn, s.winners, s.final,
                s.owners, s.free, s.boom,
            ),
            lambda s, language: players(s, PAGE, language),
        ),
        (
            lambda s: (s.owners, s.tiles, s.markers, s.scored),
            lambda s, language: regions(s, PAGE, language, NONE_CHANGED),
        ),
        (lambda s: (s.track, s.scored), lambda s, language: track(s, PAGE, language)),
        (lambda s: (s.milestones,), lambda s, language: milestones(s, PAGE, language)),
    )  # fmt: skip


def _place_layer(index: int) -> Layer:
    def look(s: State) -> Look:
        owners = s.owners[index] if s.owners else ()
        size = s.sizes[index] if s.sizes else None
        waiting = (
            s.expanding.count(index),
            s.centre.count(index),
            bool(s.centre or s.expanding) and s.to_move,
        )
        return owners, size, s.free >> index & 1, s.boom == index, *waiting

    return look, lambda s, language: (place_element(s, index, language, PAGE),)
