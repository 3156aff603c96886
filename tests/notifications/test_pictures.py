"""The mails of docs/mails are those that are sent."""

import pytest

from games.bots.foresight import ROUNDS
from games.bots.suggestions import NODES
from tests.notifications.pictures.scenes import scenes
from tests.notifications.pictures.texts import FOLDER, index, text_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


def test_the_documented_mails_are_those_that_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where this fails, `make pictures` and a look at what has changed are wanted."""
    monkeypatch.setattr("games.bots.suggestions.NODES", NODES)
    monkeypatch.setattr("games.bots.foresight.ROUNDS", ROUNDS)
    all_scenes = list(scenes())
    for scene in all_scenes:
        assert (FOLDER / f"{scene.name}.txt").read_text() == text_of(scene)
    assert (FOLDER / "README.md").read_text() == index(all_scenes)
    assert {path.stem for path in FOLDER.glob("*.txt")} == {scene.name for scene in all_scenes}
