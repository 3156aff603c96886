import os
import shutil
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django import conf
from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_configure() -> None:
    conf.settings.DATA_DIR.mkdir(parents=True, exist_ok=True)


def pytest_unconfigure() -> None:
    shutil.rmtree(conf.settings.DATA_DIR, ignore_errors=True)


EVENTS = "event_store_storedevent"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """The tables are emptied between tests, but for the one that refuses it."""
    from django.db import connection  # noqa: PLC0415 - only where a database is used

    emptied = connection.ops.sql_flush

    def all_but_events(style: Any, tables: Sequence[str], **options: bool) -> list[str]:
        return emptied(style, [table for table in tables if table != EVENTS], **options)

    connection.ops.sql_flush = all_but_events  # type: ignore[method-assign]
    yield
    connection.ops.sql_flush = emptied  # type: ignore[method-assign]
