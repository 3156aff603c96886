"""A store that has lost its guards, so that the checker has something to find.

The primary key of the events is dropped, and `unguarded` serves the site. Then two turns at one
version can both be accepted.
"""

import asyncio
from pathlib import Path

import psycopg

from tests.trials.town.calls import Person, operations
from tests.trials.town.living import Life, open_town
from tests.trials.town.one import one_site
from tests.trials.town.register import Fault, find_fault
from tests.trials.town.town import Town

ROUNDS, AT_ONCE = 20, 6
KEY = "SELECT conname FROM pg_constraint WHERE contype = 'p' AND conrelid = 'event_store_storedevent'::regclass"


def find_planted_fault(folder: Path) -> Fault | None:
    with one_site("tests.trials.town.unguarded:application") as site:
        with psycopg.connect(site.dsn, autocommit=True) as database:
            row = database.execute(KEY).fetchone()
            assert row is not None
            database.execute(f"ALTER TABLE event_store_storedevent DROP CONSTRAINT {row[0]}")
        town, people = open_town(site, Life(people=2), folder / "planted.jsonl")
        return asyncio.run(play_at_once(town, people))


async def play_at_once(town: Town, people: list[Person]) -> Fault | None:
    """Each turn is passed by several at once, which one of them may do."""
    owner, guest = people
    options = {"introductory": True}
    new = {"name": "Nobody watches", "seats": 2, "options": options, "watch": "public"}
    made = await town.write(owner, "", "", {**new, "start_when_full": True})
    assert made is not None
    game = made.body["game"]["id"]
    for person in people:
        await town.write(person, game, f"{game}/join/", {})
    for _ in range(ROUNDS):
        table = await town.read(owner, game)
        mover = owner if table["seats"][table["to_move"]]["player"] == owner.number else guest
        passes = [
            town.write(mover, game, f"{game}/turns/", {}, table["version"]) for _ in range(AT_ONCE)
        ]
        await asyncio.gather(*passes)
        if fault := find_fault(operations(town.calls)):
            return fault
    return None
