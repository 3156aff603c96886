"""From a visitor to a started game: by code, by link, as a guest, without JavaScript, by keys."""

import pytest
from playwright.sync_api import Browser, Page, expect

from games.models import Game
from tests.browser.pages import another_browser, give_code
from tests.doing import latest_code

ONE_SIZE = pytest.mark.parametrize("browser_context_args", ["phone"], indirect=True)


def test_a_guest_plays_at_once_and_keeps_it_without_javascript(
    browser: Browser, server: str
) -> None:
    with another_browser(browser, java_script_enabled=False) as page:
        page.goto(server)
        page.get_by_role("button", name="Try a game now").click()
        game = Game.objects.get()
        expect(page).to_have_url(f"{server}/games/{game.pk}/")
        page.goto(server)
        page.get_by_role("main").get_by_role("link", name="Keep my game").click()
        give_code(page, "ada@example.org")
        page.get_by_role("link", name="A first game").click()
        expect(page).to_have_url(f"{server}/games/{game.pk}/")
        page.goto(f"{server}/games/new/")
        page.get_by_label("2, Red").select_option("strong")
        page.get_by_role("button", name="Make the game").click()
        expect(page).not_to_have_url(f"{server}/games/new/")
    assert Game.objects.filter(status="playing").count() == 2


def press_to(page: Page, name: str, key: str = "Enter") -> None:
    """Presses Tab until the control with that name has the focus."""
    focused = "[document.activeElement.innerText, document.activeElement.labels?.[0]?.innerText]"
    for _ in range(60):
        page.keyboard.press("Tab")
        if any(name in (label or "") for label in page.evaluate(focused)):
            page.keyboard.press(key)
            return
    raise AssertionError(f"no key leads to {name!r}")


@ONE_SIZE
def test_by_keys_alone_one_signs_in_and_makes_a_game(page: Page, server: str) -> None:
    page.goto(server)
    press_to(page, "Sign in")
    expect(page.get_by_label("Your address for mail")).to_be_focused()
    page.keyboard.type("ada@example.org")
    page.keyboard.press("Enter")
    expect(page.get_by_label("The code")).to_be_focused()
    page.keyboard.type(latest_code())
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    press_to(page, "Make a game")
    expect(page.get_by_label("Name of the game")).to_be_visible()
    press_to(page, "Private", "ArrowDown")
    press_to(page, "Make the game")
    expect(page.get_by_role("button", name="Computer player")).to_have_count(1)
    press_to(page, "Computer player")
    expect(page.get_by_role("button", name="Computer player")).to_have_count(0)
    assert (game := Game.objects.get()).status == "playing"
    assert game.watch == "public"
