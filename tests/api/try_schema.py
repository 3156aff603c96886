"""`make try-schema MINUTES=20`: calls without end, by another seed each time. Not among the tests."""

import os
import time
from pathlib import Path

import pytest

from tests.api.fuzzing import fuzz
from tests.people import cast

EXAMPLES = "150"


@pytest.mark.django_db(transaction=True)
def test_the_schema_for_some_minutes(server: str, tmp_path: Path) -> None:
    minutes = float(os.environ.get("MINUTES", "20"))
    began, seed, runs = time.monotonic(), int(time.time()), []
    while time.monotonic() < began + minutes * 60:
        runs.append(fuzz(server, cast(), tmp_path, "--max-examples", EXAMPLES, "--seed", str(seed)))
        last = runs[-1]
        print(  # noqa: T201 - it is what one waits for
            f"{time.monotonic() - began:6.0f} s, seed {seed}: {last.cases} cases,"
            f" {last.server_errors} server errors, {last.undocumented} undocumented",
            flush=True,
        )
        if not last.passed:
            print(last.output, flush=True)  # noqa: T201 - likewise
        seed += 1
    print(f"{sum(run.cases for run in runs)} cases in all")  # noqa: T201 - likewise
    assert all(run.passed for run in runs)
