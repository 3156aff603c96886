"""The album that `make pictures` makes: every page and every mail, wide and narrow, by day and night."""

import base64
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct
from playwright.sync_api import Page

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
ROOT = Path(__file__).resolve().parents[1]
ALBUM = ROOT / "var" / "album"
KEPT = ROOT / "docs" / "pictures"
QUALITY = 42
IN_README = {("pages", "turn", 1280): "turn-1280", ("pages", "turn", 390): "turn-390"} | {
    ("mails", "turn-en", 390): "mail-390"
}
HEAD = """<!doctype html><meta charset="utf-8"><title>{title}</title>
<style>body{{font-family:sans-serif}} img{{max-width:22vw;vertical-align:top}}</style>
"""


class Picture(Struct, frozen=True):
    part: Literal["pages", "mails"]
    name: str
    width: int
    scheme: Scheme

    @property
    def path(self) -> Path:
        return ALBUM / self.part / f"{self.name}-{self.width}-{self.scheme}.webp"

    def keep(self, taken: bytes) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(taken)
        kept = IN_README.get((self.part, self.name, self.width))
        if kept:
            (KEPT / f"{kept}-{self.scheme}.webp").write_bytes(taken)


def clear(part: str) -> None:
    shutil.rmtree(ALBUM / part, ignore_errors=True)


def screenshot(page: Page, width: int, longest: int = 100_000) -> bytes:
    """The whole page, but for what lies below `longest`."""
    height = min(page.evaluate("document.documentElement.scrollHeight"), longest)
    parameters = {
        "format": "webp",
        "quality": QUALITY,
        "captureBeyondViewport": True,
        "clip": {"x": 0, "y": 0, "width": width, "height": height, "scale": 1},
    }
    answer = page.context.new_cdp_session(page).send("Page.captureScreenshot", parameters)
    return base64.b64decode(answer["data"])


def write_index(part: str, names: Sequence[str], widths: Sequence[int]) -> Path:
    """One page that shows all pictures of a part."""
    rows = [HEAD.format(title=part)]
    for name in names:
        rows.append(f"<h2>{name.replace('-', ' ')}</h2>\n")
        rows += [
            f'<img src="{name}-{width}-{scheme}.webp" alt="{scheme}, {width} wide" loading="lazy">\n'
            for width in widths
            for scheme in SCHEMES
        ]
    path = ALBUM / part / "index.html"
    path.write_text("".join(rows))
    return path
