"""Games that have ended, and few nodes to look at them again."""

from uuid import UUID

from games.analyses.keeping import begin_analysis, find_analysis, think_on
from games.domain.chance import Draws
from games.domain.state import Terms
from games.edge import now
from tests.doing import play_at_random, play_next, start_game, table_of
from tests.people import Cast

NODES = 4


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


def analyse(game: UUID) -> None:
    """Also one that was stored as a whole, whose end nobody was told of."""
    if find_analysis(game) is None:
        begin_analysis(game, table_of(game).version, now())
    row = find_analysis(game)
    done = None if row is None else row.done
    while done is not None:
        done = think_on(game, done, now(), nodes=NODES)
