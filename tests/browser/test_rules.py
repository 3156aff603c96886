"""The rules on a phone and at a desk."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Check

phone = pytest.mark.parametrize("browser_context_args", ["phone"], indirect=True)
desktop = pytest.mark.parametrize("browser_context_args", ["desktop"], indirect=True)


@phone
def test_chapters_are_folded_on_a_phone_and_a_rules_address_opens_its_own(
    page: Page, server: str, accessible: Check
) -> None:
    page.goto(f"{server}/rules/")
    expect(page.get_by_role("img").first).to_be_in_viewport()
    expect(page.locator("#T4")).to_be_hidden()
    accessible(page)
    page.goto(f"{server}/rules/#T4")
    expect(page.locator("#T4")).to_be_in_viewport()
    expect(page.locator("#S1")).to_be_hidden()
    page.get_by_role("heading", name="Set-up").click()
    expect(page.locator("#S1")).to_be_visible()


@desktop
def test_all_chapters_lie_open_at_a_desk_with_their_pictures(page: Page, server: str) -> None:
    page.goto(f"{server}/rules/")
    for rule in ("S1", "T4", "E1"):
        expect(page.locator(f"#{rule}")).to_be_visible()
    expect(page.locator("#turn figure").first).to_be_visible()
