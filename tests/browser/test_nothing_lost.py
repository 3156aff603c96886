"""What is chosen is played as it was meant, or not at all: whatever the network, the session and
other windows do meanwhile."""

import re
from collections.abc import Callable
from uuid import UUID

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from games.domain.lobby import AgreePause
from games.models import Game
from games.services import act
from tests.browser.conftest import SignIn
from tests.browser.pages import give_code, outcome, pause_clock, press
from tests.doing import pass_turn, play_on, start_game, table_of
from tests.people import HOST, Cast, cast

phone = pytest.mark.parametrize("browser_context_args", ["phone"], indirect=True)
desktop = pytest.mark.parametrize("browser_context_args", ["desktop"], indirect=True)
ADDRESS = "ada@example.org"
TO_PHOENIX = "Blue expands from Pueblo to Phoenix"
OUT = "You are signed out."
OFFLINE = "No network: your turn is kept and will be sent when it is back."
COMES_BACK = "dispatchEvent(new Event('online'))"


@pytest.fixture
def people(server: str) -> Cast:
    people = cast()
    people.ada.email = ADDRESS
    people.ada.save()
    return people


Show = Callable[..., UUID]


@pytest.fixture
def show(page: Page, server: str, sign_in: SignIn, people: Cast) -> Show:
    """Leads Ada, signed in, to a game of so many turns, in which she is to move."""

    def show(turns: int = 0, *, watch: str = "private") -> UUID:
        game = start_game(people)
        Game.objects.filter(pk=game).update(watch=watch)
        play_on(game, turns)
        sign_in(page.context, people.ada)
        page.goto(f"{server}/games/{game}/")
        return game

    return show


@desktop
@pytest.mark.parametrize("watch", ["private", "public"])
def test_a_session_that_ends_says_so_and_comes_back_to_the_same_draft(
    context: BrowserContext, page: Page, show: Show, watch: str
) -> None:
    game = show(watch=watch)
    expect(page.get_by_text("Your turn", exact=True).first).to_be_visible()
    context.clear_cookies()
    phoenix = page.get_by_role("button", name=re.compile("^Phoenix"))
    phoenix.click()
    expect(page.get_by_text(OUT)).to_be_visible()
    expect(page).to_have_title(re.compile(OUT))
    expect(page.locator(".status")).to_be_hidden()
    expect(phoenix).to_be_visible()
    expect(outcome(page)).to_contain_text("Tap a place that glows")
    page.get_by_role("link", name="Sign in and go on").click()
    give_code(page, ADDRESS)
    expect(outcome(page)).to_contain_text(TO_PHOENIX)
    assert table_of(game).turn == 1


@desktop
def test_an_open_table_says_by_itself_that_its_session_has_ended(
    context: BrowserContext, page: Page, show: Show, sign_in: SignIn, people: Cast
) -> None:
    show(watch="public")
    context.clear_cookies()
    expect(page.get_by_text(OUT)).to_be_visible()
    expect(page.locator("#draft")).to_be_visible()
    sign_in(context, people.ada)
    expect(page.get_by_text(OUT)).to_be_hidden()
    expect(page.locator(".status")).to_contain_text("Your turn")


@phone
def test_a_turn_that_is_played_signed_out_is_there_after_the_sign_in_and_not_played(
    context: BrowserContext, page: Page, show: Show
) -> None:
    game = show()
    press(page, "offer-expand-phoenix")
    expect(outcome(page)).to_contain_text(TO_PHOENIX)
    context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Play this turn").click()
    give_code(page, ADDRESS)
    expect(outcome(page)).to_contain_text(TO_PHOENIX)
    assert table_of(game).turn == 1
    page.get_by_role("button", name="Play this turn").click()
    expect(page.get_by_text("Red (bob) is to move.")).to_be_visible()
    assert table_of(game).turn == 2


@phone
def test_without_a_network_a_tap_and_a_turn_wait_and_are_sent_once(
    context: BrowserContext, page: Page, show: Show
) -> None:
    game = show()
    context.set_offline(True)
    page.locator("#offer-expand-phoenix").click()
    expect(page.get_by_text(OFFLINE)).to_be_visible()
    expect(page.locator("[aria-busy]")).to_have_count(0)
    context.set_offline(False)
    expect(outcome(page)).to_contain_text(TO_PHOENIX)
    expect(page.get_by_text(OFFLINE)).to_be_hidden()
    context.set_offline(True)
    page.get_by_role("button", name="Play this turn").click()
    expect(page.get_by_text(OFFLINE)).to_be_visible()
    assert table_of(game).turn == 1
    context.set_offline(False)
    expect(page.get_by_text("Red (bob) is to move.")).to_be_visible()
    assert table_of(game).turn == 2


@desktop
def test_a_turn_whose_answer_was_lost_is_not_played_twice(page: Page, show: Show) -> None:
    game = show()
    press(page, "offer-expand-phoenix")

    lost: list[Route] = []

    def lose_first_answer(route: Route) -> None:
        if lost or route.request.method != "POST":
            route.continue_()
            return
        lost.append(route)
        route.fetch()
        route.abort()

    page.route(re.compile("/games/"), lose_first_answer)
    page.get_by_role("button", name="Play this turn").click()
    expect(page.get_by_text(OFFLINE)).to_be_visible()
    assert table_of(game).turn == 2
    page.evaluate(COMES_BACK)
    expect(page.get_by_text("Red (bob) is to move.")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert table_of(game).turn == 2


@desktop
def test_a_tap_on_a_table_that_is_no_longer_the_newest_is_not_added_to_the_new_one(
    page: Page, show: Show
) -> None:
    pause_clock(page)
    game = show()
    pass_turn(game)
    play_on(game, 1)
    press(page, "offer-expand-phoenix")
    expect(page.get_by_text("The game has gone on.")).to_be_visible()
    expect(page.locator(".status")).to_contain_text("Turn 3")
    expect(page.locator(".story")).to_contain_text("Red ")
    expect(outcome(page)).to_contain_text("Tap a place that glows")
    expect(page.locator('[data-place][aria-pressed="true"]')).to_have_count(0)


@phone
def test_a_live_update_keeps_words_open_parts_and_focus(page: Page, show: Show) -> None:
    game = show()
    page.get_by_text("What the signs mean").click()
    page.get_by_text("Orders in words").click()
    words = page.get_by_label("One order a line, as in a mail")
    words.press_sequentially("expand to Chi")
    before = words.bounding_box()
    act(game, AgreePause(1), actor=HOST)
    expect(page.get_by_text("1 of 2 want one")).to_be_visible()
    words.press_sequentially("cago")
    expect(words).to_have_value("expand to Chicago")
    expect(words).to_be_focused()
    after = words.bounding_box()
    assert before
    assert after
    assert abs(before["y"] - after["y"]) < 60
    expect(page.locator("details.key")).to_have_attribute("open", "")


@desktop
def test_what_was_done_last_is_undone_first(page: Page, show: Show) -> None:
    show(turns=10)
    chosen = page.locator('#draft [data-place][aria-pressed="true"]')
    undo = page.get_by_role("button", name="Undo last")
    expect(undo).to_be_hidden()
    groups = ("increase", "expand")
    ids = [page.locator(f"[id^=offer-{each}-]").first.get_attribute("id") for each in groups]
    for number, button in enumerate(ids, 1):
        assert button
        press(page, button)
        expect(chosen).to_have_count(number)
    page.reload()
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(1)
    expect(chosen).to_have_id(str(ids[0]))
    undo.click()
    expect(chosen).to_have_count(0)
    expect(undo).to_be_hidden()


@desktop
def test_what_the_server_did_not_take_is_no_longer_drawn(page: Page, show: Show) -> None:
    show()
    page.route(re.compile("part=turn"), lambda route: route.fulfill(status=500))
    page.locator("#offer-expand-phoenix").click()
    expect(page.get_by_text("Something went wrong.")).to_be_visible()
    expect(page.locator("svg.board .filled")).to_have_count(0)
    expect(page.locator("#offer-expand-phoenix")).to_have_attribute("aria-pressed", "false")
