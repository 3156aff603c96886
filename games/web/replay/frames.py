"""What the viewer needs to show any moment of a game, packed once a version."""

import gzip
from functools import lru_cache
from uuid import UUID

import msgspec
from django.utils.translation import override

from games.domain.events import Event, Expanded
from games.domain.notation import Language
from games.drawing.board import heading
from games.drawing.film import film
from games.drawing.pieces import token
from games.drawing.theme import PAGE
from games.web.land import land_addresses
from games.web.replay.captions import captions
from games.web.replay.history import History, history_of
from games.web.replay.story import moment_name

CACHE_SIZE = 100


@lru_cache(maxsize=CACHE_SIZE)
def packed_frames(game_id: UUID, version: int, language: Language) -> bytes:
    with override(language):
        frames = frames_of(history_of(game_id, version), language)
    return gzip.compress(msgspec.json.encode(frames), mtime=0)


def frames_of(history: History, language: Language) -> dict[str, object]:
    """`paths` are the expansions: the seat, and the places along its links."""
    board = history.last.board
    reels = film(history.states, language, land_addresses)
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
        "whens": [
            "",
            *(moment_name(history, version) for version in range(1, history.version + 1)),
        ],
        "stops": {"turn": history.turns, "round": history.rounds},
        "samples": [history.sample_of(version) for version in range(history.version + 1)],
        "paths": _paths(history.events),
        "pieces": [token(PAGE, colour, 0, 0, 11) for colour in board.colours],
    }


def _paths(events: tuple[Event, ...]) -> dict[int, tuple[int, tuple[str, ...]]]:
    return {
        version: (event.seat, event.path)
        for version, event in enumerate(events, 1)
        if isinstance(event, Expanded)
    }


def unpack(body: bytes) -> bytes:
    return gzip.decompress(body)
