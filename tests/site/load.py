"""Mixed calls at a steady pace, as many visitors behind a proxy make them."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from email.message import Message
from http.client import HTTPConnection, HTTPException
from itertools import count
from queue import SimpleQueue
from typing import NamedTuple
from uuid import UUID

import msgspec

from games.domain import State
from games.domain.chance import Draws
from games.domain.decide import decide
from games.domain.evolve import replay
from games.domain.playout import random_command

THREADS = 16
SECONDS_TO_ANSWER = 60
MIX = (
    *("table", "events", "turn", "table", "home", "table", "events", "turn", "table", "code"),
    *("table", "events", "turn", "table", "board.svg", "table", "events", "game", "table"),
    *("board.png",),
)


class Call(NamedTuple):
    """`at` counts from the beginning; a status of 0 is no answer."""

    at: float
    name: str
    status: int
    took: float


class Table:
    """A game that is played by the rules, so that no answer has to be read."""

    def __init__(self, game: UUID, state: State, version: int, tokens: Mapping[int, str]) -> None:
        self.game, self.state, self.version, self.tokens = game, state, version, tokens
        self.draws = Draws(state.setup.seed, "load")

    @property
    def token(self) -> str:
        player = self.state.setup.seats[self.state.mover].player
        assert player is not None
        return self.tokens[player]


class Visitor:
    """Keeps one connection; every call comes from another address."""

    def __init__(self, port: int, numbers: Iterator[int]) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS_TO_ANSWER)
        self.origin = f"https://127.0.0.1:{port}"
        self.numbers = numbers
        self.cookies = ""

    def call(
        self, method: str, path: str, body: bytes | None = None, /, **headers: str
    ) -> tuple[int, Message]:
        number = next(self.numbers)
        through = {
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}",
        }
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            self.connection.request(method, path, body, {**through, **named})
            answer = self.connection.getresponse()
            answer.read()
        except (OSError, HTTPException):
            self.connection.close()
            return 0, Message()
        return answer.status, answer.headers

    def ask_for_code(self, address: str) -> int:
        status, headers = self.call("GET", "/accounts/login/")
        if status != 200:
            return status
        cookie = headers.get("Set-Cookie", "").partition(";")[0]
        return self.call(
            "POST",
            "/accounts/login/",
            f"email={address}".encode(),
            Content_Type="application/x-www-form-urlencoded",
            Cookie=cookie,
            X_CSRFToken=cookie.partition("=")[2],
            Origin=self.origin,
        )[0]


class Load:
    def __init__(self, port: int, tables: list[Table], a_second: int) -> None:
        self.port, self.a_second = port, a_second
        self.calls: list[Call] = []
        self.numbers, self.ticks = count(), count()
        self.tables: SimpleQueue[Table] = SimpleQueue()
        for each in tables:
            self.tables.put(each)
        # The same one again and again, as by a link that many open: drawn once, and kept.
        self.picture = f"/games/{tables[0].game}/replay/{tables[0].version}/"
        self.began = 0.0

    def warm_up(self) -> None:
        """The first calls of a process are slow and are not measured."""
        visitor = Visitor(self.port, self.numbers)
        pictures = f"{self.picture}board.png", f"{self.picture}board.svg"
        for path in ("/", "/accounts/login/", "/api/games/", *pictures) * 4:
            status, _ = visitor.call("GET", path)
            assert status == 200, (path, status)
            visitor.connection.close()

    @contextmanager
    def run(self, seconds: float) -> Iterator[None]:
        self.began = time.monotonic()
        threads = [threading.Thread(target=self._visit, args=(seconds,)) for _ in range(THREADS)]
        for each in threads:
            each.start()
        yield
        for each in threads:
            each.join()

    def sleep_until(self, moment: float) -> None:
        time.sleep(max(0.0, self.began + moment - time.monotonic()))

    def _visit(self, seconds: float) -> None:
        visitor = Visitor(self.port, self.numbers)
        while (tick := next(self.ticks)) < seconds * self.a_second:
            due = tick / self.a_second
            self.sleep_until(due)
            name, began = MIX[tick % len(MIX)], time.monotonic()
            status = self._ask(visitor, name, tick)
            # From when it was due: who waits for a thread of ours waits as well.
            took = time.monotonic() - min(began, self.began + due)
            self.calls.append(Call(due, name, status, took))
        visitor.connection.close()

    def _ask(self, visitor: Visitor, name: str, tick: int) -> int:
        if name == "home":
            return visitor.call("GET", "/")[0]
        if name.startswith("board"):
            return visitor.call("GET", f"{self.picture}{name}")[0]
        if name == "code":
            return visitor.ask_for_code(f"visitor{tick}@example.org")
        table = self.tables.get()
        try:
            return self._ask_table(visitor, name, table)
        finally:
            self.tables.put(table)

    def _ask_table(self, visitor: Visitor, name: str, table: Table) -> int:
        token = {"Authorization": f"Token {table.token}"} if table.state.to_move is not None else {}
        asks: dict[str, Callable[[], int]] = {
            "table": lambda: visitor.call("GET", f"/api/games/{table.game}/", **token)[0],
            "events": lambda: visitor.call("GET", f"/api/games/{table.game}/events/?after=3")[0],
            "turn": lambda: play(visitor, table, token),
            "game": lambda: visitor.call("GET", f"/games/{table.game}/")[0],
        }
        return asks[name]()


def play(visitor: Visitor, table: Table, token: Mapping[str, str]) -> int:
    if table.state.to_move is None:
        return visitor.call("GET", f"/api/games/{table.game}/replay/")[0]
    order = random_command(table.state, table.draws.below)
    body = {
        key: value
        for key, value in msgspec.to_builtins(order).items()
        if key not in ("type", "seat")
    }
    status, headers = visitor.call(
        "POST",
        f"/api/games/{table.game}/turns/",
        json.dumps(body).encode(),
        Content_Type="application/json",
        If_Match=f'"{table.version}"',
        **token,
    )
    if status == 200:
        table.state = replay(decide(table.state, order), table.state)
        table.version = int(headers["ETag"].strip('"').partition(".")[0])
    return status
