"""People who play turns by HTTP, through whichever proxy answers, and keep lists of their own."""

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from uuid import uuid4

import msgspec
import psycopg

from games.domain.chance import Draws
from games.domain.decide import decide
from games.domain.evolve import replay
from games.domain.playout import random_turn
from games.domain.record import check, from_json
from games.domain.state import State
from tests.trials.cluster.site import AvailableSite
from tests.waiting import wait_until

SECONDS_TO_ANSWER = 30
PAUSE = 0.4
AGAIN = 0.25
KEY_LENGTH = 24
"""So much of a key's hash the history keeps."""


class Accepted(NamedTuple):
    """A turn that was answered with 200, with the moments when it was first sent and answered."""

    game: str
    key: str
    version: int
    sent: float
    answered: float
    at: float
    """The last by the clock of the wall too."""


class Player(threading.Thread):
    """Plays game after game, all their seats. What got no answer is sent again under its key."""

    def __init__(self, site: AvailableSite, games: Sequence[dict[str, Any]], number: int) -> None:
        super().__init__(daemon=True)
        self.site, self.games, self.number = site, games, number
        self.over, self.draws = threading.Event(), Draws(number, "player")
        self.accepted: list[Accepted] = []
        self.statuses: Counter[int] = Counter()
        self.longest = 0.0

    def run(self) -> None:
        for each in self.games:
            record = from_json(each["record"].encode())
            self._play(record.game, check(record), each["tokens"])
            if self.over.is_set():
                return
        raise AssertionError("all games are over")

    def _play(self, game: str, state: State, tokens: dict[str, str]) -> None:
        while not self.over.is_set() and state.to_move is not None:
            order = random_turn(state, self.draws.below)
            body = {
                name: value
                for name, value in msgspec.to_builtins(order).items()
                if name not in ("type", "seat")
            }
            key, sent = uuid4().hex, time.monotonic()
            headers = {
                "Authorization": f"Token {tokens[str(state.setup.seats[state.mover].player)]}",
                "If-Match": f'"{state.version}"',
                "Idempotency-Key": key,
            }
            played = self._insist(f"/api/games/{game}/turns/", body, headers)
            if played is None:
                return
            version = played["version"]
            self.accepted.append(Accepted(game, key, version, sent, time.monotonic(), time.time()))
            state = replay(decide(state, order), state)
            assert state.version == version, (state.version, version)
            self.over.wait(PAUSE)

    def _insist(self, path: str, body: object, headers: dict[str, str]) -> Any:
        """The answer; None where all is over before there is one."""
        while not self.over.is_set():
            began = time.monotonic()
            status, answer = self._call(path, body, headers)
            self.longest = max(self.longest, time.monotonic() - began)
            self.statuses[status] += 1
            if status == 200:
                return answer
            assert status in (0, 502, 503, 504), (status, answer)
            self.number += 1
            time.sleep(AGAIN)
        return None

    def _call(self, path: str, body: object, headers: dict[str, str]) -> tuple[int, Any]:
        """A status of 0 is no answer."""
        url = self.site.urls[self.number % len(self.site.urls)]
        every = {"Host": self.site.name, "Content-Type": "application/json", **headers}
        line = HTTPConnection(urlsplit(url).netloc, timeout=SECONDS_TO_ANSWER)
        with closing(line):
            try:
                line.request("POST", path, json.dumps(body).encode(), every)
                answer = line.getresponse()
                content = answer.read()
            except (OSError, HTTPException):
                return 0, None
        if answer.status == 503 and answer.headers["Content-Type"] == "application/problem+json":
            assert answer.headers["Retry-After"], "a call was sent away without a word"
        return answer.status, json.loads(content) if answer.status == 200 else content[:300]


class Players:
    def __init__(self, site: AvailableSite, prepared: Sequence[Sequence[dict[str, Any]]]) -> None:
        self.site = site
        self.all = [Player(site, each, number) for number, each in enumerate(prepared)]

    @contextmanager
    def play(self) -> Iterator[None]:
        for each in self.all:
            each.start()
        try:
            self.wait_for_turns(time.monotonic())
            yield
        finally:
            for each in self.all:
                each.over.set()
            for each in self.all:
                each.join()

    def wait_for_turns(self, since: float) -> float:
        """Until everybody has played one that was sent after `since`; when the first was taken."""

        def seen() -> list[float]:
            assert all(each.is_alive() for each in self.all), "a player has given up"
            return [
                min(turn.answered for turn in turns)
                for each in self.all
                if (turns := [turn for turn in each.accepted[-500:] if turn.sent > since])
            ]

        wait_until(lambda: len(seen()) == len(self.all), self.tell)
        return min(seen())

    def tell(self) -> str:
        statuses = sum((each.statuses for each in self.all), Counter[int]())
        longest = max(each.longest for each in self.all)
        told = ", ".join(f"{number} of {status}" for status, number in sorted(statuses.items()))
        return f"answers: {told}; the longest was waited for {longest:.1f} s"

    def accepted(self) -> list[Accepted]:
        return [turn for each in self.all for turn in each.accepted]


def check_history(dsn: str, accepted: Sequence[Accepted]) -> int:
    """Every accepted turn is in the history once, and ends where it was said to."""
    query = (
        "SELECT game_id::text, split_part(command_id, ':', 2),"
        " count(*) FILTER (WHERE fingerprint <> ''), max(version)"
        " FROM event_store_storedevent GROUP BY game_id, command_id"
    )
    with psycopg.connect(dsn) as database:
        rows = database.execute(query).fetchall()
    found = {(game, key): (count, last) for game, key, count, last in rows}
    said = {
        (turn.game, sha256(turn.key.encode()).hexdigest()[:KEY_LENGTH]): (1, turn.version)
        for turn in accepted
    }
    missing = {key: value for key, value in said.items() if found.get(key) != value}
    assert not missing, f"{len(missing)} accepted turns are not in the history once: {missing}"
    return len(said)
