import re
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, FloatRect, Page, expect

from games.domain.events import Expanded, TurnEnded
from games.edge import now
from games.events import store
from games.queries import table_at
from games.web.replay.history import history_of
from tests.browser.pages import TITLES, another_browser, titles_of
from tests.doing import moment_path, play_next, table_of
from tests.golden.stored import store_golden
from tests.waiting import wait_until

PHONE = pytest.mark.parametrize("browser_context_args", ["phone"], indirect=True)
DESKTOP = pytest.mark.parametrize("browser_context_args", ["desktop"], indirect=True)
A_MINUTE = 60_000


def open_replay(page: Page, server: str, game: UUID, version: int) -> Page:
    page.goto(server + moment_path(game, version))
    page.locator(".controls.ready").wait_for()
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

    # A browser keeps connections open that it asks nothing on.
    with ThreadingHTTPServer(("127.0.0.1", 0), OnePage) as site:
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
    page.get_by_role("link", name="A step on").tap()
    caption, titles = page.locator(".event").inner_text(), page.evaluate(TITLES)
    page.get_by_role("link", name="Share").tap()
    address = page.get_by_label("Link").input_value()
    page.get_by_role("button", name="Copy").first.tap()
    expect(page.get_by_role("button", name="Copied")).to_have_count(1)
    snippet = page.get_by_label("To embed on a page").input_value()
    with another_browser(browser, locale="en-US") as stranger:
        stranger.goto(address.replace("http://localhost:8000", server))
        assert stranger.locator(".event").inner_text() == caption
        assert stranger.evaluate(TITLES) == titles
        stranger.goto(elsewhere(snippet.replace("http://localhost:8000", server)))
        frame = stranger.frame_locator("iframe")
        frame.locator(".controls.ready").wait_for()
        assert frame.locator(".event").inner_text() == caption
        frame.get_by_role("link", name="A step back").click()
        expect(frame.locator(".event")).not_to_have_text(caption)


@DESKTOP
def test_a_game_is_stepped_through_and_played_by_keyboard_alone(page: Page, server: str) -> None:
    game = store_golden("two-players-introductory")
    events = store.read(game)
    ends = [i for i, event in enumerate(events, 1) if isinstance(event, TurnEnded)]
    rounds = [i for i in ends if table_at(game, i).turn % 2 == 1]
    page.clock.install()
    open_replay(page, server, game, ends[0])
    last = len(events)
    for key, version in (
        ("ArrowRight", ends[1]),
        ("ArrowRight", ends[2]),
        ("Shift+ArrowLeft", ends[2] - 1),
        ("ArrowLeft", ends[1]),
        ("Control+ArrowRight", next(end for end in rounds if end > ends[1])),
        ("Control+ArrowLeft", ends[1]),
        ("Home", 1),
        ("End", last),
    ):
        page.keyboard.press(key)
        expect(page.get_by_label("Moment of the game"), key).to_have_value(str(version))
        expect(page).to_have_url(server + moment_path(game, version))
    page.get_by_label("Play by").select_option("event")
    page.get_by_role("link", name="A step back").click()
    expect(page.get_by_label("Moment of the game")).to_have_value(str(last - 1))
    page.get_by_label("Play by").select_option("round")
    page.get_by_label("Speed").select_option(label="10 ×")
    page.get_by_label("Moment of the game").focus()
    page.clock.pause_at(now() + timedelta(hours=1))
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(A_MINUTE)
    page.wait_for_url(server + moment_path(game, last))
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")


@PHONE
def test_a_line_of_the_story_leads_to_its_moment(page: Page, server: str) -> None:
    game = store_golden("two-players-introductory")
    open_replay(page, server, game, 1)
    page.get_by_role("link", name="What happened").tap()
    line = page.locator(".story li[data-since]").nth(8)
    version = line.get_attribute("data-version")
    line.locator("a").first.tap()
    expect(page).to_have_url(f"{server}{moment_path(game, int(version or 0))}")
    expect(line.locator(".events a")).not_to_have_count(0)
    event = line.locator(".events a").first
    event.tap()
    expect(page.locator(".event")).to_have_text(event.inner_text())
    line_of_now = page.locator(".chart .now").first
    before = str(line_of_now.get_attribute("transform"))
    page.keyboard.press("End")
    expect(line_of_now).not_to_have_attribute("transform", before)


def test_every_moment_is_reached_without_a_script(server: str, browser: Browser) -> None:
    game = store_golden("two-players-introductory")
    with another_browser(browser, java_script_enabled=False, locale="en-US") as page:
        page.goto(f"{server}{reverse('replay', args=[game])}?since=mine")
        for step in (*("A step on",) * 8, "A step back"):
            before = page.url
            page.get_by_role("link", name=step).click()
            expect(page).not_to_have_url(before)
        version = int(re.findall(r"/(\d+)/$", page.url)[0])
        api = Client().get(f"/api/games/{game}/tables/{version}/").json()
        page.get_by_role("button", name="Play").wait_for(state="hidden")
        titles = {
            place.get_attribute("id"): place.locator("title").text_content()
            for place in page.locator("svg.board .place").all()[:12]
        }
        assert len(titles) == 12
        expected = titles_of(api)
        assert titles == {name: expected[str(name)[6:]] for name in titles}
        page.get_by_role("button", name="Go").click()
        expect(page).to_have_url(server + moment_path(game, version))


@DESKTOP
def test_keys_step_after_a_click_on_the_map_and_move_it_where_the_keyboard_came_to_it(
    page: Page, server: str
) -> None:
    game = store_golden("two-players-introductory")
    ends = [i for i, event in enumerate(store.read(game), 1) if isinstance(event, TurnEnded)]
    open_replay(page, server, game, ends[3])
    at = page.get_by_label("Moment of the game")
    board = page.get_by_role("group", name="Board;")
    board.click(position={"x": 5, "y": 5})
    for key, version in (("ArrowRight", ends[4]), ("ArrowLeft", ends[3]), ("Home", 1)):
        page.keyboard.press(key)
        expect(at, key).to_have_value(str(version))
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Space")
    at.focus()
    page.keyboard.press("Shift+Tab")
    while not board.evaluate("board => board === document.activeElement"):
        page.keyboard.press("Shift+Tab")
    before = at.input_value()
    page.keyboard.press("ArrowRight")
    assert at.input_value() == before


@DESKTOP
def test_a_replay_opens_where_it_was_left_until_the_game_goes_on(page: Page, server: str) -> None:
    whole_game = store_golden("two-players-introductory")
    ends = [i for i, event in enumerate(store.read(whole_game), 1) if isinstance(event, TurnEnded)]
    game = store_golden("two-players-introductory", until=ends[20] - 1)
    whole = server + reverse("replay", args=[game])
    at = page.get_by_label("Moment of the game")
    open_replay(page, server, game, ends[10])
    page.keyboard.press("ArrowLeft")
    left = at.input_value()
    page.goto(whole)
    expect(at).to_have_value(left)
    play_next(game)
    page.goto(whole)
    page.locator(".controls.ready").wait_for()
    expect(at).to_have_value(str(history_of(game, table_of(game).version).result))


@DESKTOP
def test_the_points_and_where_they_came_from_follow_every_step(page: Page, server: str) -> None:
    game = store_golden("five-players-everything")
    ends = [i for i, event in enumerate(store.read(game), 1) if isinstance(event, TurnEnded)]
    open_replay(page, server, game, ends[20])
    table = page.get_by_role("table", name="Where the points came from")
    for key, version in (("ArrowRight", ends[21]), ("ArrowRight", ends[22]), ("Home", 1)):
        page.keyboard.press(key)
        points = table_at(game, version).influence or (0,) * 5
        expect(table.locator("tfoot td")).to_have_text([str(each) for each in points])
        expect(table.get_by_role("row", name="Towns, at the end")).to_have_count(0)
        track = page.locator(".marks ol li:visible")
        expect(track).to_have_count(len(table_at(game, version).track))
    page.keyboard.press("End")
    points = table_at(game, ends[-1] + 1).influence
    expect(table.locator("tfoot td")).to_have_text([str(each) for each in points])
    page.get_by_text("Blue, point by point").click()
    expect(page.locator(".marks ol li:visible")).to_have_count(
        len(table_at(game, ends[-1] + 1).track)
    )
    gains = page.locator(".gains details").first.locator("li:visible b").all_inner_texts()
    assert sum(map(int, gains)) == points[0]


def seen_names(page: Page) -> list[tuple[str, float]]:
    """What is written on the land and shown, with its size in CSS pixels."""
    names: list[tuple[str, float]] = page.evaluate(
        """() => [...document.querySelectorAll("svg.board :is(.names, .plate) text")]
            .filter((text) => text.getBoundingClientRect().width)
            .map((text) => [text.textContent, parseFloat(getComputedStyle(text).fontSize) *
                text.getScreenCTM().a])"""
    )
    return names


def boxes_of(page: Page, selector: str) -> list[FloatRect]:
    boxes = [each.bounding_box() for each in page.locator(selector).all()]
    return [box for box in boxes if box is not None]


def lies_in(box: FloatRect, room: FloatRect) -> bool:
    return (
        box["x"] >= room["x"] - 1
        and box["y"] >= room["y"] - 1
        and box["x"] + box["width"] <= room["x"] + room["width"] + 1
        and box["y"] + box["height"] <= room["y"] + room["height"] + 1
    )


def are_in_view(page: Page, stops: list[str]) -> bool:
    (room,) = boxes_of(page, ".board-frame")
    places = [box for stop in stops for box in boxes_of(page, f"#place-{stop}")]
    return len(places) == len(stops) and all(lies_in(place, room) for place in places)


@PHONE
def test_on_a_phone_five_scores_are_in_view_and_the_map_follows_what_happens(
    page: Page, server: str
) -> None:
    game = store_golden("five-players-everything")
    events = store.read(game)
    ends = [i for i, event in enumerate(events, 1) if isinstance(event, TurnEnded)]
    open_replay(page, server, game, ends[9])
    screen = FloatRect(x=0, y=0, width=390, height=844)
    for turn in range(10, 16):
        page.get_by_role("link", name="A step on").tap()
        expect(page.get_by_label("Moment of the game")).to_have_value(str(ends[turn]))
        chips = boxes_of(page, "#strip .chip")
        assert len(chips) == 5
        assert all(lies_in(chip, screen) for chip in chips)
        points = [str(each) for each in table_at(game, ends[turn]).influence]
        expect(page.locator("#strip .points")).to_have_text(points)
        expansions = [e for e in events[ends[turn - 1] : ends[turn]] if isinstance(e, Expanded)]
        stops = [stop for each in expansions for stop in each.path]
        wait_until(partial(are_in_view, page, stops), lambda: boxes_of(page, "svg.board .place"))
        names = seen_names(page)
        assert names
        assert not [name for name in names if name[1] < 8.99]


@pytest.mark.parametrize("size", [(844, 390), (390, 844), (360, 740), (768, 1024), (1280, 800)])
@DESKTOP
def test_a_board_is_large_and_nothing_lies_upon_it_that_hides_a_place(
    page: Page, server: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_replay(page, server, store_golden("five-players-everything"), 200)
    (board,) = boxes_of(page, ".board-frame")
    assert board["height"] >= min(size) * 0.55
    page.get_by_role("button", name="Whole board").click()
    (zoom,) = boxes_of(page, ".zoom")
    places = boxes_of(page, "svg.board .place")
    assert len(places) == 45
    left, right = zoom["x"], zoom["x"] + zoom["width"]
    top, bottom = zoom["y"], zoom["y"] + zoom["height"]
    assert not [
        place
        for place in places
        if left < place["x"] + place["width"]
        and place["x"] < right
        and top < place["y"] + place["height"]
        and place["y"] < bottom
    ]


@DESKTOP
def test_no_two_landmarks_of_a_replay_have_one_name(page: Page, server: str) -> None:
    open_replay(page, server, store_golden("two-players-introductory"), 60)
    for role in ("region", "navigation"):
        names = re.findall(rf'- {role} "([^"]*)"', page.locator("body").aria_snapshot())
        assert len(names) > 1
        assert len(names) == len(set(names)), names
