"""The process dies at every step of the write path: all of a command is there, or nothing."""

import os
import subprocess
import sys
from collections import Counter

import pytest
from django.db import connection

from games.audit.verify import verify_game
from tests.doing import start_game
from tests.games.killing import STEPS
from tests.people import cast
from tests.together import database_in_use

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
GAMES = 6
ROUNDS = 40


def test_a_killed_writer_leaves_all_or_nothing() -> None:
    games = [start_game(cast(), seed=seed) for seed in range(GAMES)]
    connection.close()
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.killing", str(ROUNDS), *map(str, games)],
        env={**os.environ, **database_in_use()},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    assert [verify_game(game) for game in games] == [None] * GAMES
    outcomes = Counter(line.split(" ", 1)[1] for line in lines)
    assert set(outcomes) <= {"killed nothing", "killed all", "finished all", "over"}
    assert outcomes["killed nothing"] >= 80
    assert outcomes["killed all"] >= 5
    assert {int(line.split()[0]) for line in lines if "killed" in line} >= set(range(8))
    assert len({line.split()[0] for line in lines}) == STEPS
