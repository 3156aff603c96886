"""What-if at a bus stop, with scripts and without."""

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.models import Variation
from tests.browser.conftest import PHONE, Check, SignIn
from tests.browser.pages import another_browser
from tests.doing import start_game, table_of
from tests.people import cast

phone = pytest.mark.parametrize("browser_context_args", ["phone"], indirect=True)


@phone
def test_lines_are_tried_compared_and_shared_on_a_phone(
    context: BrowserContext, page: Page, server: str, sign_in: SignIn, accessible: Check
) -> None:
    people = cast()
    game = start_game(people)
    sign_in(context, people.ada)
    page.goto(f"{server}/games/{game}/what-if/")
    phoenix = page.get_by_role("button", name=re.compile("^Phoenix"))
    phoenix.click()
    expect(phoenix).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#place-phoenix.chosen")).to_be_attached()
    page.get_by_role("button", name="Try this").click()
    expect(page.get_by_text("Step 1 of 1")).to_be_visible()
    expect(page.locator("#place-phoenix.changed")).to_be_attached()
    page.get_by_role("button", name="Let the computer answer for the others").click()
    expect(page.get_by_text("Step 2 of 2")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Try: Blue")).first.click()
    expect(page.get_by_text("Step 3 of 3")).to_be_visible()
    page.get_by_role("link", name="A step back").click()
    page.get_by_role("button", name="Try something else from here").click()
    expect(page.get_by_role("heading", name="What if Line 2")).to_be_visible()
    expect(page.get_by_role("region", name="Lines side by side").get_by_role("row")).to_have_count(
        4
    )
    accessible(page)
    page.get_by_text("Name, share or delete this line").click()
    page.get_by_role("button", name="Share it by a link").click()
    page.get_by_role("link", name="Look at it").click()
    expect(page.get_by_text("ada tried this from turn 1 on")).to_be_visible()
    assert table_of(game).turn == 1
    assert Variation.objects.count() == 2


def test_what_if_works_without_scripts(browser: Browser, server: str, sign_in: SignIn) -> None:
    people = cast()
    game = start_game(people)
    with another_browser(browser, java_script_enabled=False, viewport=PHONE) as page:
        sign_in(page.context, people.ada)
        page.goto(f"{server}/games/{game}/what-if/")
        page.get_by_text("Orders in words").click()
        page.get_by_label("One order a line").fill("expand to Chicago")
        page.get_by_role("button", name="Try these orders").click()
        expect(page.get_by_role("alert")).to_contain_text("No link leads to Chicago")
        page.get_by_role("button", name=re.compile("^Phoenix")).click()
        page.get_by_role("button", name="Try this").click()
        expect(page.get_by_text("Step 1 of 1")).to_be_visible()
        page.get_by_role("button", name="Undo the last step").click()
        expect(page.get_by_text("Blue to move", exact=True)).to_be_visible()
