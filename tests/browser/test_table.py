"""A turn on a phone, by the keyboard, without a script; a table that stays up to date."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from tests.browser.conftest import PHONE, Check, Show, SignIn
from tests.browser.pages import another_browser, outcome, press, wait_for
from tests.doing import play_next, start_game, table_of
from tests.people import Cast

phone = pytest.mark.parametrize("browser_context_args", ["phone"], indirect=True)
desktop = pytest.mark.parametrize("browser_context_args", ["desktop"], indirect=True)
REGIONS_IN_PLAY = 7
LEAST = 8.99  # pixels, as a screen rounds nine
TWO_TAPS = """svg => { for (const _ of [1, 2]) svg.dispatchEvent(new PointerEvent(
    "pointerup", {pointerType: "touch", clientX: 60, clientY: 330, bubbles: true})) }"""
PRESS_AT_ONCE = """for (const group of ["increase", "expand", "increase"])
    document.querySelector(`[id^=offer-${group}-]`).click()"""


@phone
def test_a_tap_on_a_place_that_glows_shows_what_comes_of_it_and_can_be_undone(
    page: Page, people: Cast, show: Show
) -> None:
    game = show(people.ada)
    phoenix = page.locator("#place-phoenix")
    expect(phoenix).to_have_class("place city reachable")
    phoenix.scroll_into_view_if_needed()
    phoenix.tap()
    expect(outcome(page)).to_contain_text("Blue expands from Pueblo to Phoenix")
    expect(outcome(page)).to_contain_text("Next income")
    expect(phoenix).to_have_class("place city reachable chosen")
    expect(page.locator("#place-phoenix title")).to_have_text("Phoenix, city of 5: blue, 4 empty")
    expect(page.get_by_role("status").filter(has_text="Phoenix")).to_have_count(1)
    page.locator("#place-phoenix").tap()
    expect(page.locator("#place-phoenix title")).to_have_text("Phoenix, city of 5: 5 empty")
    expect(outcome(page)).to_contain_text("Tap a place that glows")
    assert table_of(game).turn == 1
    press(page, "offer-expand-phoenix")
    expect(page).to_have_url(re.compile("turn=.*phoenix"))
    page.reload()
    expect(outcome(page)).to_contain_text("Blue expands from Pueblo to Phoenix")
    page.get_by_role("button", name="Play this turn").click()
    page.get_by_role("button", name="Take the turn back").click()
    expect(page.get_by_role("button", name="Pass, collect $1")).to_be_visible()
    assert table_of(game).turn == 1


@desktop
def test_a_turn_is_played_by_the_keyboard_alone(page: Page, people: Cast, show: Show) -> None:
    game = show(people.ada)

    def reach(is_wanted: Callable[[str], bool]) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            text = page.evaluate("document.activeElement.innerText")
            if is_wanted(" ".join(text.split())):
                return
        pytest.fail("no such thing to reach")

    frame = page.locator(".board-frame")
    before = page.locator("svg.board").bounding_box()
    reach(lambda _: frame.evaluate("frame => frame === document.activeElement"))
    page.keyboard.press("+")
    after = page.locator("svg.board").bounding_box()
    assert before
    assert after
    assert after["width"] > before["width"]
    reach(lambda text: text.startswith("Phoenix $0 from Pueblo"))
    page.keyboard.press("Enter")
    expect(outcome(page)).to_contain_text("Blue expands from Pueblo to Phoenix")
    page.keyboard.press("Escape")
    expect(outcome(page)).to_contain_text("Tap a place that glows")
    expect(page.locator(":focus")).to_have_attribute("data-place", "phoenix")
    page.keyboard.press("Enter")
    expect(outcome(page)).to_contain_text("Blue expands from Pueblo to Phoenix")
    reach(lambda text: text == "Play this turn")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Red (bob) is to move.")).to_be_visible()
    assert table_of(game).turn == 2


@desktop
def test_what_is_pressed_before_an_answer_has_come_adds_to_what_it_brings(
    page: Page, people: Cast, show: Show
) -> None:
    show(people.ada, turns=10)
    page.evaluate(PRESS_AT_ONCE)
    expect(page.locator('[data-place][aria-pressed="true"]')).to_have_count(2)
    page.evaluate(PRESS_AT_ONCE + "; document.getElementById('start-over').click()")
    expect(outcome(page)).to_contain_text("Tap a place that glows")


def test_a_turn_is_played_without_a_script(
    browser: Browser, server: str, sign_in: SignIn, people: Cast
) -> None:
    game = start_game(people)
    with another_browser(browser, java_script_enabled=False, viewport=PHONE) as page:
        sign_in(page.context, people.ada)
        page.goto(f"{server}/games/{game}/")
        page.get_by_role("button", name="Phoenix $0").click()
        expect(outcome(page)).to_contain_text("Blue expands from Pueblo to Phoenix")
        page.get_by_role("button", name="Play this turn").click()
        expect(page.get_by_text("Red (bob) is to move.")).to_be_visible()
    assert table_of(game).turn == 2


@desktop
def test_an_open_table_shows_a_played_turn_by_itself_and_rests_when_nobody_looks(
    page: Page, people: Cast, show: Show
) -> None:
    page.clock.install()
    game = show(people.bob)
    expect(page).to_have_title("Route 66 · Franchise by Mail")
    play_next(game)
    expect(page).to_have_title("Your turn · Route 66 · Franchise by Mail")
    expect(page.locator(".story")).to_contain_text("Blue ")
    expect(page.locator("#draft")).to_be_visible()
    expect(page.locator(".place.changed").first).to_be_visible()
    requests: list[Request] = []
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {value: true, configurable: true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    page.on("request", lambda request: requests.append(request))
    page.clock.run_for(60_000)
    assert not requests
    with page.expect_request(lambda request: "part=" in request.url):
        page.evaluate(
            "delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))"
        )


OVERLAPS = """() => {
  const svg = document.querySelector('svg.board'), m = svg.getScreenCTM();
  const seen = element => element.getBoundingClientRect().width > 0;
  const names = [...svg.querySelectorAll('.ground .names text')].filter(seen).map(text => {
    const size = parseFloat(getComputedStyle(text).fontSize), wide = text.getComputedTextLength();
    const start = text.getStartPositionOfChar(0);
    return {is: text.textContent, size: size * m.a, left: start.x * m.a + m.e,
      right: (start.x + wide) * m.a + m.e, top: (start.y - .72 * size) * m.d + m.f,
      bottom: (start.y + .2 * size) * m.d + m.f};
  });
  const circles = [...svg.querySelectorAll('.place')].map(place => {
    const box = place.querySelector('circle').getBoundingClientRect();
    return {is: place.id, x: box.x + box.width / 2, y: box.y + box.height / 2, r: box.width / 2};
  });
  const plates = [...svg.querySelectorAll('.plate')].map(plate => {
    const box = plate.querySelector('rect').getBoundingClientRect();
    const {left, right, top, bottom} = box, texts = [...plate.querySelectorAll('text')].filter(seen);
    const size = Math.min(...texts.map(text => parseFloat(getComputedStyle(text).fontSize) * m.a));
    return {is: plate.id, size, left, right, top, bottom};
  });
  const found = [], written = [...names, ...plates];
  written.forEach((one, i) => written.slice(i + 1).forEach(other => {
    if (one.left < other.right && other.left < one.right && one.top < other.bottom
        && other.top < one.bottom) found.push([one.is, other.is]);
  }));
  written.forEach(name => circles.forEach(circle => {
    const dx = circle.x - Math.max(name.left, Math.min(circle.x, name.right));
    const dy = circle.y - Math.max(name.top, Math.min(circle.y, name.bottom));
    if (Math.hypot(dx, dy) < circle.r) found.push([name.is, circle.is]);
  }));
  circles.forEach((one, i) => circles.slice(i + 1).forEach(other => {
    if (Math.hypot(one.x - other.x, one.y - other.y) < one.r + other.r)
      found.push([one.is, other.is]);
  }));
  return {found, smallest: Math.min(...written.map(each => each.size)), names: names.length,
    plates: plates.length};
}"""


@desktop
def test_no_name_and_no_circle_lies_on_another_at_any_width(
    page: Page, people: Cast, show: Show
) -> None:
    show(people.bob)
    for width in (360, 390, 600, 768, 1024, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        page.reload()
        wait_for(page, "document.fonts.status === 'loaded'")
        overlaps = page.evaluate(OVERLAPS)
        assert overlaps["plates"] == REGIONS_IN_PLAY
        assert overlaps["found"] == []
        assert overlaps["smallest"] >= LEAST


@phone
def test_names_that_would_be_too_small_are_left_out_and_come_again_nearer(
    page: Page, people: Cast, show: Show
) -> None:
    show(people.bob)
    frame = page.locator(".board-frame")
    seen = page.locator(".ground .names text").filter(visible=True)
    for width, names in ((390, 0), (840, 25), (865, 45)):
        page.locator("svg.board").evaluate(f"svg => {{ svg.style.width = '{width}px' }}")
        frame.dispatch_event("wheel", {"deltaY": 0})
        expect(seen).to_have_count(names)
        overlaps = page.evaluate(OVERLAPS)
        assert overlaps["found"] == []
        assert overlaps["smallest"] >= LEAST


@phone
def test_two_fingers_and_two_taps_bring_the_board_nearer(
    context: BrowserContext, page: Page, people: Cast, show: Show
) -> None:
    show(people.bob)
    board, hands = page.locator("svg.board"), context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[int, int]) -> None:
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        hands.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    def width() -> float:
        return float(board.evaluate("svg => svg.getBoundingClientRect().width"))

    first = width()
    touch("touchStart", (150, 400), (250, 400))
    touch("touchMove", (100, 400), (300, 400))
    touch("touchEnd")
    assert width() == pytest.approx(2 * first, rel=0.1)
    board.evaluate(TWO_TAPS)
    assert width() > 2.5 * first
    page.get_by_role("button", name="Whole board").tap()
    assert width() == pytest.approx(390, abs=1)


@phone
def test_a_place_that_only_a_bonus_tile_pays_says_so_and_gives_it_back(
    page: Page, people: Cast, show: Show, accessible: Check
) -> None:
    show(people.ada, turns=2)
    chicago, tile = page.locator("#offer-expand-chicago"), page.locator("#offer-bonus-cash")
    expect(chicago).to_contain_text("with a bonus tile: $10")
    expect(page.locator(".halo.tile .ticket")).to_have_count(1)
    press(page, "offer-expand-chicago")
    expect(tile).to_have_attribute("aria-pressed", "true")
    expect(outcome(page)).to_contain_text("Blue turns in a bonus tile for $10.")
    expect(page.get_by_role("button", name="Play, spending a tile")).to_be_visible()
    accessible(page)
    press(page, "offer-expand-chicago")
    expect(tile).to_have_attribute("aria-pressed", "false")
    expect(outcome(page)).to_contain_text("Tap a place that glows")
