import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from games.domain.events import TurnEnded
from games.events import store
from games.queries import table_at
from tests.browser.pages import TITLES, titles_of
from tests.doing import moment_path
from tests.golden.stored import store_golden

PHONE = pytest.mark.parametrize("browser_context_args", ["phone"], indirect=True)
DESKTOP = pytest.mark.parametrize("browser_context_args", ["desktop"], indirect=True)


def open_replay(page: Page, server: str, game: UUID, version: int) -> Page:
    page.goto(server + moment_path(game, version))
    page.locator(".stage.ready").wait_for()
    return page


@pytest.fixture
def elsewhere() -> Iterator[Callable[[str], str]]:
    """Another site, with one page."""
    pages: list[str] = []

    class OnePage(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(pages[-1].encode())

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), OnePage) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()

        def show(page: str) -> str:
            pages.append(page)
            return f"http://127.0.0.1:{site.server_port}/"

        yield show
        site.shutdown()


@PHONE
def test_a_moment_is_shared_and_a_stranger_sees_it_also_within_another_page(
    page: Page, server: str, browser: Browser, elsewhere: Callable[[str], str]
) -> None:
    game = store_golden("two-players-introductory")
    open_replay(page, server, game, 60)
    page.get_by_role("link", name="A turn on").tap()
    caption, titles = page.locator(".caption").inner_text(), page.evaluate(TITLES)
    address = page.get_by_label("Link").input_value()
    page.get_by_role("button", name="Copy").first.tap()
    expect(page.get_by_role("button", name="Copied")).to_have_count(1)
    snippet = page.get_by_label("To embed on a page").input_value()
    stranger = browser.new_context(locale="en-US").new_page()
    stranger.goto(address.replace("http://localhost:8000", server))
    assert stranger.locator(".caption").inner_text() == caption
    assert stranger.evaluate(TITLES) == titles
    stranger.goto(elsewhere(snippet.replace("http://localhost:8000", server)))
    frame = stranger.frame_locator("iframe")
    frame.locator(".stage.ready").wait_for()
    assert frame.locator(".caption").inner_text() == caption
    frame.get_by_role("link", name="An event back").click()
    expect(frame.locator(".caption")).not_to_have_text(caption)
    stranger.context.close()


@DESKTOP
def test_a_game_is_stepped_through_and_played_by_keyboard_alone(page: Page, server: str) -> None:
    game = store_golden("two-players-introductory")
    events = store.read(game)
    ends = [i for i, event in enumerate(events, 1) if isinstance(event, TurnEnded)]
    rounds = [i for i in ends if table_at(game, i).turn % 2 == 1]
    open_replay(page, server, game, ends[0])
    last = len(events)
    for key, version in (
        ("]", ends[1]),
        ("Shift+ArrowRight", ends[2]),
        ("ArrowLeft", ends[2] - 1),
        ("[", ends[1]),
        ("Control+ArrowRight", next(end for end in rounds if end > ends[1])),
        ("Control+ArrowLeft", ends[1]),
        ("End", last),
        ("Home", 1),
    ):
        page.keyboard.press(key)
        assert page.get_by_label("Moment of the game").input_value() == str(version), key
        expect(page).to_have_url(server + moment_path(game, version))
    page.get_by_label("Play by").select_option("round")
    page.get_by_label("Speed").select_option("120")
    page.get_by_label("Moment of the game").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "true")
    page.wait_for_url(server + moment_path(game, last))
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")


@PHONE
def test_a_line_of_the_story_leads_to_its_moment(page: Page, server: str) -> None:
    game = store_golden("two-players-introductory")
    open_replay(page, server, game, 1)
    line = page.locator(".story li[data-since]").nth(8)
    version = line.get_attribute("data-version")
    line.locator("a").first.tap()
    expect(page).to_have_url(f"{server}{moment_path(game, int(version or 0))}")
    expect(line.locator(".events a")).not_to_have_count(0)
    event = line.locator(".events a").first
    event.tap()
    expect(page.locator(".event")).to_have_text(event.inner_text())
    now = page.locator(".chart .now").first.get_attribute("transform")
    page.keyboard.press("End")
    assert page.locator(".chart .now").first.get_attribute("transform") != now


def test_every_moment_is_reached_without_a_script(server: str, browser: Browser) -> None:
    game = store_golden("two-players-introductory")
    context = browser.new_context(java_script_enabled=False, locale="en-US")
    page = context.new_page()
    page.goto(f"{server}{reverse('replay', args=[game])}?since=mine")
    for step in (*("A turn on",) * 6, "An event on", "An event on", "An event back"):
        page.get_by_role("link", name=step).click()
    version = int(re.findall(r"/(\d+)/$", page.url)[0])
    api = Client().get(f"/api/games/{game}/tables/{version}/").json()
    page.get_by_role("button", name="Play").wait_for(state="hidden")
    titles = {
        place.get_attribute("id"): place.locator("title").text_content()
        for place in page.locator("svg.board .place").all()[:12]
    }
    expected = titles_of(api)
    assert titles == {name: expected[str(name)[6:]] for name in titles}
    page.get_by_role("button", name="Go").click()
    assert page.url == server + moment_path(game, version)
    context.close()
