"""The folder of a test process, which the programs that it starts share."""

import atexit
import os
import shutil
import tempfile

OWN = f"{tempfile.gettempdir()}/franchise-tests-"


def own_folder() -> str:
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker:
        return f"{OWN}{os.environ['PYTEST_XDIST_TESTRUNUID']}-{worker}"
    if "DATA_DIR" not in os.environ:
        os.environ["DATA_DIR"] = f"{OWN}{os.getpid()}"
        atexit.register(shutil.rmtree, os.environ["DATA_DIR"], ignore_errors=True)
    return os.environ["DATA_DIR"]
