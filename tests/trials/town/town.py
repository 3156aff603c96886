"""What all people of the town share: the site, who writes down what, and when it is over."""

import asyncio
import time
import uuid
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from tests.trials.town.calls import STALE, Call, Person
from tests.trials.town.site import Site
from tests.trials.town.wire import Answer, NoAnswer, call

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 2.0


class Town:
    """`think` is how many seconds somebody waits between two looks, half of it at least."""

    def __init__(self, site: Site, chance: Random, think: float, records: Path) -> None:
        self.site, self.chance, self.think_seconds = site, chance, think
        self.calls: list[Call] = []
        self.is_over = self.gives_up = False
        """Nobody begins anything; nobody asks again."""
        self.lost_reads = 0
        self.records = records.open("ab")

    def write_down(self, record: Call) -> None:
        """In the file too, so that a trial that ends in the middle can be looked at."""
        self.calls.append(record)
        self.records.write(msgspec.json.encode(record) + b"\n")

    async def think(self) -> None:
        until = time.monotonic() + self.think_seconds * self.chance.uniform(0.5, 1.5)
        while not self.is_over and (left := until - time.monotonic()) > 0:
            await asyncio.sleep(min(left, 1))

    async def read(self, person: Person, game: str, path: str = "") -> Any:
        """None where the answer is lost. A read has no key."""
        asked = time.monotonic()
        try:
            answer = await self._call(person, "GET", f"/api/games/{game}/{path}")
        except NoAnswer:
            answer = Answer(0, None)
        if answer.status != 200:
            self.lost_reads += 1
            return None
        self.write_down(
            Call(game=game, person=person.number, asked=asked, tried=asked,
                 answered=time.monotonic(), status=200, version=answer.body["version"])
        )  # fmt: skip
        return answer.body

    async def write(
        self, person: Person, game: str, path: str, body: object,
        expected: int | None = None, key: str = "",
    ) -> Answer | None:  # fmt: skip
        """Asks again under the same key until it knows."""
        key, asked, tries = key or uuid.uuid4().hex, time.monotonic(), 0
        headers = {"Idempotency-Key": key}
        if expected is not None:
            headers["If-Match"] = f'"{expected}"'
        while True:
            tried, tries = time.monotonic(), tries + 1
            try:
                answer = await self._call(person, "POST", f"/api/games/{path}", headers, body)
            except NoAnswer:
                answer = Answer(0, None)
            is_known = 0 < answer.status < 500
            if is_known or self.gives_up:
                found = answer if is_known else Answer(0, None)
                times = {"asked": asked, "tried": tried, "answered": time.monotonic()}
                self.write_down(_record(person, game, key, found, expected, tries, times))
                return answer if is_known else None
            pause = min(FIRST_PAUSE * tries, LONGEST_PAUSE)
            await asyncio.sleep(pause * self.chance.uniform(0.5, 1.5))

    async def _call(
        self, person: Person, method: str, path: str,
        headers: Mapping[str, str] | None = None, body: object = None,
    ) -> Answer:  # fmt: skip
        through = {
            "Host": self.site.name,
            "X-Forwarded-Proto": "https",
            "Authorization": f"Token {person.token}",
        }
        url = self.chance.choice(self.site.urls)
        return await call(url, method, path, {**through, **(headers or {})}, body)


def _record(
    person: Person, game: str, key: str, answer: Answer,
    expected: int | None, tries: int, times: Mapping[str, float],
) -> Call:  # fmt: skip
    body = answer.body or {}
    is_accepted = answer.status in (200, 201)
    code = "" if is_accepted else str(body.get("code", ""))
    # The table that a new game is answered with is its first event's.
    first = ({"version": 1, "event": None},) if answer.status == 201 else ()
    has_version = is_accepted or code == STALE
    return Call(
        game=game or str(body.get("game", {}).get("id", "")),
        person=person.number,
        key=key,
        expected=expected,
        tries=tries,
        status=answer.status,
        code=code,
        version=body["version"] if has_version else None,
        events=tuple(body.get("events", first)) if is_accepted else (),
        asked=times["asked"],
        tried=times["tried"],
        answered=times["answered"],
    )
