"""Mails as narrow phones show them: nothing is wider than the screen, or falls apart."""

import pytest
from playwright.sync_api import Browser

from notifications.messages.letter import Letter, Lines, Table, as_html
from tests.browser.pages import another_browser
from tests.notifications.pictures.scenes import scenes
from tests.notifications.pictures.screenshots import html_of_mail

pytestmark = pytest.mark.django_db(transaction=True)
NARROW = 320
LINES_OF_NAMES = """() => [...document.querySelectorAll("td.text")].map(cell => {
  const text = document.createRange();
  text.selectNodeContents(cell);
  return [cell.innerText, new Set([...text.getClientRects()].map(each => each.bottom)).size];
})"""


def test_a_narrow_phone_shows_each_mail_whole_and_unbroken(browser: Browser) -> None:
    with another_browser(browser, viewport={"width": NARROW, "height": 600}) as page:
        for scene in scenes():
            page.set_content(html_of_mail(scene.mail))
            assert page.evaluate("document.documentElement.scrollWidth") == NARROW, scene.name
            for name, lines in page.evaluate(LINES_OF_NAMES):
                # The colour stays whole.
                assert lines <= max(2, len(name.split()) - 1), name


def test_a_word_too_long_for_the_screen_is_broken_but_no_heading_of_a_table(
    browser: Browser,
) -> None:
    word = "https://example.org/" + "x" * 200
    header = ("", "Punkte", "Geld", "Einkommen", "Bonus")
    row = ("■ Rot, Routinier (Computer)", "14 (+5)", "1\xa0$ (−1)", "+2\xa0$", "0")
    parts = (Lines(word, (word,)), Table("Stand", header, (row,)))
    html = as_html(Letter(word, word, (word, word), parts, (), word, None, "de"))
    with another_browser(browser, viewport={"width": NARROW, "height": 600}) as page:
        page.set_content(html)
        assert page.evaluate("document.documentElement.scrollWidth") == NARROW
        heights = [each.bounding_box() for each in page.query_selector_all("th")]
        assert all(each and each["height"] < 2 * 14 + 6 for each in heights), heights
