"""Mails as files: their texts, and pictures of them as mail programs show them."""

import sys
import tempfile
from itertools import product
from pathlib import Path

from django.core.mail import EmailMessage
from playwright.sync_api import sync_playwright

from games.management.progress import track
from notifications.mailbox import read_mail
from tests import album
from tests.browser.chromium import chromium
from tests.notifications.pictures.scenes import scenes
from tests.notifications.pictures.texts import FOLDER, index, text_of

WIDTHS = (320, 390, 640)


def take() -> None:
    all_scenes = list(scenes())
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for scene in all_scenes:
        (FOLDER / f"{scene.name}.txt").write_text(text_of(scene))
    (FOLDER / "README.md").write_text(index(all_scenes))
    program = chromium()
    if program is None:
        sys.exit("no Chromium here, and none could be installed: no pictures were made")
    album.clear("mails")
    pages = [(scene, html_of_mail(scene.mail)) for scene in all_scenes]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for scene, html in track(pages, "mails"):
            for width, scheme in product(WIDTHS, album.SCHEMES):
                page = browser.new_page(
                    viewport={"width": width, "height": 200}, color_scheme=scheme
                )
                page.set_content(html)
                picture = album.Picture("mails", scene.name, width, scheme)
                picture.keep(album.screenshot(page, width))
                page.close()
        browser.close()
    print(album.write_index("mails", [each.name for each in all_scenes], WIDTHS))  # noqa: T201


def html_of_mail(mail: EmailMessage) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mail.eml"
        path.write_bytes(mail.message().as_bytes())
        return read_mail(path).html
