import os
import shutil
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

import pytest
import waitress
from django import conf
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.backends.signals import connection_created
from hypothesis import settings
from waitress import wasyncore

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_configure() -> None:
    conf.settings.DATA_DIR.mkdir(parents=True, exist_ok=True)


def pytest_unconfigure() -> None:
    shutil.rmtree(conf.settings.DATA_DIR, ignore_errors=True)


NEEDS_DATABASE = {"db", "transactional_db"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """PostgreSQL gets only the tests that use a database; the others run beside SQLite."""
    if not os.environ.get("DATABASE_URL"):
        return
    kept = [
        item
        for item in items
        if any(item.iter_markers("django_db"))
        or any(item.iter_markers("skipif"))
        or NEEDS_DATABASE & set(getattr(item, "fixturenames", ()))
    ]
    if kept:
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept


@pytest.fixture(autouse=True)
def _nothing_is_counted_yet() -> None:
    """Calls are counted by source, and all tests share one."""
    cache.clear()


@pytest.fixture(autouse=True)
def _no_root_is_kept_yet() -> None:
    """The database forgets a test's roots; the file beside it has to go as well."""
    (conf.settings.DATA_DIR / "anchors" / "newest.txt").unlink(missing_ok=True)


EVENTS = "event_store_storedevent"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """Empties the tables between tests, all but the events, which disturb no test."""
    from django.db import connection  # noqa: PLC0415 - only where a database is used

    from games.anchors.models import Root  # noqa: PLC0415 - likewise
    from tests.forging import ANCHORS, forget_anchors  # noqa: PLC0415 - likewise

    # Of every connection: beside a browser's loop the tests have another than before it.
    operations = type(connection.ops)
    emptied = operations.sql_flush

    def all_but_kept(
        self: BaseDatabaseOperations, style: Any, tables: Sequence[str], **options: bool
    ) -> list[str]:
        if Root.objects.exists():
            forget_anchors()
        others = [table for table in tables if table not in (EVENTS, *ANCHORS)]
        return emptied(self, style, others, **options)

    operations.sql_flush = all_but_kept  # type: ignore[method-assign]
    yield
    operations.sql_flush = emptied  # type: ignore[method-assign]


@pytest.fixture
def server(transactional_db: None) -> Iterator[str]:
    """A real server on a port of its own."""
    sockets: dict[int, object] = {}
    door = waitress.create_server(
        get_wsgi_application(), host="127.0.0.1", port=0, threads=4, map=sockets
    )
    thread = threading.Thread(target=door.run, daemon=True)
    with kept_connections():
        thread.start()
        yield f"http://127.0.0.1:{door.effective_port}"
        # A loop that is awake closes all, its trigger too, before that is pulled.
        with suppress(OSError):
            door.trigger.pull_trigger(partial(wasyncore.close_all, sockets))
        thread.join(timeout=5)
        door.task_dispatcher.shutdown()


@contextmanager
def kept_connections() -> Iterator[None]:
    """The server's threads keep their connections between calls; all are closed at the end."""
    settings, own, opened = connections.settings["default"], connections["default"], []

    def remember(connection: BaseDatabaseWrapper, **_: object) -> None:
        opened.append(connection)

    before = settings["CONN_MAX_AGE"]
    settings["CONN_MAX_AGE"] = None
    connection_created.connect(remember)
    yield
    connection_created.disconnect(remember)
    settings["CONN_MAX_AGE"] = before
    for each in opened:
        if each is not own and each.connection is not None:
            each.connection.close()
