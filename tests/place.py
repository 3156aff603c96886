"""The folder of a test process, which the programs that it starts share."""

import os
import tempfile

OWN = f"{tempfile.gettempdir()}/franchise-tests-"


def own_folder() -> str:
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker:
        return f"{OWN}{os.environ['PYTEST_XDIST_TESTRUNUID']}-{worker}"
    return os.environ.get("DATA_DIR", f"{OWN}{os.getpid()}")
