"""Analyses, kept a turn at a time: each step is short, and none is lost with its worker."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

import msgspec
from django.db.models import QuerySet

from games.analyses.models import Analysis
from games.analyses.puzzles import keep_puzzle
from games.bots import analysis
from games.bots.analysis import ENGINE, NODES, GameAnalysis, TurnReview
from games.bots.puzzles import find_puzzle
from games.domain.evolve import replay
from games.domain.recall import PlayedTurn, played_turns
from games.events import store
from games.models import Game
from games.thinking import think

MOST_SEATS, MORE, MOST_TRIES = 5, 4, 5
LEASE = timedelta(minutes=2)
"""Longer than a turn is thought about."""
AT_ONCE = 4
"""Games, so that a turn that is to be played waits for a few thoughts at most."""

log = logging.getLogger(__name__)
encoder = msgspec.json.Encoder()
reviews_decoder = msgspec.json.Decoder(tuple[TurnReview, ...])
decoder = msgspec.json.Decoder(GameAnalysis)


def begin_analysis(game_id: UUID, version: int, at: datetime) -> None:
    """Of a game that ended with this version; anew where it ended before, and was taken back."""
    fresh = {
        "version": version,
        "engine": ENGINE,
        "turns": 0,
        "done": 0,
        "content": "[]",
        "tries": 0,
    }
    Analysis.objects.bulk_create(
        [Analysis(game_id=game_id, **fresh, due=at)],
        update_conflicts=True,
        unique_fields=["game_id"],
        update_fields=[*fresh, "due"],
    )


def think_on(game_id: UUID, done: int, at: datetime, *, nodes: int = NODES) -> int | None:
    """Reviews the turn after so many, or sums up after the last; how many are done then.

    None where there is nothing more to do, or another worker is at it.
    """
    row = Analysis.objects.filter(game_id=game_id, done=done, due__lte=at).first()
    if row is None or _is_given_up(row):
        return None
    if not _same(row).filter(due__lte=at).update(due=at + LEASE, tries=row.tries + 1):
        return None
    history = store.read(game_id, up_to=row.version)
    turns = played_turns(history)
    reviews = reviews_decoder.decode(row.content)
    if done == len(turns):
        _find_puzzle(game_id, turns, reviews, nodes)
        whole = analysis.summarise(reviews, replay(history))
        _same(row).update(content=encoder.encode(whole).decode(), due=None)
        return None
    review = think(analysis.review_turn, turns[done : done + MOST_SEATS], 0, nodes=nodes)
    more = {"done": done + 1, "turns": len(turns), "due": at, "tries": 0}
    content = encoder.encode((*reviews, review)).decode()
    return done + 1 if _same(row).update(content=content, **more) else None


def _is_given_up(row: Analysis) -> bool:
    """After too many tries at one turn, so that other games come to theirs; it may be asked for."""
    if row.tries < MOST_TRIES:
        return False
    log.error("the analysis of a game is given up", extra={"game": str(row.game_id)})
    return bool(_same(row).delete()[0])


def _find_puzzle(
    game_id: UUID, turns: Sequence[PlayedTurn], reviews: Sequence[TurnReview], nodes: int
) -> None:
    """Of a game that everybody may see; for this look there is time for more nodes."""
    if not Game.objects.filter(id=game_id, watch="public").exists():
        return
    found = think(find_puzzle, turns, reviews, nodes * MORE)
    if found is not None:
        keep_puzzle(game_id, turns[reviews.index(found)], found)


def _same(row: Analysis) -> QuerySet[Analysis]:
    return Analysis.objects.filter(game_id=row.game_id, version=row.version, done=row.done)


def due_analyses(at: datetime) -> Sequence[tuple[UUID, int]]:
    """Each by its game and how many of its turns are done; others wait until these are finished."""
    due = Analysis.objects.filter(due__isnull=False).order_by("-done", "due")
    rows = due.values_list("game_id", "done", "due")[:AT_ONCE]
    return [(game_id, done) for game_id, done, since in rows if since and since <= at]


def find_analysis(game_id: UUID) -> Analysis | None:
    return Analysis.objects.filter(game_id=game_id).first()


def result_of(row: Analysis) -> GameAnalysis | None:
    """None while it is not finished."""
    return None if row.due is not None else decoder.decode(row.content)
