"""Every page as a picture, on a phone and a desktop, by day and by night."""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product

import waitress
from django.core.wsgi import get_wsgi_application
from playwright.sync_api import Browser, sync_playwright

from games.management.progress import track
from tests import album
from tests.browser.album import Leaf
from tests.browser.album import album as all_leaves
from tests.browser.chromium import chromium

SIZES = {390: 844, 1280: 800}
LONGEST = 1500


def take() -> None:
    program = chromium()
    if program is None:
        sys.exit("no Chromium here, and none could be installed: no pictures were made")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    album.clear("pages")
    leaves = all_leaves()
    with serve() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for leaf in track(leaves, "pages"):
            for width, scheme in product(SIZES, album.SCHEMES):
                picture = album.Picture("pages", leaf.name, width, scheme)
                picture.keep(take_picture(browser, server, leaf, width, scheme))
        browser.close()
    print(album.write_index("pages", [each.name for each in leaves], list(SIZES)))  # noqa: T201


@contextmanager
def serve() -> Iterator[str]:
    door = waitress.create_server(get_wsgi_application(), host="127.0.0.1", port=0, threads=4)
    threading.Thread(target=door.run, daemon=True).start()
    yield f"http://127.0.0.1:{door.effective_port}"
    door.close()


def take_picture(
    browser: Browser, server: str, leaf: Leaf, wide: int, scheme: album.Scheme
) -> bytes:
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
    taken = album.screenshot(page, wide, LONGEST)
    context.close()
    return taken
