"""What the owner of the database could do: take the guards off, change events, put the guards back."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

from django.db import connection, transaction
from msgspec.structs import replace

from games.audit.rebuild import rebuild_game
from games.domain.chain import genesis, hash_of
from games.domain.record import Entry
from games.events import store
from games.events.store import EventRow

TABLE = "event_store_storedevent"
ANCHORS = ("anchors_leaf", "anchors_root")
POSTGRESQL = "postgresql"
Value = str | bytes | int | UUID
Change = Callable[[list[EventRow]], Sequence[EventRow]]


@contextmanager
def without_guards(*tables: str) -> Iterator[None]:
    """Of the table of events, unless others are named."""
    with connection.cursor() as cursor:
        named = tables or (TABLE,)
        if connection.vendor == POSTGRESQL:
            query = (
                "SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND NOT tgisinternal"
            )
            guards = {each: cursor.execute(query, [each]).fetchall() for each in named}
            for each in named:
                cursor.execute(f"ALTER TABLE {each} DISABLE TRIGGER USER")
            yield
            for each, names in guards.items():
                for (name,) in names:
                    cursor.execute(f"ALTER TABLE {each} ENABLE ALWAYS TRIGGER {name}")
            return
        there = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s"
        guarded = [row for each in named for row in cursor.execute(there, [each]).fetchall()]
        for name, _ in guarded:
            cursor.execute(f"DROP TRIGGER {name}")
        yield
        for _, text in guarded:
            cursor.execute(text)


def forget_anchors() -> None:
    with without_guards(*ANCHORS), connection.cursor() as cursor:
        for each in ANCHORS:
            cursor.execute(f"DELETE FROM {each}")


def execute_unguarded(sql: str, *values: Value) -> None:
    with without_guards(), connection.cursor() as cursor:
        cursor.execute(sql, values)


def id_of(game: UUID) -> Value:
    return game if connection.vendor == POSTGRESQL else game.hex


def empty_store() -> None:
    """Removes the events of other tests, which a walk through all would meet."""
    execute_unguarded(f"DELETE FROM {TABLE}")


def rewrite(game: UUID, change: Change) -> None:
    """Replaces the history, computes every hash anew and rebuilds the rows, as a good forger would."""
    head = store.head_of(game)
    history = list(change(store.read_rows(game)))
    with transaction.atomic(), without_guards():
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {TABLE} WHERE game_id = %s", [id_of(game)])
        store.restore(game, list(chain_anew(game, history, head.chain)))
    rebuild_game(game)


def chain_anew(game: UUID, history: Sequence[EventRow], form: int) -> Iterator[EventRow]:
    previous = genesis(str(game), form)
    for version, each in enumerate(history, 1):
        entry: Entry = replace(each.entry, version=version)
        previous = hash_of(entry.link(), previous, form)
        yield replace(each, entry=replace(entry, hash=previous.hex()))


def rewrite_in_format_1(game: UUID) -> None:
    """As if the game had begun before format 2."""
    history = store.read_rows(game)
    with transaction.atomic(), without_guards():
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {TABLE} WHERE game_id = %s", [id_of(game)])
        store.restore(game, list(chain_anew(game, history, 1)))
    rebuild_game(game)
