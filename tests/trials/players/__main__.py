"""Whole games of mixed strengths while workers are killed: `make try-players`, on DATABASE_URL.

`python -m tests.trials.players [GAMES]` seats computer players of all strengths, two to five a
game, with and without expansions. Two workers play at 50 nodes a turn; now and then one of them
is killed and started again. Every game has to end, and every history to be judged right.
"""

import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import django
from msgspec import Struct

from tests.programs import Program, broker, free_port, run_programs, wait_for_port

if __name__ == "__main__":
    os.environ.setdefault("SECRET_KEY", "only-for-tests")
    os.environ["DJANGO_SETTINGS_MODULE"] = "franchise_site.settings"
    os.environ["REDIS_URL"] = f"redis://127.0.0.1:{free_port()}/0"
    os.environ["COMPUTER_DELAY"] = "0"
    django.setup()

from django.core.management import call_command
from django.db import connection
from django.db.models import Sum

from games.audit.verify import verify_game
from games.bots import STRENGTHS
from games.domain import Options
from games.domain.chance import Draws
from games.domain.lobby import CreateGame, StartGame, TakeSeat
from games.domain.state import Terms
from games.management.progress import follow, track
from games.models import Game
from games.services import act, create_game
from tests.doing import table_of
from tests.people import HOST
from tests.together import database_in_use

GAMES = 1_000
WORKERS = 2
AT_ONCE = 24
"""Games under way."""
SECONDS_BETWEEN_KILLS = 20
SECONDS_WITHOUT_A_TURN = 120
OPTIONS = (
    Options(introductory=True),
    Options(milestones=True, boom=True, region_tiles=1),
    Options(layout="random"),
    Options(layout="random", boom=True, region_tiles=3),
)
CELERY = ("celery", "-A", "tests.trials.players.hurried")
QUIET = ("--without-gossip", "--without-mingle")


class Service(Struct, frozen=True):
    redis: Program
    beat: Program
    workers: tuple[Program, ...]

    @property
    def programs(self) -> tuple[Program, ...]:
        return self.redis, self.beat, *self.workers


def service(home: Path) -> Service:
    environment = {
        **database_in_use(),
        "DJANGO_SETTINGS_MODULE": "franchise_site.settings",
        "SECRET_KEY": "only-for-tests",
        "DATA_DIR": str(home),
        "REDIS_URL": os.environ["REDIS_URL"],
        "COMPUTER_DELAY": "0",
    }
    schedule = ("beat", "--schedule", str(home / "beat"))
    worker = (*CELERY, "worker", "--queues", "celery", "--concurrency", "1", *QUIET)
    return Service(
        broker(redis_port(), home / "redis.log"),
        Program([*CELERY, *schedule], environment, home / "beat.log"),
        tuple(
            Program([*worker, "--hostname", f"{n}@%h"], environment, home / f"worker-{n}.log")
            for n in range(WORKERS)
        ),
    )


def redis_port() -> int:
    return urlsplit(os.environ["REDIS_URL"]).port or 0


def begin_game(number: int, draws: Draws) -> None:
    seats = 2 + number % 4
    order = CreateGame(Terms(f"Game {number}"), seats, OPTIONS[draws.below(len(OPTIONS))])
    game = create_game(order, actor=HOST).game_id
    names = list(STRENGTHS)
    for _ in range(seats):
        act(game, TakeSeat(bot=names[draws.below(len(names))]), actor=HOST)
    act(game, StartGame(number), actor=HOST)


def play_and_kill(workers: Sequence[Program], games: int) -> int:
    """How often a worker was killed. Ends where no turn is played any more."""
    draws, begun, ended, kills, played = Draws(games, "players"), 0, 0, 0, 0
    progress = follow("games that have ended", games)
    since, due = time.monotonic(), time.monotonic() + SECONDS_BETWEEN_KILLS
    while ended < games and time.monotonic() < since + SECONDS_WITHOUT_A_TURN:
        while begun < min(games, ended + AT_ONCE):
            begin_game(begun, draws)
            begun += 1
        time.sleep(1)
        before, ended = ended, Game.objects.filter(status="ended").count()
        for _ in range(ended - before):
            progress.step()
        if (versions := Game.objects.aggregate(Sum("version"))["version__sum"]) != played:
            played, since = versions, time.monotonic()
        if time.monotonic() > due:
            victim = workers[draws.below(len(workers))]
            victim.kill()
            victim.start()
            kills, due = kills + 1, time.monotonic() + SECONDS_BETWEEN_KILLS
    progress.end()
    return kills


def wins() -> Iterator[str]:
    """Of each strength, in how many of its seats it won."""
    seats, won = Counter[str](), Counter[str]()
    for game in Game.objects.filter(status="ended").values_list("id", flat=True):
        state = table_of(game)
        for seat, occupant in enumerate(state.setup.seats):
            seats[occupant.bot or ""] += 1
            won[occupant.bot or ""] += seat in state.winners
    for name in STRENGTHS:
        yield f"{name}: won {won[name]} of {seats[name]} seats"


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    call_command("migrate", verbosity=0)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="franchise-tests-") as home:
        of = service(Path(home))
        with run_programs(*of.programs):
            wait_for_port(redis_port())
            kills = play_and_kill(of.workers, games)
    stuck = Game.objects.exclude(status="ended").values_list("id", "status", "version")
    made = list(Game.objects.values_list("id", flat=True))
    found = [finding for game in track(made, "histories") if (finding := verify_game(game))]
    turns = sum(Game.objects.values_list("turn", flat=True))
    minutes = (time.monotonic() - began) / 60
    lines = (
        f"{games} games, {turns} turns, {kills} kills of a worker, {minutes:.0f} minutes",
        f"stuck: {list(stuck) or 'none'}",
        f"judged wrong: {found or 'none'}",
        *wins(),
    )
    sys.stdout.writelines(f"{line}\n" for line in lines)
    connection.close()
    sys.exit(1 if stuck or found else 0)


if __name__ == "__main__":
    main()
