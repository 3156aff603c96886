"""Mails as files: their texts, and pictures of them as mail programs show them."""

import base64
import sys
import tempfile
from pathlib import Path

from django.core.mail import EmailMessage
from playwright.sync_api import Browser, sync_playwright

from games.management.progress import track
from notifications.mailbox import read_mail
from tests.browser.chromium import chromium
from tests.notifications.pictures.scenes import scenes
from tests.notifications.pictures.texts import (
    FOLDER,
    SCHEMES,
    WIDTHS,
    Scheme,
    index,
    picture_name,
    text_of,
)

QUALITY = 42


def take() -> None:
    all_scenes = list(scenes())
    FOLDER.mkdir(exist_ok=True)
    for old in (*FOLDER.glob("*.txt"), *FOLDER.glob("*.webp")):
        old.unlink()
    for scene in all_scenes:
        (FOLDER / f"{scene.name}.txt").write_text(text_of(scene))
    (FOLDER / "README.md").write_text(index(all_scenes))
    program = chromium()
    if program is None:
        sys.exit("no Chromium here, and none could be installed: no pictures were made")
    pages = [(scene, _html(scene.mail)) for scene in all_scenes]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for scene, html in track(pages, "mails"):
            for width in WIDTHS:
                for scheme in SCHEMES:
                    path = FOLDER / picture_name(scene, width, scheme)
                    path.write_bytes(_picture(browser, html, width, scheme))
        browser.close()


def _picture(browser: Browser, html: str, width: int, scheme: Scheme) -> bytes:
    page = browser.new_page(viewport={"width": width, "height": 200}, color_scheme=scheme)
    page.set_content(html)
    height = page.evaluate("document.documentElement.scrollHeight")
    whole = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    parameters = {
        "format": "webp",
        "quality": QUALITY,
        "captureBeyondViewport": True,
        "clip": whole,
    }
    taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", parameters)
    page.close()
    return base64.b64decode(taken["data"])


def _html(mail: EmailMessage) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mail.eml"
        path.write_bytes(mail.message().as_bytes())
        return read_mail(path).html
