"""Mail without a mail server: shown as it looks, and answered."""

from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from games.edge import now
from notifications.mailbox import mails
from notifications.outbox.queue import send_due
from tests.doing import table_of
from tests.mail_in.mails import start_mailed_game
from tests.pages import open_page, page_of, parse_page

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def files(settings: Settings, tmp_path: Path) -> None:
    settings.EMAIL_BACKEND = "notifications.mailbox.ToFiles"
    settings.DATA_DIR = tmp_path
    settings.DEBUG = True


@pytest.mark.usefixtures("files")
def test_a_mail_is_shown_with_its_picture_and_can_be_answered() -> None:
    game, _ = start_mailed_game()
    send_due(now())
    browser = Client()
    links = [link["href"] for link in open_page(browser, "/mail/box/").all("link")]
    (turn,) = [mail for mail in mails() if "Your turn" in mail.subject]
    path = f"/mail/box/{turn.name}/"
    assert path in links
    (frame,) = (each for each in open_page(browser, path) if each.tag == "iframe")
    letter = parse_page(frame["srcdoc"])
    assert letter.all("image")[0]["src"].startswith("data:image/png;base64,")
    assert "Your turn 1" in letter.text
    sent = browser.post(path, {"answer": "1"}, follow=True)
    assert "Your answer was sent" in page_of(sent).text
    assert table_of(game).to_move == 1
    assert browser.get("/mail/box/nothing/").status_code == 404


@pytest.mark.usefixtures("files")
def test_the_mailbox_is_for_ones_own_machine_alone(settings: Settings) -> None:
    settings.DEBUG = False
    assert Client().get("/mail/box/").status_code == 404
