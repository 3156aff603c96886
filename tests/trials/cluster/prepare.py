"""Games that began two days ago, so that a signed root knows them: printed with their tokens.

Run with the settings of the site: `python -m tests.trials.cluster.prepare PLAYERS GAMES`.
"""

import json
import sys
from datetime import timedelta

import django

django.setup()

import time_machine  # noqa: E402 - the settings come first

from games.anchors.publishing import publish_due  # noqa: E402
from games.domain.record import record_of, to_json  # noqa: E402
from games.domain.state import Terms  # noqa: E402
from games.edge import now  # noqa: E402
from games.events import store  # noqa: E402
from tests.api.calls import token_of  # noqa: E402
from tests.doing import play_at_random, start_game  # noqa: E402
from tests.people import pair  # noqa: E402

TURNS = 6


def prepare(number: int, games: int) -> list[dict[str, object]]:
    """One player's games, one after the other; all their seats are hers."""
    people = pair(number)
    tokens = {each.pk: token_of(each) for each in (people.ada, people.bob)}
    terms = Terms("Route 66", owner=people.ada.pk, watch="public")
    made = []
    with time_machine.travel(now() - timedelta(days=2)):
        for game in range(games):
            made.append(start_game(people, terms=terms, seed=100 * number + game))
            for turn in range(TURNS):
                play_at_random(made[-1], lambda below, turn=turn: turn % below)  # type: ignore[misc]
    records = [to_json(record_of(store.read(game), str(game))).decode() for game in made]
    return [{"record": record, "tokens": tokens} for record in records]


def main(players: str, games: str) -> None:
    prepared = [prepare(number, int(games)) for number in range(int(players))]
    assert publish_due(now()), "no root was signed"
    json.dump(prepared, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
