"""Chat at a desk, with scripts and without."""

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games import talk
from games.edge import now
from games.models import ChatLine
from tests.browser.conftest import PHONE, SignIn
from tests.browser.pages import another_browser
from tests.doing import start_game
from tests.people import cast

desktop = pytest.mark.parametrize("browser_context_args", ["desktop"], indirect=True)


@desktop
def test_a_table_talks_and_lines_of_others_come_by_themselves(
    context: BrowserContext, page: Page, server: str, sign_in: SignIn
) -> None:
    people = cast()
    game = start_game(people)
    talk.say(game, people.bob, "Mind the <b>toll</b> roads", now())
    sign_in(context, people.ada)
    page.goto(f"{server}/games/{game}/chat/")
    expect(page.get_by_text("Mind the <b>toll</b> roads")).to_be_visible()
    page.evaluate("window.stays = true")
    page.get_by_label("Say something to the table").fill("  ")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("alert")).to_contain_text("There is nothing to say")
    page.get_by_label("Say something to the table").fill("Thank you!")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".lines .own")).to_have_text(re.compile("Thank you!"))
    expect(page.get_by_label("Say something to the table")).to_have_value("")
    talk.say(game, people.bob, "Your turn, by the way", now())
    expect(page.get_by_text("Your turn, by the way")).to_be_visible()
    assert page.evaluate("window.stays")
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("What you said").fill("Thanks!")
    page.get_by_role("button", name="Change it").click()
    expect(page.locator(".lines .own")).to_have_text(re.compile("edited.*Thanks!", re.DOTALL))
    page.get_by_label("My notes").last.fill("He knows the roads")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_role("button", name="Save").click()
    page.goto(f"{server}/games/{game}/chat/")
    expect(page.get_by_label("My notes").last).to_have_value("He knows the roads")


def test_chat_works_without_scripts(browser: Browser, server: str, sign_in: SignIn) -> None:
    people = cast()
    game = start_game(people)
    with another_browser(browser, java_script_enabled=False, viewport=PHONE) as page:
        sign_in(page.context, people.ada)
        page.goto(f"{server}/games/{game}/chat/")
        page.get_by_label("Say something to the table").fill("no scripts here")
        page.get_by_role("button", name="Send").click()
        expect(page.locator(".lines .own")).to_have_text(re.compile("no scripts here"))
    assert ChatLine.objects.get().text == "no scripts here"
