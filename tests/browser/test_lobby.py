import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import SignIn
from tests.doing import start_game
from tests.people import cast


def test_a_player_finds_the_game_that_waits(
    context: BrowserContext, page: Page, server: str, sign_in: SignIn
) -> None:
    people = cast()
    start_game(people)
    sign_in(context, people.ada)
    page.goto(server)
    expect(page.get_by_role("link", name="Route 66").first).to_be_visible()


@pytest.mark.parametrize("browser_context_args", ["phone"], indirect=True)
@pytest.mark.parametrize(("button", "heading"), [("Français", "Langue"), ("Deutsch", "Sprache")])
def test_a_visitor_chooses_a_language(page: Page, server: str, button: str, heading: str) -> None:
    page.goto(server)
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("form", name=heading)).to_be_visible()
