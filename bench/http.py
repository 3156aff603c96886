"""Speed over HTTP: granian, PostgreSQL, one connection, beside bare calls of the framework."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, islice
from uuid import UUID

import msgspec
from django.db import connection

from bench.measure import print_line
from bench.store import database, host, median
from games.api.tags import etag_of
from games.domain import Command, Options, State
from games.domain.chance import Draws
from games.domain.lobby import CreateGame, StartGame, TakeSeat
from games.domain.playout import random_command
from games.domain.state import Terms
from games.models import Game, Person
from games.rows import snapshot_of
from games.services import act, create_game
from tests.api.calls import token_of
from tests.bots import greedy

CALLS = 600
GETS = 1200
"""Timed in turns with the floor, so that a slow moment meets both."""
AT_A_TIME = 50


def main() -> None:
    print("HTTP, granian, PostgreSQL, durable")
    with database():
        people = [Person.objects.create_user(f"bench-{n}") for n in range(2)]
        tokens = [token_of(person) for person in people]
        finished = finished_game()
        with server() as (port, _):
            call = Connection(port)
            measure_posts(call, people, tokens)
            measure_gets(call, people[0], tokens[0], finished)


@contextmanager
def server() -> Iterator[tuple[int, int]]:
    """Its port and its process."""
    settings = connection.settings_dict
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port: int = door.getsockname()[1]
    url = f"postgres://{settings['USER']}:{settings['PASSWORD']}@/{settings['NAME']}?host={host()}"
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "bench.site",
        "DATABASE_URL": url,
        "LOG_LEVEL": "ERROR",
    }
    command_line = [
        sys.executable, "-m", "granian", "--interface", "wsgi", "--no-ws", "--no-log",
        "--port", str(port), "--blocking-threads", "1", "franchise_site.wsgi:application",
    ]  # fmt: skip
    collect_files()
    running = subprocess.Popen(command_line, env=environment)
    try:
        wait_for_server(port)
        yield port, running.pid
    finally:
        running.terminate()
        running.wait()


def collect_files() -> None:
    command_line = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity=0"]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "bench.site"}
    subprocess.run(command_line, env=environment, check=True)


def wait_for_server(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.05)
        else:
            return
    raise SystemExit("the server does not come up")


class Connection:
    """One connection, written by hand: the client should cost next to nothing."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.head = f"Host: 127.0.0.1:{port}\r\n"

    def call(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        headers_text = "".join(
            f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items()
        )
        if body:
            headers_text += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        self.socket.sendall(
            f"{method} {path} HTTP/1.1\r\n{self.head}{headers_text}\r\n".encode() + body
        )
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self.socket.recv(65536)
        head, _, rest = answer.partition(b"\r\n\r\n")
        lines = head.lower().split(b"\r\n")
        length = next((int(each[15:]) for each in lines if each.startswith(b"content-length:")), 0)
        while len(rest) < length:
            rest += self.socket.recv(65536)
        return int(lines[0].split()[1]), rest

    def time(self, wanted: int, *call: object, **headers: str) -> float:
        began = time.perf_counter()
        status, body = self.call(*call, **headers)  # type: ignore[arg-type]
        took = time.perf_counter() - began
        if status != wanted:
            raise SystemExit(f"{call} answered {status}: {body[:500]!r}")
        return took


def measure_posts(call: Connection, people: list[Person], tokens: list[str]) -> None:
    ours: list[float] = []
    floor: list[float] = []
    row = json.dumps({"text": "x" * 200}).encode()
    for took in islice(post_turns(call, people, tokens), CALLS):
        ours.append(took)
        floor.append(call.time(201, "POST", "/floor/", row))
    mine, bare = median(ours), median(floor)
    print_line(
        "POST a turn, p50, over a bare POST that makes one row",
        f"{mine * 1e3:.2f} / {bare * 1e3:.2f} ms = {mine / bare:.2f}",
        "<= 1.8",
        "a program's turn: signed in, counted, judged, stored, mail laid out",
    )


def post_turns(call: Connection, people: list[Person], tokens: list[str]) -> Iterator[float]:
    """The seconds of each turn, in game after game."""
    draws = Draws(3, "bench")
    for seed in count():
        game, state = new_game(people, seed)
        while state.status != "ended":
            order = random_command(state, draws.below)
            body = json.dumps(body_of(order)).encode()
            token = {"Authorization": f"Token {tokens[state.mover]}"}
            if_match = {"If-Match": f'"{state.version}"'}
            path = f"/api/games/{game}/turns/"
            yield call.time(200, "POST", path, body, **token, **if_match)
            state = snapshot_of(Game.objects.get(id=game))


def new_game(people: list[Person], seed: int) -> tuple[UUID, State]:
    terms = Terms("Bench", owner=people[0].pk, pace_hours=24)
    game = create_game(CreateGame(terms, 2, Options(introductory=True)), actor="bench").game_id
    for person in people:
        act(game, TakeSeat(player=person.pk), actor="bench")
    return game, act(game, StartGame(seed, first=0), actor="bench").table


def body_of(order: Command) -> dict[str, object]:
    fields: dict[str, object] = msgspec.to_builtins(order)
    return {key: value for key, value in fields.items() if key not in ("type", "seat")}


def finished_game() -> UUID:
    """Five computer players on a public table."""
    terms = Terms("Bench", watch="public")
    game = create_game(CreateGame(terms, 5), actor="bench").game_id
    for _ in range(5):
        act(game, TakeSeat(bot="greedy"), actor="bench")
    state = act(game, StartGame(11, first=0), actor="bench").table
    while state.status != "ended":
        state = act(game, greedy.choose(state, state.version), actor="bench").table
    return game


def measure_gets(call: Connection, person: Person, token: str, game: UUID) -> None:
    version = Game.objects.get(id=game).version
    path = f"/api/games/{game}/"
    known = {"If-None-Match": etag_of(version)}
    packed = {"Accept-Encoding": "gzip"}
    signed = {"Authorization": f"Token {token}"}
    replay_bytes = call.call("GET", f"{path}replay/", b"", **packed)[1]
    calls: dict[str, tuple[int, str, dict[str, str]]] = {
        "floor": (200, "/floor/", {}),
        "table": (304, path, known),
        "table, by token": (304, path, {**known, **signed}),
        "replay": (200, f"{path}replay/", packed),
    }
    took: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(GETS // AT_A_TIME):
        for name, (wanted, where, headers) in calls.items():
            took[name] += [
                call.time(wanted, "GET", where, b"", **headers) for _ in range(AT_A_TIME)
            ]
    rate = {name: 1 / median(each) for name, each in took.items()}
    for name, what, demand, means in (
        ("table", "GET table with a matching ETag", ">= 0.7", "a program that polls"),
        ("table, by token", "the same with a token", ">= 0.85", ""),
        (
            "replay",
            f"GET replay of a finished 5-player game, {len(replay_bytes) / 1e3:.1f} KB",
            ">= 0.4",
            "a whole game in one answer",
        ),
    ):
        print_line(
            f"{what}, over a trivial GET, a second",
            f"{rate[name]:,.0f} / {rate['floor']:,.0f} = {rate[name] / rate['floor']:.2f}",
            demand,
            means,
        )
