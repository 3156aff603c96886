"""The mails of docs/mails are those that are sent."""

import pytest

from tests.notifications.pictures.scenes import scenes
from tests.notifications.pictures.texts import (
    FOLDER,
    SCHEMES,
    WIDTHS,
    index,
    picture_name,
    text_of,
)

pytestmark = pytest.mark.django_db(transaction=True)
MOST_BYTES = 2_500_000


def test_the_documented_mails_are_those_that_are_sent() -> None:
    """Where this fails, `make pictures` and a look at what has changed are wanted."""
    all_scenes = list(scenes())
    for scene in all_scenes:
        assert (FOLDER / f"{scene.name}.txt").read_text() == text_of(scene)
        for width in WIDTHS:
            for scheme in SCHEMES:
                assert (FOLDER / picture_name(scene, width, scheme)).exists()
    assert (FOLDER / "README.md").read_text() == index(all_scenes)
    assert {path.stem for path in FOLDER.glob("*.txt")} == {scene.name for scene in all_scenes}


def test_the_pictures_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.glob("*.webp")) < MOST_BYTES
