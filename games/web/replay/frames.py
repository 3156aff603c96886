"""What the viewer needs to show any moment of a game, packed once a version."""

import gzip
from collections.abc import Sequence
from functools import lru_cache
from uuid import UUID

import msgspec
from django.utils.translation import override

from games.domain.events import Expanded
from games.domain.income import income
from games.domain.notation import Language
from games.domain.state import State
from games.drawing.board import heading
from games.drawing.film import film
from games.drawing.pieces import token
from games.drawing.theme import PAGE
from games.web.captions import Teller, captions
from games.web.replay.history import History, history_of
from games.web.replay.story import moment_name, turn_spans
from games.web.turns import tell_turn
from games.web.wording import dollars

CACHE_SIZE = 100


@lru_cache(maxsize=CACHE_SIZE)
def packed_frames(game_id: UUID, version: int, language: Language) -> bytes:
    with override(language):
        frames = _frames(history_of(game_id, version), language)
    return gzip.compress(msgspec.json.encode(frames), mtime=0)


def _frames(history: History, language: Language) -> dict[str, object]:
    """`turns` tells each turn by the version at which it ended. `paths` are the expansions: the
    seat, and the places along its links."""
    board, versions = history.last.board, range(history.version + 1)
    teller = Teller(language, board)
    reels = film(history.states, language)
    grounds = list(dict.fromkeys(reel.ground for reel in reels))
    return {
        "version": history.version,
        "grounds": grounds,
        "reels": [
            {"since": reel.since, "ground": grounds.index(reel.ground), "parts": reel.parts}
            for reel in reels
        ],
        "headings": [heading(state, language) for state in history.states],
        "captions": ["", *captions(history.events, language, board)],
        "turns": {
            until: tell_turn(teller, history.events[since - 1 : until])
            for since, until in turn_spans(history)
        },
        "whens": ["", *(moment_name(history, version) for version in versions[1:])],
        "stops": {"turn": history.turns, "round": history.rounds},
        "scores": _score_changes(history.states),
        "samples": [history.sample_of(version) for version in versions],
        "paths": {
            version: (event.seat, event.path)
            for version, event in enumerate(history.events, 1)
            if isinstance(event, Expanded)
        },
        "pieces": [token(PAGE, colour, 0, 0, 11) for colour in board.colours],
    }


def _scores(state: State) -> list[tuple[object, ...]]:
    """Of each seat: whether it moves or has won, and what its chip says: points, money, income
    while there will be one, bonus tiles."""
    return [
        (
            seat == state.to_move,
            seat in state.winners,
            state.influence[seat],
            dollars(state.money[seat]),
            "" if state.final else f"+{dollars(income(state, seat))}",
            state.bonus[seat],
        )
        for seat in range(len(state.money))
    ]


def _score_changes(states: Sequence[State]) -> list[tuple[int, list[tuple[object, ...]]]]:
    """With the versions since which they stand so."""
    changes: list[tuple[int, list[tuple[object, ...]]]] = []
    for version, state in enumerate(states):
        scores = _scores(state)
        if not changes or scores != changes[-1][1]:
            changes.append((version, scores))
    return changes
