"""Who sees a page finds its code, templates, style sheet, script and tests by one name."""

import re
from pathlib import Path

import pytest

ROOMS = sorted(init.parent.name for init in Path("games/web").glob("*/__init__.py"))


@pytest.mark.parametrize("room", ROOMS)
def test_all_that_makes_a_page_has_its_name(room: str) -> None:
    for path in (
        Path(f"templates/{room}"),
        Path(f"static/css/{room}.css"),
        Path(f"tests/web/{room}"),
    ):
        assert path.exists(), path


def test_every_style_sheet_and_script_is_loaded() -> None:
    """A script may be loaded by another one."""
    readers = [*Path("templates").rglob("*.html"), *Path("static/js").glob("*.js")]
    loaded = set(
        re.findall(
            r"[\"'](?:css/|js/|\./)([\w-]+\.(?:css|js))", " ".join(map(Path.read_text, readers))
        )
    )
    kept = {path.name for kind in ("css", "js") for path in Path("static", kind).glob(f"*.{kind}")}
    assert kept == loaded
