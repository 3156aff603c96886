"""The first game and the rules, as somebody new finds them."""

import pytest
from playwright.sync_api import Browser, Page, expect

from games.rules.lessons import STEPS
from tests.browser.conftest import Check
from tests.browser.pages import another_browser

PHONE = pytest.mark.parametrize("browser_context_args", ["phone"], indirect=True)


@PHONE
def test_a_newcomer_plays_the_first_game_to_its_end(page: Page, server: str) -> None:
    page.goto(f"{server}/learn/")
    for step in STEPS:
        for choice in step.wanted:
            door = page.locator(f"svg a.door[href*='choice={choice}']")
            if step.id == "expand":
                page.locator("svg a.door[href*='choice=chicago']").click()
                expect(page.get_by_role("alert")).to_contain_text("No link leads to Chicago")
            if step.taps:
                door.click()
            else:
                page.locator(f".choices a[href*='choice={choice}']").focus()
                page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("You have won your first game")
    page.get_by_role("button", name="Play a real game against the computer").click()
    expect(page.get_by_role("heading", name="A first game")).to_be_visible()


def test_the_first_game_needs_no_script(browser: Browser, server: str) -> None:
    with another_browser(browser, java_script_enabled=False) as page:
        page.goto(f"{server}/learn/")
        for step in STEPS:
            for choice in step.wanted:
                page.locator(f".choices a[href*='choice={choice}']").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("You have won your first game")


@PHONE
def test_what_is_to_be_tapped_is_as_large_as_a_finger(page: Page, server: str) -> None:
    page.goto(f"{server}/learn/?did=1.detroit.3")
    glows = page.locator("svg a.door .glow").all()
    assert glows
    for glow in glows:
        box = glow.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44


@PHONE
def test_a_link_to_a_rule_leads_to_it(page: Page, server: str) -> None:
    page.goto(f"{server}/rules/#T16")
    expect(page.locator("#T16")).to_be_in_viewport()


@PHONE
def test_orders_are_tried_on_an_example(page: Page, server: str, accessible: Check) -> None:
    page.goto(f"{server}/rules/examples/")
    example = page.locator("#P2")
    example.get_by_role("button", name="expand to New York").click()
    expect(example.get_by_role("status")).to_contain_text("New York costs $5")
    example.get_by_label("Or in your own words").fill("expand to Indianapolis")
    example.get_by_role("button", name="Ask the judge").click()
    expect(example.get_by_role("status")).to_contain_text("Blue: Detroit > Indianapolis $1")
    accessible(page)
