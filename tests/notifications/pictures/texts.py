"""The texts of all mails, in `docs/mails`."""

import re
from collections.abc import Sequence
from pathlib import Path

from tests.notifications.pictures.scenes import Scene

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "mails"

HEAD_OF_A_GAME = re.compile(r"\b(\d+):[0-9a-f]{20}\b")
HEAD = """# The mails

Their texts, as they are sent; a test compares them. `make pictures` makes them anew, and shows how each looks on a phone and a desktop, by day and by night.

| mail | text |
|---|---|
"""


def text_of(scene: Scene) -> str:
    """Hashes differ each time, because commands' ids are random; one value stands for all of them."""
    text = f"Subject: {scene.mail.subject}\n\n{scene.mail.body}"
    return HEAD_OF_A_GAME.sub(r"\1:3fa9c1d2e3f4a5b6c7d8", text)


def index(scenes: Sequence[Scene]) -> str:
    return HEAD + "".join(f"| {each.what} | [{each.name}]({each.name}.txt) |\n" for each in scenes)
