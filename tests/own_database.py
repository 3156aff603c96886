"""The database of a test process: a copy of one that a run migrates once."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

from tests import citus


@contextmanager
def own_database(shared: Path, process: str) -> Iterator[None]:
    """Leads the connection to the copy; `shared` is a folder of all processes of the run."""
    creation = connection.creation
    if citus.URL:
        with citus.citus_database(f"test_franchise_{process}"):
            yield
        return
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(shared / "migrated.db")
    with (shared / "migrated.lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.seek(0)
        if not (name := lock.read()):
            name = creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
            lock.write(name)
            connection.close()
        connection.settings_dict["NAME"] = name
        creation.clone_test_db(process, verbosity=0)
    connection.settings_dict["NAME"] = creation.get_test_db_clone_settings(process)["NAME"]
    yield
    creation.destroy_test_db(verbosity=0)
