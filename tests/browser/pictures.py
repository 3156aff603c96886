"""Every page as a picture, on a phone and a desktop, by day and by night."""

import base64
import os
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import waitress
from django.core.wsgi import get_wsgi_application
from playwright.sync_api import Browser, Page, sync_playwright

from games.management.progress import track
from tests.browser.album import Leaf, album
from tests.browser.chromium import chromium

Scheme = Literal["light", "dark"]
FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pages"
SIZES = {390: 844, 1280: 800}
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
LONGEST = 1500
QUALITY = 40
HEAD = """# The pages

On a phone and on a desktop, by day and by night. `make pictures` makes all of this anew.

| page | phone | desktop |
|---|---|---|
"""


def take() -> None:
    program = chromium()
    if program is None:
        sys.exit("no Chromium here, and none could be installed: no pictures were made")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.webp"):
        old.unlink()
    leaves = album()
    with serve() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for leaf in track(leaves, "pages"):
            for wide in SIZES:
                for scheme in SCHEMES:
                    taken = take_picture(browser, server, leaf, wide, scheme)
                    (FOLDER / name_of(leaf, wide, scheme)).write_bytes(taken)
        browser.close()
    (FOLDER / "README.md").write_text(index(leaves))


@contextmanager
def serve() -> Iterator[str]:
    door = waitress.create_server(get_wsgi_application(), host="127.0.0.1", port=0, threads=4)
    threading.Thread(target=door.run, daemon=True).start()
    yield f"http://127.0.0.1:{door.effective_port}"
    door.close()


def take_picture(browser: Browser, server: str, leaf: Leaf, wide: int, scheme: Scheme) -> bytes:
    context = browser.new_context(
        viewport={"width": wide, "height": SIZES[wide]},
        color_scheme=scheme,
        locale="en-US",
        reduced_motion="reduce",
    )
    if cookie := leaf.cookie:
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": server}])
    page = context.new_page()
    page.goto(server + leaf.path, wait_until="networkidle")
    taken = screenshot(page, wide)
    context.close()
    return taken


def screenshot(page: Page, wide: int) -> bytes:
    high = min(page.evaluate("document.documentElement.scrollHeight"), LONGEST)
    whole = {"x": 0, "y": 0, "width": wide, "height": high, "scale": 1}
    parameters = {
        "format": "webp",
        "quality": QUALITY,
        "captureBeyondViewport": True,
        "clip": whole,
    }
    answer = page.context.new_cdp_session(page).send("Page.captureScreenshot", parameters)
    return base64.b64decode(answer["data"])


def name_of(leaf: Leaf, wide: int, scheme: str) -> str:
    return f"{leaf.name}-{wide}-{scheme}.webp"


def index(leaves: Iterable[Leaf]) -> str:
    return HEAD + "".join(
        f"| {leaf.name.replace('-', ' ')} | {' | '.join(links(leaf, wide) for wide in SIZES)} |\n"
        for leaf in leaves
    )


def links(leaf: Leaf, wide: int) -> str:
    return ", ".join(f"[{scheme}]({name_of(leaf, wide, scheme)})" for scheme in SCHEMES)
