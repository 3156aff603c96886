"""Games that have ended, and few nodes to look at them again."""

from datetime import date
from uuid import UUID

from games.analyses.keeping import begin_analysis, find_analysis, think_on
from games.analyses.models import Puzzle
from games.analyses.puzzles import keep_puzzle
from games.bots import foresight
from games.bots.analysis import TurnReview, review_turn
from games.domain.chance import Draws
from games.domain.digest import digest
from games.domain.recall import played_turns
from games.domain.state import Terms
from games.edge import now
from games.events import store
from tests.doing import play_at_random, play_next, start_game, table_of
from tests.people import Cast

NODES, MORE = 4, 60
clearest_turns: dict[str, tuple[int, TurnReview]] = {}
"""By the last position, and how far it was played on: the same game is played in every test."""


def end_game(people: Cast, *, watch: str = "public") -> UUID:
    """Ada and Bob play as a computer player would, and now and then by chance, to the end."""
    terms = Terms("Route 66", owner=people.ada.pk, watch=watch, pace_hours=24)  # type: ignore[arg-type]
    game = start_game(people, terms=terms)
    draws = Draws(7, "finished")
    while table_of(game).status != "ended":
        if draws.below(4):
            play_next(game)
        else:
            play_at_random(game, draws.below)
    return game


def analyse(game: UUID, *, nodes: int = NODES) -> None:
    """Also one that was stored as a whole, whose end nobody was told of."""
    if find_analysis(game) is None:
        begin_analysis(game, table_of(game).version, now())
    row = find_analysis(game)
    done = None if row is None else row.done
    while done is not None:
        done = think_on(game, done, now(), nodes=nodes)


def keep_clearest(game: UUID, day: date | None) -> Puzzle:
    """The clearest turn of a finished game as the puzzle of a day."""
    turns = played_turns(store.read(game))
    key = f"{digest(turns[-1].start)} {foresight.ROUNDS}"
    if key not in clearest_turns:
        reviews = [review_turn(turns, number, nodes=MORE) for number in range(len(turns))]
        clear = [min(each.margin, each.loss) for each in reviews]
        number = clear.index(max(clear))
        clearest_turns[key] = number, reviews[number]
    number, review = clearest_turns[key]
    keep_puzzle(game, turns[number], review)
    rows = Puzzle.objects.filter(game_id=game, version=review.version)
    rows.update(day=day)
    return rows.get()
