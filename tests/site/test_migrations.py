"""While a site is upgraded the version before goes on writing, to tables that are new already."""

from django.db.migrations import AddField
from django.db.migrations.loader import MigrationLoader
from django.db.models import NOT_PROVIDED

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
