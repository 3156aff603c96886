"""Many pairs play a game each at once: `python -m tests.notifications.players FILE GAMES TURNS`.

Three turns of four are played once their mail is in FILE, the others when the player
likes, on the page. A line a turn says whose mail it was, whether it was waited for, and
when the turn was played. A mail that does not come ends it all.
"""

import os
import sys
import time
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "franchise_site.settings")
django.setup()

from msgspec import Struct  # noqa: E402

from games.domain.chance import Draws  # noqa: E402
from games.domain.lobby import StartGame, TakeSeat  # noqa: E402
from games.domain.playout import random_command  # noqa: E402
from games.domain.state import Terms  # noqa: E402
from games.services import Outcome, act  # noqa: E402
from notifications.reply_addresses import message_id  # noqa: E402
from tests.doing import open_game  # noqa: E402
from tests.notifications.post_office import arrivals  # noqa: E402
from tests.people import HOST, Cast, pair  # noqa: E402

PATIENCE = 120


class Turn(Struct):
    """A turn to play, and when its player plays it without waiting for the mail."""

    outcome: Outcome
    mail: str
    since: float
    own_time: float | None


def start_game_of_two(people: Cast, seed: int) -> Outcome:
    game = open_game(people, terms=Terms("Route 66", owner=people.ada.pk))
    act(game, TakeSeat(player=people.ada.pk), actor=HOST)
    act(game, TakeSeat(player=people.bob.pk), actor=HOST)
    return act(game, StartGame(seed, first=0), actor=HOST)


def turn_of(outcome: Outcome, draws: Draws) -> Turn:
    state, at = outcome.table, time.time()
    assert state.to_move is not None
    player = state.setup.seats[state.to_move].player
    mail = message_id(f"{outcome.game_id}.{outcome.version}.turn.{player}")
    own_time = None if draws.below(4) else at + draws.below(30) / 10
    return Turn(outcome, mail, at, own_time)


def play(turn: Turn, draws: Draws, *, waited: bool) -> Outcome:
    state = turn.outcome.table
    order = random_command(state, draws.below)
    after = act(turn.outcome.game_id, order, actor="user:1", expected=state.version)
    sys.stdout.write(f"{turn.mail} {'waited' if waited else 'own'} {time.time()}\n")
    sys.stdout.flush()
    return after


def play_all(file: Path, games: int, turns: int) -> None:
    pairs, draws = [pair(number) for number in range(games)], Draws(7, "players")
    waiting = [turn_of(start_game_of_two(people, seed), draws) for seed, people in enumerate(pairs)]
    played = 0
    while played < turns:
        came, now = {mail.number for mail in arrivals(file)}, time.time()
        for place, turn in enumerate(waiting):
            if turn.mail not in came and (turn.own_time is None or turn.own_time > now):
                assert now - turn.since < PATIENCE, f"it never came: {turn.mail}"
                continue
            after = play(turn, draws, waited=turn.mail in came)
            if after.table.status == "ended":
                after = start_game_of_two(pairs[place], games + played)
            waiting[place] = turn_of(after, draws)
            played += 1
        time.sleep(0.02)


if __name__ == "__main__":
    play_all(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
