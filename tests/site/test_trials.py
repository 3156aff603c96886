"""What a trial asks of a site that it started: the site has the product's packages alone."""

import subprocess
from pathlib import Path

import pytest

from tests.site.services import ROOT

ASKED = ("histories", "prepare", "pressing")


@pytest.mark.sqlite
def test_what_is_asked_of_a_site_in_a_trial_needs_none_of_our_tools(
    shipped: Path, tmp_path: Path
) -> None:
    code = "; ".join(f"import tests.trials.town.{name}" for name in ASKED)
    process = subprocess.run(
        [shipped / "python", "manage.py", "shell", "--verbosity", "0", "--command", code],
        cwd=ROOT,
        env={"SECRET_KEY": "x", "DEBUG": "1", "DATA_DIR": str(tmp_path), "FRANCHISE_ENV": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
