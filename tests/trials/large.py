"""Turns on a Citus: `python -m tests.trials.large [SECONDS]`, with CITUS_URL (`make try-large`).

It makes a database of its own there and says, by EXPLAIN, how many shards each statement of a turn
takes; how many turns a second go with one, two and three workers; and whether any accepted turn
is lost while shards are moved from worker to worker.
"""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
if os.environ.get("CITUS_URL"):
    os.environ.setdefault("DATABASE_URL", os.environ["CITUS_URL"])
django.setup()

from django.db import connection  # noqa: E402 - after the set-up

from games.audit.verify import verify_games  # noqa: E402
from games.domain.chance import Draws  # noqa: E402
from games.domain.commands import KINDS  # noqa: E402
from games.events import store  # noqa: E402
from tests.citus import URL, citus_database  # noqa: E402
from tests.doing import play_at_random, start_game, table_of  # noqa: E402
from tests.people import cast  # noqa: E402

WRITERS, GAMES_EACH = 4, 8
SHARDS = """
SELECT min(shardid), nodename, nodeport FROM citus_shards
WHERE citus_table_type = 'distributed' GROUP BY colocation_id, nodename, nodeport, shardid
HAVING shardid IN (SELECT shardid FROM pg_dist_shard WHERE logicalrelid = 'games_game'::regclass)
ORDER BY 1
"""
MOVE = """
SELECT citus_move_shard_placement(%s, %s, %s, %s, %s, shard_transfer_mode => 'force_logical')
"""
Node = tuple[str, int]
Turn = tuple[str, int]


def main(seconds: float) -> None:
    with citus_database(f"test_franchise_large_{os.getpid()}"):
        print_plans(start_game(cast()))
        accepted: list[Turn] = []
        for number, workers in enumerate(workers_in_growing_number(), 1):
            gather_shards(workers)
            played = write_for(seconds)
            accepted += played
            print(f"{number} workers: {len(played) / seconds:.0f} turns a second")
        accepted += write_while_shards_move(seconds)
        check(accepted)


def print_plans(game: UUID) -> None:
    """How many shards each statement of a turn takes."""
    asked: dict[str, Any] = {}

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.setdefault(sql, params)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        for seed in range(6):
            play_at_random(game, Draws(seed, "turn").below)
    counts = Counter(map(shards_of, asked, asked.values()))
    for (shards, head), number in sorted(counts.items()):
        print(f"{shards:>20}  {number} x {head}")
    assert all(shards in ONE_NODE for shards, _ in counts), (
        "a statement of a turn takes many shards"
    )


ONE_NODE = {"one shard", "the coordinator"}


def shards_of(sql: str, params: Any) -> tuple[str, str]:
    """Of a statement, whose first words are told as well."""
    head = " ".join(sql.replace('"', "").split())[:60]
    if not sql.lstrip("( ").upper().startswith(("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")):
        return "the coordinator", head
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (COSTS OFF) {sql}", params)
        plan = "\n".join(row[0] for row in cursor.fetchall())
    if "Task Count" not in plan:
        return "the coordinator", head
    many = [line.split()[-1] for line in plan.splitlines() if "Task Count" in line]
    return ("one shard" if set(many) == {"1"} else f"{'+'.join(many)} shards"), head


def workers_in_growing_number() -> Iterator[list[Node]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nodename, nodeport FROM pg_dist_node WHERE shouldhaveshards ORDER BY nodeport"
        )
        nodes = cursor.fetchall()
    for number in range(1, len(nodes) + 1):
        yield nodes[:number]


def gather_shards(workers: list[Node]) -> None:
    """On these workers alone, evenly."""
    for index, (shard, host, port) in enumerate(read_shards()):
        move(shard, (host, port), workers[index % len(workers)])


def read_shards() -> list[tuple[int, str, int]]:
    with connection.cursor() as cursor:
        cursor.execute(SHARDS)
        shards: list[tuple[int, str, int]] = cursor.fetchall()
    return shards


def move(shard: int, source: Node, target: Node) -> None:
    """With all that lies beside it."""
    if source != target:
        with connection.cursor() as cursor:
            cursor.execute(MOVE, [shard, *source, *target])


def write_for(seconds: float, meanwhile: Callable[[], None] = lambda: None) -> list[Turn]:
    """By several processes, each with games of its own; what they were told was accepted."""
    program = [sys.executable, "-m", "tests.trials.large", "--write", str(seconds)]
    url = os.environ["DATABASE_URL"].rpartition("/")[0]
    own = {**os.environ, "DATABASE_URL": f"{url}/{connection.settings_dict['NAME']}"}
    writers = [
        subprocess.Popen(
            program,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=own,
        )
        for _ in range(WRITERS)
    ]
    for each in writers:
        assert each.stdout is not None
        assert each.stdout.readline() == "ready\n"
    for each in writers:
        assert each.stdin is not None
        each.stdin.write("go\n")
        each.stdin.flush()
    meanwhile()
    answers = [json.loads(each.communicate()[0]) for each in writers]
    assert all(each.returncode == 0 for each in writers)
    return [(game, version) for answer in answers for game, version in answer]


def write(seconds: float) -> None:
    """Plays round its games, and begins another where one has ended.

    A turn that failed was not accepted, and is played anew.
    """
    games = [start_game(cast()) for _ in range(GAMES_EACH)]
    print("ready", flush=True)
    sys.stdin.readline()
    accepted, draws, until = [], Draws(os.getpid(), "turn"), time.monotonic() + seconds
    refused: Counter[str] = Counter()
    while time.monotonic() < until:
        for number, game in enumerate(games):
            try:
                if table_of(game).status in KINDS:
                    accepted.append((str(game), play_at_random(game, draws.below).version))
                else:
                    games[number] = start_game(cast())
            except django.db.Error as error:
                refused[f"{type(error).__name__}: {str(error).splitlines()[0]}"] += 1
    for what, number in refused.items():
        print(f"{number} x {what}", file=sys.stderr)
    print(json.dumps(accepted), flush=True)


def write_while_shards_move(seconds: float) -> list[Turn]:
    moved = 0

    def move_all() -> None:
        nonlocal moved
        until = time.monotonic() + seconds
        *_, workers = workers_in_growing_number()
        while time.monotonic() < until:
            for shard, host, port in read_shards():
                if time.monotonic() < until:
                    after = workers[(workers.index((host, port)) + 1) % len(workers)]
                    move(shard, (host, port), after)
                    moved += 1

    accepted = write_for(seconds, move_all)
    print(f"{moved} moves of a shard while {len(accepted)} turns were accepted")
    return accepted


def check(accepted: list[Turn]) -> None:
    games = sorted({UUID(game) for game, _ in accepted})
    assert len(set(accepted)) == len(accepted), "a turn was accepted twice"
    heads = store.heads_of(games)
    versions = {each: {row.entry.version for row in store.read_rows(each)} for each in games}
    lost = [(game, version) for game, version in accepted if version not in versions[UUID(game)]]
    bad = [each.finding for each in verify_games(games) if each.finding is not None]
    events = sum(version for version, _ in heads.values())
    print(
        f"{len(accepted)} accepted turns, {events} events: {len(lost)} lost, {len(bad)} bad games"
    )
    assert not lost
    assert not bad


if __name__ == "__main__":
    if not URL:
        sys.exit("CITUS_URL is to name the coordinator of a Citus with its workers")
    if sys.argv[1:2] == ["--write"]:
        write(float(sys.argv[2]))
    else:
        main(float(sys.argv[1]) if sys.argv[1:] else 20)
