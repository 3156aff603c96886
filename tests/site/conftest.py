import fcntl
from pathlib import Path

import pytest

from tests.site.shipped import install


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The first process of a run that asks installs it, for all."""
    folder = tmp_path_factory.getbasetemp()
    shared = folder if worker_id == "master" else folder.parent
    home = shared / "shipped"
    with (shared / "shipped.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return home / "bin" if home.exists() else install(home)
