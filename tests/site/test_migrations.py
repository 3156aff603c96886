"""While a site is upgraded the version before goes on writing, to tables that are new already."""

from collections.abc import Iterable, Iterator

from django.db.migrations import (
    AddField,
    AddIndex,
    AlterField,
    AlterModelOptions,
    CreateModel,
    Migration,
    RemoveField,
    RunPython,
)
from django.db.migrations.loader import MigrationLoader
from django.db.models import NOT_PROVIDED, CharField, Index

OURS = {"games": "0010", "notifications": "0006", "event_store": "0002"}
"""The last migration of each from before upgrades without a stop were promised."""


def test_what_the_version_before_writes_fits_every_new_column() -> None:
    migrations = MigrationLoader(None).disk_migrations.items()
    new = [
        (f"{app} {name}: {each.model_name}.{each.name}", each.field)
        for (app, name), migration in migrations
        if app in OURS and name[:4] > OURS[app]
        for each in migration.operations
        if isinstance(each, AddField)
    ]
    assert new
    assert [
        where for where, field in new if not field.null and field.db_default is NOT_PROVIDED
    ] == []


STOPPED = {
    "games": "0020", "notifications": "0018", "anchors": "0004", "event_store": "0002",
    "franchise_site": "0004",
}  # fmt: skip
"""The last migration of each in 0.3.0, before which a host stops everything."""
EXPANDING = (AddField, AddIndex, AlterModelOptions, CreateModel, RunPython)
UNUSED_BEFORE: dict[str, str] = {}
"""Migrations that take something away, and since which version nothing uses it."""


def narrowing(migrations: Iterable[Migration]) -> Iterator[str]:
    """Each step that the version before may stumble over, as it goes on meanwhile."""
    for migration in migrations:
        name = f"{migration.app_label} {migration.name}"
        for each in migration.operations:
            if not isinstance(each, EXPANDING) and name not in UNUSED_BEFORE:
                yield f"{name}: {each.describe()}"


def test_a_migration_takes_away_only_what_the_version_before_does_not_use() -> None:
    found = MigrationLoader(None).disk_migrations.items()
    new = [each for (app, name), each in found if app in STOPPED and name[:4] > STOPPED[app]]
    assert list(narrowing(new)) == []


class Less(Migration):
    operations = [  # noqa: RUF012 - Django reads it
        RemoveField("game", "snapshot"),
        AlterField("game", "name", CharField(max_length=3)),
        AddIndex("game", Index(fields=["created"], name="games_by_age")),
    ]


def test_what_takes_away_or_changes_a_column_is_seen() -> None:
    found = [each.partition(":")[0] for each in narrowing([Less("0099_less", "games")])]
    assert found == ["games 0099_less"] * 2
