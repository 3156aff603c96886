"""The end of a game, in the browser of who looks on and of who plays the last turn."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Check, SignIn
from tests.doing import play_next, start_game, table_of
from tests.people import cast


def test_a_table_that_is_looked_at_goes_on_to_the_end_by_itself(
    page: Page, server: str, sign_in: SignIn, accessible: Check
) -> None:
    people = cast()
    game = start_game(people)
    sign_in(page.context, people.ada)
    while len(table_of(game).final) == 0:
        before = table_of(game)
        if before.turn == 2:
            page.goto(f"{server}/games/{game}/")
        play_next(game)
    expect(page.get_by_role("heading", level=1)).to_contain_text("win")
    expect(page.get_by_role("button", name="Play again with these people")).to_be_visible()
    accessible(page)
