import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Check, SignIn
from tests.browser.pages import wait_for
from tests.doing import pass_turn, play_next, start_game
from tests.people import cast

phone = pytest.mark.parametrize("browser_context_args", ["phone"], indirect=True)
A_TURN = re.compile(r"^Turn \d+$")
RED = "document.querySelectorAll('.button.main').values().filter(each => each.checkVisibility()).toArray().length"
DRAWN = "[...document.querySelectorAll('.glance img')].every(each => each.complete && each.naturalWidth)"


@phone
def test_a_player_finds_the_game_that_waits(
    context: BrowserContext, page: Page, server: str, sign_in: SignIn
) -> None:
    people = cast()
    start_game(people)
    sign_in(context, people.ada)
    page.goto(server)
    expect(page.get_by_role("link", name="Route 66").first).to_be_visible()


def test_the_next_turn_stands_first_with_the_one_red_button(
    context: BrowserContext, page: Page, server: str, sign_in: SignIn, accessible: Check
) -> None:
    people = cast()
    for _ in range(2):
        start_game(people)
    pass_turn(start_game(people))
    sign_in(context, people.ada)
    page.goto(server)
    play = page.get_by_role("link", name="Play your turn")
    expect(play).to_be_in_viewport()
    page.set_viewport_size({"width": 844, "height": 390})
    expect(play).to_be_in_viewport()
    assert page.evaluate(RED) == 1
    for image in page.locator(".glance img").all():
        image.scroll_into_view_if_needed()
    wait_for(page, DRAWN)
    accessible(page)
    play.click()
    expect(page.get_by_text("Your turn").first).to_be_visible()


@phone
def test_the_games_that_back_leads_to_are_as_they_are_now(
    context: BrowserContext, page: Page, server: str, sign_in: SignIn
) -> None:
    people = cast()
    game = start_game(people)
    sign_in(context, people.ada)
    page.goto(server)
    play = page.get_by_role("link", name="Play your turn")
    play.click()
    expect(page.get_by_text("Your turn").first).to_be_visible()
    play_next(game)
    page.go_back()
    expect(page.get_by_role("heading", name="Waiting for others")).to_be_visible()
    expect(play).to_have_count(0)
    play_next(game)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(play).to_be_visible()


def test_the_board_of_the_home_page_is_still_for_who_asks_for_less_motion(
    page: Page, server: str, accessible: Check
) -> None:
    page.goto(server)
    film = page.locator(".film")
    expect(film.get_by_role("button", name="Play")).to_be_visible()
    expect(film.locator(".when")).to_contain_text("wins")
    expect(page.get_by_role("button", name="Try a game now")).to_be_in_viewport()
    accessible(page)
    film.get_by_role("button", name="Play").click()
    expect(film.locator(".when")).to_have_text(A_TURN)
    film.get_by_role("button", name="Pause").click()
    expect(film.get_by_role("button", name="Play")).to_be_visible()


@phone
def test_the_board_of_the_home_page_plays_itself(page: Page, server: str) -> None:
    page.emulate_media(reduced_motion="no-preference")
    page.goto(server)
    film = page.locator(".film")
    expect(film.locator(".when")).to_have_text(A_TURN)
    film.get_by_role("button", name="Pause").click()
    shown = film.locator(".when").text_content()
    assert film.locator("svg.board title").text_content() == shown
    assert film.locator("svg.board .pieces > g").count() == 45


@phone
@pytest.mark.parametrize(("button", "heading"), [("Français", "Langue"), ("Deutsch", "Sprache")])
def test_a_visitor_chooses_a_language(page: Page, server: str, button: str, heading: str) -> None:
    page.goto(server)
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("form", name=heading)).to_be_visible()
