"""What `docs/mails` holds beside the pictures."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from tests.notifications.pictures.scenes import Scene

Scheme = Literal["light", "dark"]
FOLDER = Path(__file__).resolve().parents[3] / "docs" / "mails"
WIDTHS = (390, 700)
SCHEMES: tuple[Scheme, ...] = ("light", "dark")

HEAD_OF_A_GAME = re.compile(r"\b(\d+):[0-9a-f]{20}\b")
HEAD = """# The mails

As they are sent, in text and as a phone and a desktop show them, by day and by night. `make pictures` makes all of this anew, and a test compares the texts.

| mail | text | phone | desktop |
|---|---|---|---|
"""


def text_of(scene: Scene) -> str:
    """Hashes differ each time, because commands' ids are random; one value stands for all of them."""
    text = f"Subject: {scene.mail.subject}\n\n{scene.mail.body}"
    return HEAD_OF_A_GAME.sub(r"\1:3fa9c1d2e3f4a5b6c7d8", text)


def picture_name(scene: Scene, width: int, scheme: str) -> str:
    return f"{scene.name}-{width}-{scheme}.webp"


def index(scenes: Sequence[Scene]) -> str:
    return HEAD + "".join(_row(scene) for scene in scenes)


def _row(scene: Scene) -> str:
    links = (
        ", ".join(f"[{scheme}]({picture_name(scene, width, scheme)})" for scheme in SCHEMES)
        for width in WIDTHS
    )
    return f"| {scene.what} | [{scene.name}]({scene.name}.txt) | {' | '.join(links)} |\n"
