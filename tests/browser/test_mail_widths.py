"""Mails as narrow phones show them: nothing is wider than the screen."""

import pytest
from playwright.sync_api import Browser

from tests.browser.pages import another_browser
from tests.notifications.pictures.scenes import scenes
from tests.notifications.pictures.screenshots import html_of_mail

pytestmark = pytest.mark.django_db(transaction=True)
NARROW = 320


def test_no_mail_is_wider_than_a_narrow_phone(browser: Browser) -> None:
    with another_browser(browser, viewport={"width": NARROW, "height": 600}) as page:
        for scene in scenes():
            page.set_content(html_of_mail(scene.mail))
            assert page.evaluate("document.documentElement.scrollWidth") == NARROW, scene.name
