import gc
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
import time_machine
import waitress
from django import conf
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.test import TransactionTestCase
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker
from waitress import wasyncore

from tests.own_database import own_database
from tests.waiting import PATIENCE

# The same examples each time, and none fails by the clock: the machine may be busy.
settings.register_profile(
    "same",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.register_profile("others", settings.get_profile("same"), derandomize=False)
settings.load_profile("others" if os.environ.get("OTHER_EXAMPLES") else "same")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: begins first, or one process ends long after all")
    config.addinivalue_line("markers", "sqlite: of texts and pictures, alike on any database")
    config.addinivalue_line("markers", "uncounted: by the coverage, as it plays at random")
    conf.settings.DATA_DIR.mkdir(parents=True, exist_ok=True)


def pytest_unconfigure() -> None:
    shutil.rmtree(conf.settings.DATA_DIR, ignore_errors=True)


NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
NEEDS_DATABASE = {"db", "transactional_db"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """PostgreSQL gets only the tests that use a database; the others run beside SQLite."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    if not os.environ.get("DATABASE_URL"):
        return
    kept = [
        item
        for item in items
        if not any(item.iter_markers("sqlite"))
        and (_uses_database(item) or any(item.iter_markers("skipif")))
    ]
    if kept:
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept


def pytest_collection_finish() -> None:
    """What is collected stays; to look through it again and again took a tenth of all time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(autouse=True)
def _nothing_is_counted_yet() -> None:
    """Calls are counted by source, and all tests share one."""
    cache.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Being counted by the coverage takes as long as the test itself."""
    traced = sys.gettrace()
    if item.get_closest_marker("uncounted"):
        sys.settrace(None)
    try:
        with _written_in_order(item):
            return (yield)
    finally:
        sys.settrace(traced)


@contextmanager
def _written_in_order(item: pytest.Item) -> Iterator[None]:
    """Whatever a test does, it writes so that others on a Citus do not wait for ever.

    Not on SQLite, which has no locks to take first.
    """
    if not (os.environ.get("DATABASE_URL") and _uses_database(item)):
        yield
        return
    from tests.sharding.alone import watch_order  # noqa: PLC0415 - models are there only now

    with watch_order() as strangers:
        yield
    assert not strangers, "\n".join(strangers)


def _uses_database(item: pytest.Item) -> bool:
    has_mark = any(item.iter_markers("django_db"))
    return has_mark or bool(NEEDS_DATABASE & set(getattr(item, "fixturenames", ())))


# What a program waits for an answer, in seconds. Tests of a limit set their own.
LIMITS = (
    "franchise_client.wire.TIMEOUT",
    "franchise_site.cache.SECONDS_TO_ANSWER",
    "franchise_site.doctor.connections.SECONDS_TO_ANSWER",
    "franchise_site.health.SECONDS_OF_DATABASE",
    "franchise_site.management.commands.doctor.SECONDS_TO_ANSWER",
    "mail_in.fetching.SECONDS",
    "mail_in.listener.SECONDS",
    "notifications.account.codes.SECONDS_TO_SEND",
)


@pytest.fixture(scope="session", autouse=True)
def _no_program_gives_up_where_the_machine_is_slow() -> Iterator[None]:
    from franchise_site import health  # noqa: PLC0415 - models are there only now

    with pytest.MonkeyPatch.context() as patch:
        for name in LIMITS:
            patch.setattr(name, PATIENCE)
        for name in ("socket_timeout", "socket_connect_timeout"):
            patch.setitem(health.ONE_TRY, name, PATIENCE)
        patch.setattr("notifications.outbox.queue.LONGEST_BATCH", timedelta(seconds=PATIENCE))
        yield


@pytest.fixture(scope="session", autouse=True)
def _suggestions_are_thought_out_quickly() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("games.bots.suggestions.NODES", 4)
        patch.setattr("games.bots.suggestions.nodes_of_master", lambda _: 8)
        patch.setattr("games.bots.foresight.ROUNDS", 1)
        yield


@pytest.fixture
def still() -> Iterator[None]:
    """No limit's window ends and no hour begins in the test, as time stands still."""
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture(autouse=True)
def _no_root_is_kept_yet() -> None:
    """The database forgets a test's roots; the file beside it has to go as well."""
    (conf.settings.DATA_DIR / "anchors" / "newest.txt").unlink(missing_ok=True)


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
    worker_id: str,
) -> Iterator[None]:
    """A test that commits leaves its tables empty by `empty_tables`, not by Django's flush.

    The flush truncates every table and makes all permissions anew, which took as long as
    most tests.
    """
    folder = tmp_path_factory.getbasetemp()
    shared = folder if worker_id == "master" else folder.parent
    flush = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]  # noqa: SLF001
    with django_db_blocker.unblock(), own_database(shared, worker_id):
        TransactionTestCase._fixture_teardown = empty_tables  # type: ignore[attr-defined]  # noqa: SLF001
        with django_db_blocker.block():
            yield
        TransactionTestCase._fixture_teardown = flush  # type: ignore[attr-defined]  # noqa: SLF001


# What migrations made stays; nothing minds the events of other games.
KEPT = {"event_store_storedevent", "django_migrations", "django_content_type", "auth_permission"}


def empty_tables(_: object) -> None:
    from django.db import connection  # noqa: PLC0415 - only where a database is used

    from games.anchors.models import Root  # noqa: PLC0415 - likewise
    from tests.forging import forget_anchors  # noqa: PLC0415 - likewise

    if Root.objects.exists():
        forget_anchors()
    tables = set(connection.introspection.django_table_names(only_existing=False)) - KEPT
    rows = [f"SELECT '{each}' WHERE EXISTS (SELECT 1 FROM {each})" for each in tables]
    without_checks = connection.constraint_checks_disabled()
    with without_checks, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(rows))
        for (each,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {each}")


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
        thread.join(PATIENCE)
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
