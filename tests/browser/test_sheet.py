"""The sheet over the map, what the board opens on, and keys; on phones of all sizes and at a desk."""

import re
from typing import Any
from uuid import UUID

import pytest
from playwright.sync_api import Browser, BrowserContext, FloatRect, Locator, Page, expect

from games.domain import Options
from games.models import Person
from tests.browser.conftest import DESKTOP, PHONE, Show, SignIn
from tests.browser.pages import another_browser, outcome, pause_clock, wait_for
from tests.doing import open_game, start_game, table_of
from tests.people import Cast

phone = pytest.mark.parametrize("browser_context_args", ["phone"], indirect=True)
desktop = pytest.mark.parametrize("browser_context_args", ["desktop"], indirect=True)
ON_ITS_SIDE = {"width": 844, "height": 390}
MATTERS = ".place:is(.changed, .reachable)"
OUT_OF_VIEW = f"""() => {{
  const frame = document.querySelector(".board-frame").getBoundingClientRect();
  return [...document.querySelectorAll("{MATTERS}")].filter((place) => {{
    const box = place.getBoundingClientRect();
    return box.left < frame.left || box.right > frame.right
      || box.top < frame.top || box.bottom > frame.bottom;
  }}).map((place) => place.id);
}}"""


@pytest.fixture
def show(page: Page, show: Show) -> Show:
    def show_fresh(person: Person, turns: int = 0, options: Options | None = None) -> UUID:
        game = show(person, turns, options)
        wait_for(page, "document.querySelector('svg.board.fresh')")
        return game

    return show_fresh


def sheet(page: Page) -> Locator:
    return page.locator("#sheet")


def box_of(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box
    return box


def swipe(context: BrowserContext, page: Page, start: tuple[float, float], up: float) -> None:
    hands = context.new_cdp_session(page)

    def touch(kind: str, *points: Any) -> None:
        hands.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = start
    touch("touchStart", {"x": x, "y": y})
    for part in range(1, 6):
        touch("touchMove", {"x": x, "y": y - up * part / 5})
    touch("touchEnd")
    hands.detach()


def middle(element: Locator) -> tuple[float, float]:
    box = box_of(element)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@phone
def test_the_sheet_goes_from_stop_to_stop_by_a_finger_a_button_and_keys(
    context: BrowserContext, page: Page, people: Cast, show: Show
) -> None:
    show(people.ada, turns=6)
    expect(sheet(page)).to_have_attribute("data-at", "half")
    heading = page.get_by_role("heading", name="Since your last turn")
    for up, stop in ((260, "full"), (-260, "half"), (-200, "small"), (60, "half")):
        swipe(context, page, middle(page.locator(".handle")), up)
        expect(sheet(page)).to_have_attribute("data-at", stop)
    swipe(context, page, middle(heading), -90)
    expect(sheet(page)).to_have_attribute("data-at", "small")
    expect(outcome(page)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("list", name="Scores")).to_be_in_viewport(ratio=1)
    grip = page.get_by_role("button", name="Sheet over the map")
    expect(grip).to_have_attribute("aria-expanded", "false")
    expect(heading).to_be_hidden()
    grip.tap()
    expect(grip).to_have_attribute("aria-expanded", "true")
    expect(heading).to_be_visible()
    for key, stop in (("ArrowUp", "full"), ("ArrowDown", "half"), ("ArrowDown", "small")):
        page.keyboard.press(key)
        expect(sheet(page)).to_have_attribute("data-at", stop)


@phone
def test_a_swipe_on_the_map_moves_the_sheet_unless_there_is_more_of_the_map(
    context: BrowserContext, page: Page, people: Cast, show: Show
) -> None:
    """Number 2: the board trapped the thumb."""
    show(people.bob)
    frame, board = page.locator(".board-frame"), page.locator("svg.board")
    page.get_by_role("button", name="Whole board").tap()
    swipe(context, page, middle(frame), 120)
    expect(sheet(page)).to_have_attribute("data-at", "full")
    swipe(context, page, middle(page.locator(".handle")), -200)
    expect(sheet(page)).to_have_attribute("data-at", "half")
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").tap()
    before = box_of(board)["y"]
    swipe(context, page, middle(frame), 60)
    wait_for(page, f"document.querySelector('svg.board').getBoundingClientRect().y < {before} - 20")
    expect(sheet(page)).to_have_attribute("data-at", "half")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_the_board_opens_on_all_that_has_changed_or_glows(
    page: Page, people: Cast, show: Show
) -> None:
    """Number 3."""
    show(people.ada, turns=24)
    for width, height in ((360, 740), (390, 844), (844, 390), (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        wait_for(page, "document.querySelector('svg.board.fresh')")
        assert page.locator(MATTERS).count() > 5
        wait_for(page, f"({OUT_OF_VIEW})().length === 0")


@phone
def test_what_matters_stays_in_view_when_the_sheet_leaves_more_or_less_of_the_map(
    page: Page, people: Cast, show: Show
) -> None:
    show(people.ada, turns=24)
    page.get_by_role("button", name="Sheet over the map").focus()
    for key in ("ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
        wait_for(page, f"({OUT_OF_VIEW})().length === 0")


@phone
def test_a_place_chosen_in_the_list_is_brought_into_view(
    page: Page, people: Cast, show: Show
) -> None:
    """Number 3."""
    show(people.ada)
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").tap()
    phoenix = page.locator("#place-phoenix")
    page.locator(".board-frame").evaluate("frame => frame.scrollTo(9999, 0)")
    expect(phoenix).not_to_be_in_viewport()
    page.get_by_role("button", name=re.compile("^Phoenix")).click()
    expect(phoenix).to_be_in_viewport(ratio=1)


@phone
def test_regions_track_and_players_are_a_tap_away_on_a_phone(
    page: Page, people: Cast, show: Show
) -> None:
    """Number 4: they were far below the fold."""
    show(people.ada, turns=6)
    for size in (PHONE, ON_ITS_SIDE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for name in ("Regions", "Players"):
            page.get_by_role("navigation", name="In the sheet").get_by_role("link", name=name).tap()
            part = page.get_by_role("region", name=name)
            expect(part.get_by_role("heading")).to_be_in_viewport(ratio=1)
            rows = part.get_by_role("listitem" if name == "Regions" else "row")
            expect(rows.nth(2)).to_be_in_viewport()


@desktop
def test_regions_and_track_are_in_view_at_a_desk(page: Page, people: Cast, show: Show) -> None:
    """Number 4, in the longest game there is."""
    show(people.ada, 30, Options(milestones=True, boom=True, region_tiles=3))
    for name in ("Regions", "Region track"):
        rows = page.get_by_role("region", name=name).get_by_role("listitem")
        expect(rows).to_have_count(10)
        for row in rows.all():
            expect(row).to_be_in_viewport(ratio=1)


@phone
def test_a_phone_on_its_side_has_the_map_beside_the_sheet(
    page: Page, people: Cast, show: Show
) -> None:
    """Number 9: 150 px of board were left."""
    show(people.ada, turns=6)
    page.set_viewport_size(ON_ITS_SIDE)  # type: ignore[arg-type]
    frame, beside = box_of(page.locator(".board-frame")), box_of(sheet(page))
    assert frame["height"] > 260
    assert frame["width"] > 400
    assert beside["x"] >= frame["x"] + frame["width"]
    expect(page.get_by_role("button", name="Sheet over the map")).to_be_hidden()
    expect(outcome(page)).to_be_in_viewport(ratio=1)


@phone
def test_a_zoom_button_is_not_lit_after_a_tap(page: Page, people: Cast, show: Show) -> None:
    """Number 17."""
    show(people.bob)
    button = page.get_by_role("button", name="Zoom in")
    color = "button => getComputedStyle(button).backgroundColor"
    before = button.evaluate(color)
    button.tap()
    assert button.evaluate(color) == before


BEHIND_THE_BAR = """() => {
  const [here, bar] = [document.activeElement, document.getElementById("outcome")];
  const scroller = here.closest("#sheet");
  return Boolean(scroller) && !bar.contains(here) && !here.closest(".handle, #menu, .standings")
    && here.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1;
}"""


def test_what_has_the_focus_is_not_behind_the_bar(page: Page, people: Cast, show: Show) -> None:
    """Number 25."""
    show(people.ada, turns=24)
    page.locator("#draft button").first.focus()
    for _ in range(30):
        page.keyboard.press("Tab")
        focused = page.evaluate("document.activeElement.outerHTML")
        assert not page.evaluate(BEHIND_THE_BAR), focused


CONTRAST_OF_PLACEHOLDER = """(field) => {
  const light = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const words = light(getComputedStyle(field, "::placeholder").color);
  const ground = light(getComputedStyle(field).backgroundColor);
  return Math.max(words, ground) / Math.min(words, ground);
}"""
CUT_OFF = """() => [...document.querySelectorAll(".chip")].filter((chip) => {
  const box = chip.getBoundingClientRect();
  return [...chip.querySelectorAll(".piece, .points, .purse, .purse i")].some((part) => {
    const { left, right, top, bottom, width } = part.getBoundingClientRect();
    return !width || left < box.left || right > box.right || top < box.top || bottom > box.bottom;
  });
}).map((chip) => chip.innerText)"""


@phone
@pytest.mark.parametrize("size", ["100%", "200%"])
def test_the_scores_lose_nothing_in_large_text(
    page: Page, people: Cast, show: Show, size: str
) -> None:
    """Number 25: symbols and income were lost."""
    show(people.ada, turns=24)
    for width in (360, 390):
        page.set_viewport_size({"width": width, "height": 740})
        page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
        assert page.evaluate(CUT_OFF) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for name in ("Your turn", "Turn 25"):
            expect(page.get_by_role("banner").get_by_text(name)).to_be_in_viewport(ratio=1)


@phone
def test_the_page_never_scrolls_whoever_looks_at_it(page: Page, people: Cast, show: Show) -> None:
    show(people.bob, options=Options(milestones=True, boom=True, region_tiles=3))
    for width, height in ((360, 740), (390, 844), (844, 390), (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        root = page.evaluate(
            "(({scrollWidth, scrollHeight}) => [scrollWidth, scrollHeight])(document.documentElement)"
        )
        assert root == [width, height]


@phone
def test_who_moves_is_seen_in_forced_colours(page: Page, people: Cast, show: Show) -> None:
    """Number 25."""
    show(people.ada)
    page.emulate_media(forced_colors="active")
    moves, waits = page.locator(".chip").all()
    style = "chip => getComputedStyle(chip).borderStyle"
    assert moves.evaluate(style) != waits.evaluate(style)


@desktop
def test_a_turn_is_played_by_numbers_and_enter(page: Page, people: Cast, show: Show) -> None:
    pause_clock(page)
    game = show(people.ada)
    offers = page.locator("#draft button")
    names = [" ".join(text.split()) for text in offers.all_inner_texts()]
    number = next(i for i, name in enumerate(names, 1) if name.startswith("Phoenix"))
    page.keyboard.type(str(number))
    page.clock.run_for(1000)
    expect(outcome(page)).to_contain_text("Blue expands from Pueblo to Phoenix")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Red (bob) is to move.")).to_be_visible()
    assert table_of(game).turn == 2


@desktop
def test_keys_move_the_board_and_are_told(page: Page, people: Cast, show: Show) -> None:
    show(people.bob)
    board = page.locator("svg.board")
    before = box_of(board)
    page.keyboard.press("+")
    page.keyboard.press("+")
    assert box_of(board)["width"] > before["width"] * 2
    near = box_of(board)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert box_of(board)["x"] < near["x"]
    assert box_of(board)["y"] < near["y"]
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    expect(keys).to_contain_text("choose from the list")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()


def test_a_link_at_the_top_leads_to_the_turn(page: Page, people: Cast, show: Show) -> None:
    """Number 25."""
    show(people.ada)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    link = page.get_by_role("link", name="Your turn")
    expect(link).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_js_property("form.id", "draft")


def test_without_a_script_the_sheet_follows_the_map(
    browser: Browser, server: str, sign_in: SignIn, people: Cast
) -> None:
    game = start_game(people)
    for size, is_beside in ((PHONE, False), (ON_ITS_SIDE, True), (DESKTOP, True)):
        with another_browser(browser, java_script_enabled=False, viewport=size) as page:
            sign_in(page.context, people.ada)
            page.goto(f"{server}/games/{game}/")
            expect(page.locator("#place-billings")).to_be_in_viewport()
            board, offers = box_of(page.locator(".map")), box_of(page.locator("#draft"))
            if is_beside:
                assert offers["x"] >= board["x"] + board["width"]
            else:
                assert offers["y"] >= board["y"] + board["height"]


@phone
def test_the_words_in_an_empty_field_can_be_read(
    page: Page, server: str, people: Cast, sign_in: SignIn
) -> None:
    """Number 25: they had a contrast of 3."""
    sign_in(page.context, people.ada)
    page.goto(f"{server}/games/{open_game(people)}/")
    field = page.get_by_placeholder("Address for mail")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert field.evaluate(CONTRAST_OF_PLACEHOLDER) >= 4.5
