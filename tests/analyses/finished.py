"""Games that have ended, and few nodes to look at them again."""

from uuid import UUID

from games.analyses import keeping
from games.analyses.keeping import think_on
from games.domain.state import Terms
from games.edge import now
from tests.doing import play_next, start_game, table_of
from tests.people import Cast

NODES = 4


def end_game(people: Cast, *, watch: str = "public") -> UUID:
    """Ada and Bob play as the computer player would, to the end."""
    terms = Terms("Route 66", owner=people.ada.pk, watch=watch, pace_hours=24)  # type: ignore[arg-type]
    game = start_game(people, terms=terms)
    while table_of(game).status != "ended":
        play_next(game)
    return game


def analyse_game(game: UUID) -> None:
    row = keeping.find(game)
    done = None if row is None else row.done
    while done is not None:
        done = think_on(game, done, now())
