"""Where tests keep their files. Tests run in several processes, and what they start shares theirs."""

import os
import tempfile

OWN = f"{tempfile.gettempdir()}/franchise-tests-"


def own_folder() -> str:
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker:
        return f"{OWN}{os.environ['PYTEST_XDIST_TESTRUNUID']}-{worker}"
    return os.environ.get("DATA_DIR", f"{OWN}{os.getpid()}")
