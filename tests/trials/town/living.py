"""The town lives for a while, whatever befalls the site, and then everything is held against
what people wrote down.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import psycopg
from msgspec import Struct

from tests.trials.town.calls import Person
from tests.trials.town.checking import Finding, check, decode_kept
from tests.trials.town.mails import MailPlayer, Post, deliver
from tests.trials.town.people import Pair
from tests.trials.town.site import Site
from tests.trials.town.town import Town

SECONDS_TO_KNOW = 90
"""After the end, for those who still ask what became of a call."""
SECONDS_TO_SETTLE = 600
"""A mail that a killed worker had taken waits for three minutes; then there may be a queue."""
LETTERS_AT_ONCE = 16
DUE = """SELECT count(*) FROM notifications_notice
  WHERE sent IS NULL AND channel = 'mail' AND coalesce(first_due, due) <= now()"""
SHELL = ("shell", "--verbosity", "0", "--command")
Meanwhile = Callable[[Town], Coroutine[Any, Any, None]]


class Life(Struct, frozen=True):
    """How many people live in the town, and how long they think between two looks."""

    people: int = 200
    think: float = 20.0
    seed: int = 1


def open_town(site: Site, life: Life, records: Path) -> tuple[Town, list[Person]]:
    code = f"from tests.trials.town.prepare import make_people; make_people({life.people})"
    people = msgspec.json.decode(site.manage(*SHELL, code), type=list[Person])
    return Town(site, Random(life.seed), life.think, records), people  # noqa: S311 - to be the same again


async def live(town: Town, people: list[Person], meanwhile: Meanwhile) -> Post:
    """As long as `meanwhile` lasts."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(LETTERS_AT_ONCE))
    couples = zip(people[::2], people[1::2], strict=True)
    pairs = [Pair(town, number, *couple) for number, couple in enumerate(couples)]
    by_mail = [MailPlayer(town, each.guest) for each in pairs[1::2]]
    boxes = {each.person.address: each for each in by_mail}
    post = Post(town.site.mails)
    lives = [pair.live(boxes.get(pair.guest.address)) for pair in pairs]
    jobs = [asyncio.create_task(each) for each in (*lives, deliver(town, post, boxes))]
    watch = asyncio.create_task(meanwhile(town))
    done, _ = await asyncio.wait([watch, *jobs], return_when=asyncio.FIRST_COMPLETED)
    town.is_over = True
    await asyncio.gather(*done)
    await watch
    await asyncio.wait(jobs, timeout=SECONDS_TO_KNOW)
    town.gives_up = True
    await asyncio.gather(*jobs)
    return post


def settle(site: Site) -> int:
    """Waits for what is due to go out; how many never did."""
    until, left = time.monotonic() + SECONDS_TO_SETTLE, -1
    while time.monotonic() < until and left:
        time.sleep(2)
        with suppress(psycopg.Error), psycopg.connect(site.dsn, connect_timeout=5) as database:
            row = database.execute(DUE).fetchone()
            left = row[0] if row else -1
    return left


def findings(site: Site, town: Town, post: Post, folder: Path) -> list[Finding]:
    file = folder / "kept.json"
    code = f"from tests.trials.town.histories import keep_histories; keep_histories({str(file)!r})"
    site.manage(*SHELL, code)
    # All that came, also after the last of the players had gone.
    post.read_new()
    found = list(check(town.calls, decode_kept(file.read_bytes()), post.letters))
    try:
        site.manage("verify_games")
    except AssertionError as error:
        found.append(Finding("verify_games", str(error)[-3000:]))
    return found
