"""docs/changing.md and CONTRIBUTING.md lead to files that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("games", "mail_in", "notifications", "franchise_", "templates", "static", "locale")
PATH = re.compile(
    rf"`((?:{'|'.join((*ROOMS, 'tests', 'docs', 'tools', 'deploy'))})[^`\s]*/[^`\s]*)`"
)


@pytest.mark.parametrize("page", ["docs/changing.md", "CONTRIBUTING.md", "README.md"])
def test_every_path_that_a_guide_names_exists(page: str) -> None:
    paths = PATH.findall((ROOT / page).read_text())
    assert len(paths) >= 4
    missing = [path for path in paths if not any(ROOT.glob(re.sub("<[a-z]+>", "*", path)))]
    assert missing == []
