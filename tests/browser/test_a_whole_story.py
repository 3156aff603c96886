"""Two people, from an address each to a game that strangers look at: all of it through the page."""

import re
from uuid import UUID

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django import Settings

from games.domain.decide import judge
from games.events import store
from games.models import Game, Person
from tests.browser.conftest import DESKTOP, PHONE, Check
from tests.browser.pages import (
    TITLES,
    another_browser,
    buttons_of,
    choose_turn,
    give_code,
    invitation_to,
    outcome,
    press,
    titles_of,
)
from tests.doing import play_next, table_of

FIRST_TURNS = 8
ADAS = pytest.mark.parametrize("browser_context_args", ["phone"], indirect=True)


@pytest.mark.long
@ADAS
def test_two_people_play_a_whole_game_and_a_stranger_looks_at_it(
    page: Page, browser: Browser, server: str, settings: Settings, accessible: Check
) -> None:
    """Ada on a phone, Bob at a desk."""
    settings.SITE_URL = server
    page.goto(server)
    page.get_by_role("banner").get_by_role("link", name="Sign in").click()
    give_code(page, "ada@example.org")
    assert Person.objects.get(email="ada@example.org").time_zone == "America/Chicago"
    make_a_game(page, server)
    with another_browser(browser, viewport=DESKTOP, reduced_motion="reduce") as bobs:
        sit_down_by_the_mail(bobs)
        page.reload()
        game = Game.objects.get(name="Two by Two").pk
        expect(page).to_have_url(table := f"{server}/games/{game}/")
        play_to_the_end((page, bobs), table, game)
        titles = titles_by_the_api(game)
        for viewer in (page, bobs):
            see_every_event_as_the_api_tells_it(viewer, table, titles)
    page.goto(table)
    accessible(page)
    final = page.get_by_role("region", name="Where the points came from")
    for seat in table_of(game).final:
        expect(final.get_by_role("cell", name=str(seat.influence)).last).to_be_visible()
    with another_browser(browser, viewport=PHONE) as stranger:
        look_at_a_shared_moment(stranger, page, table)
        look_at_a_shared_line(stranger, page, table)


def make_a_game(page: Page, server: str) -> None:
    page.get_by_role("link", name="New game").click()
    page.get_by_label("Name of the game").fill("Two by Two")
    page.get_by_label("3, Orange").select_option("closed seat")
    page.get_by_label("Invite by mail").fill("bob@example.org")
    page.get_by_label("Public").check()
    page.get_by_role("button", name="Make the game").click()
    expect(page.get_by_role("heading", name="Two by Two")).to_be_visible()
    page.get_by_role("button", name="Make a link").click()
    expect(page.get_by_label("Link")).to_have_value(re.compile(f"^{server}/join/"))


def sit_down_by_the_mail(bobs: Page) -> None:
    """The mail's link, one tap, and the table that it was the last seat of has begun."""
    bobs.goto(invitation_to("bob@example.org"))
    bobs.get_by_role("button", name="Sit down").click()
    expect(bobs).to_have_url(re.compile("/games/"))
    assert Game.objects.get(name="Two by Two").status == "playing"


def play_to_the_end(pages: tuple[Page, Page], table: str, game: UUID) -> None:
    """Takes the first turn back and plays it again. Of the many turns in the middle only some are
    played through the page.
    """
    takes_back = True
    while (state := table_of(game)).status == "playing":
        order = choose_turn(game)[1]
        is_last = judge(state, order)[1].status == "ended"
        if state.turn > FIRST_TURNS and state.turn % 5 and not is_last:
            play_next(game)
            continue
        page = pages[state.mover]
        page.goto(table, wait_until="domcontentloaded")
        for button in buttons_of(order):
            press(page, button)
        if not buttons_of(order):
            page.get_by_role("button", name="Pass").click()
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            outcome(page).locator('button[name="play"]').click()
        assert table_of(game).turn == state.turn + 1
        if takes_back:
            page.get_by_role("button", name="Take the turn back").click()
            expect(page.locator("#draft")).to_be_visible()
            assert table_of(game).turn == state.turn
            takes_back = False


def titles_by_the_api(game: UUID) -> dict[int, dict[str, str]]:
    """The titles of the places after each event; none before there is a board."""
    api, titles = Client(), {}
    for version in range(2, store.head_of(game).version + 1):
        answer = api.get(f"/api/games/{game}/tables/{version}/").json()
        titles[version] = titles_of(answer) if answer["places"] else {}
    return titles


def see_every_event_as_the_api_tells_it(
    page: Page, table: str, titles: dict[int, dict[str, str]]
) -> None:
    page.goto(f"{table}replay/1/")
    page.locator(".controls.ready").wait_for()
    for version, expected in titles.items():
        page.keyboard.press("Shift+ArrowRight")
        if expected:
            assert page.evaluate(TITLES) == expected, version
    last = page.get_by_label("Moment of the game").get_attribute("max")
    expect(page).to_have_url(f"{table}replay/{last}/")
    page.keyboard.press("Home")
    expect(page.locator(".event")).to_have_text("A table is set up.")


def look_at_a_shared_moment(stranger: Page, page: Page, table: str) -> None:
    page.goto(f"{table}replay/60/")
    page.locator(".controls.ready").wait_for()
    page.get_by_role("link", name="A step on").click()
    stranger.goto(page.get_by_label("Link").input_value())
    assert stranger.locator(".event").inner_text() == page.locator(".event").inner_text()
    assert stranger.evaluate(TITLES) == page.evaluate(TITLES)


def look_at_a_shared_line(stranger: Page, page: Page, table: str) -> None:
    page.goto(f"{table}what-if/")
    page.get_by_role("button", name=re.compile("^Try: ")).first.click()
    expect(page.get_by_text("Step 1 of 1")).to_be_visible()
    page.get_by_text("Name, share or delete this line").click()
    page.get_by_role("button", name="Share it by a link").click()
    there = page.get_by_role("link", name="Look at it").get_attribute("href")
    assert there is not None
    stranger.goto(there)
    expect(stranger.get_by_text("tried this from turn")).to_be_visible()
