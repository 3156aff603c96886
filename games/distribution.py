"""Where the rows of each table lie on a Citus: of a game by its id, of all else on every node.

A table belongs to a game if its key begins with the game's id.
"""

from collections.abc import Iterator, Sequence
from graphlib import TopologicalSorter
from typing import Any

from django.apps import apps
from django.db import connection, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunPython
from django.db.migrations.state import StateApps
from django.db.models import Model
from msgspec import Struct

MIGRATIONS = "django_migrations"
GAMES = "games_game"
PLACES = """
SELECT logicalrelid::text FROM pg_dist_partition
WHERE partmethod = 'h' OR (partmethod = 'n' AND repmodel = 't')
"""
"""Without those that Citus manages on the coordinator alone, as it does new ones."""
SETTINGS = {
    # One shard after the other, so that what follows in the same transaction sees it.
    "citus.multi_shard_modify_mode": "sequential",
    # Ours refuse every change of a row: they read nothing, and cannot wait for each other.
    "citus.enable_unsafe_triggers": "on",
}
GUARDED = """
SELECT tgname FROM pg_trigger
WHERE tgrelid = %s::regclass AND NOT tgisinternal AND (tgtype & 32) <> 0
"""
"""Triggers that refuse TRUNCATE."""


KEYS_TO_GAMES = """
SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid)
FROM pg_constraint
WHERE contype = 'f' AND conrelid = %s::regclass AND confrelid = %s::regclass
"""


class Place(Struct, frozen=True):
    """Where a table's rows are to lie: by a column with the game's id, or, without one, everywhere."""

    table: str
    column: str = ""

    def __str__(self) -> str:
        return f"{self.table}: " + (f"by {self.column}" if self.column else "on every node")


class NoCitus(Exception):
    """What is missing to distribute this database."""


def game_column(model: type[Model]) -> str:
    """Empty where the table belongs to no game."""
    if _options(model).label == "games.Game":
        return "id"
    first: str = _options(model).pk_fields[0].attname
    return first if first == "game_id" else ""


def places() -> list[Place]:
    """Of all tables: no foreign key leads to a later one, and games come before what is theirs."""
    models = [each for each in apps.get_models(include_auto_created=True) if _has_table(each)]
    everywhere = [each for each in models if not game_column(each)]
    games = apps.get_model("games", "Game")
    of_games = [each for each in models if game_column(each) and each is not games]
    ordered = (*_sort(everywhere), games, *_sort(of_games))
    found = (Place(_options(each).db_table, game_column(each)) for each in ordered)
    return [Place(MIGRATIONS), *found]


def _options(model: type[Model]) -> Any:
    return model._meta  # noqa: SLF001 - Django's documented name


def _has_table(model: type[Model]) -> bool:
    return bool(_options(model).managed) and not _options(model).proxy


def _sort(models: Sequence[type[Model]]) -> list[type[Model]]:
    leads_to = {
        model: [
            field.related_model
            for field in _options(model).concrete_fields
            if field.is_relation and field.related_model in models and field.related_model != model
        ]
        for model in models
    }
    return list(TopologicalSorter(leads_to).static_order())


def missing_places() -> list[Place]:
    """Tables that do not lie as they are to."""
    present = set(_read(PLACES))
    return [each for each in places() if each.table not in present]


def is_distributed() -> bool:
    return _has_citus() and GAMES in _read(PLACES)


def check_citus() -> None:
    """Refuses a database that cannot be distributed."""
    if connection.vendor != "postgresql":
        raise NoCitus(f"this database is {connection.display_name}; Citus is of PostgreSQL")
    if not _has_citus():
        raise NoCitus(
            "this database lacks the extension citus: start PostgreSQL with"
            " shared_preload_libraries = 'citus', and run CREATE EXTENSION citus here and in the"
            " database of the same name on every worker"
        )
    if not _read("SELECT 1 FROM citus_get_active_worker_nodes()"):
        raise NoCitus(
            "no worker is known here: run SELECT citus_set_coordinator_host('<this host>'), then"
            " SELECT citus_add_node('<worker>', 5432) for each"
        )


def _has_citus() -> bool:
    if connection.vendor != "postgresql":
        return False
    return bool(_read("SELECT 1 FROM pg_extension WHERE extname = 'citus'"))


def set_up() -> None:
    """Lets every connection to come take statements for many shards, and the triggers."""
    with connection.cursor() as cursor:
        name = connection.ops.quote_name(connection.settings_dict["NAME"])
        for setting, value in SETTINGS.items():
            cursor.execute(f"ALTER DATABASE {name} SET {setting} TO {value}")
    connection.close()


@transaction.atomic
def put_everywhere(place: Place) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT create_reference_table(%s)", [place.table])


def spread(missing: Sequence[Place]) -> Iterator[Place]:
    """Of games, with the rows that are there: when all are through, or none.

    A foreign key may lead from shard to shard, but not from a table that is not spread yet.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        keys = [key for each in missing for key in _keys_to_games(each.table)]
        for table, name, _ in keys:
            cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
        for place in missing:
            yield place
            _spread(cursor, place)
            _forget_local_rows(place.table)
        for table, name, definition in keys:
            cursor.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}")


def _spread(cursor: Any, place: Place) -> None:
    beside = "none" if place.table == GAMES else GAMES
    cursor.execute(
        "SELECT create_distributed_table(%s, %s, colocate_with => %s)",
        [place.table, place.column, beside],
    )


def bring_in(label: str, name: str) -> RunPython:
    """For a migration, behind what makes a table of games: where these are spread, it is as well.

    Else a foreign key to them could not be made, as Django does at the migration's end.
    """

    def spread_new(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if is_distributed():
            model = apps.get_model(label, name)
            with schema_editor.connection.cursor() as cursor:
                _spread(cursor, Place(_options(model).db_table, game_column(model)))

    return RunPython(spread_new, RunPython.noop)


def _keys_to_games(table: str) -> list[tuple[str, str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(KEYS_TO_GAMES, [table, GAMES])
        keys: list[tuple[str, str, str]] = cursor.fetchall()
    return keys


def _forget_local_rows(table: str) -> None:
    """The rows are on the shards now; the coordinator still keeps a copy that nobody sees."""
    guards = _read(GUARDED, table)
    with connection.cursor() as cursor:
        for each in guards:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {each}")
        cursor.execute("SELECT truncate_local_data_after_distributing_table(%s)", [table])
        for each in guards:
            cursor.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {each}")


def _read(query: str, *about: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(query, about)
        return [row[0] for row in cursor.fetchall()]
