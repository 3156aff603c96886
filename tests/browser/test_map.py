"""The map of a table: a move is shown at the tap, whatever is tapped has a card."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, Route, expect

from games.edge import now
from tests.browser.conftest import Check, Show, SignIn
from tests.browser.pages import outcome, pause_clock, wait_for
from tests.doing import play_next, play_on, start_game, table_of
from tests.people import Cast
from tests.waiting import wait_until

phone = pytest.mark.parametrize("browser_context_args", ["phone"], indirect=True)
desktop = pytest.mark.parametrize("browser_context_args", ["desktop"], indirect=True)

ON_THE_ROAD = """id => {
  const path = document.getElementById(id).firstElementChild;
  const point = path.getPointAtLength(path.getTotalLength() / 2);
  const {x, y} = point.matrixTransform(path.ownerSVGElement.getScreenCTM());
  return [x, y + 5];
}"""
ANIMATIONS = """document.getAnimations().filter(each => each.effect.target.closest("svg.board")).map(
  each => [each.effect.target.getAttribute("class"),
    ...new Set(each.effect.getKeyframes().flatMap(frame => Object.keys(frame)))])"""
AT_THE_FIRST = f"addEventListener('animationstart', () => {{ window.moved ??= {ANIMATIONS} }})"
OF_A_FRAME = ["offset", "computedOffset", "easing", "composite"]


def test_a_place_fills_and_its_road_is_lit_before_the_answer(
    page: Page, people: Cast, show: Show
) -> None:
    show(people.ada)
    held: list[Route] = []
    page.route("**/*part=turn*", lambda route: held.append(route))
    page.locator("#place-phoenix").click()
    # The answer is still under way.
    expect(page.locator(".over .filled")).to_have_count(1)
    expect(page.locator(".route .band")).to_have_count(1)
    expect(page.locator(".price")).to_have_text("$0")
    assert page.locator(".route .band").evaluate("band => band.getAttribute('d')") == page.locator(
        "[id='link-phoenix-pueblo'], [id='link-pueblo-phoenix']"
    ).evaluate("link => link.firstElementChild.getAttribute('d')")
    mine = page.locator("#strip .moves .piece path").evaluate("path => getComputedStyle(path).fill")
    assert page.locator(".route .band").evaluate("band => getComputedStyle(band).stroke") == mine
    assert not outcome(page).get_by_text("expands").count()
    while held:
        held.pop().continue_()
    page.unroute("**/*part=turn*")
    expect(outcome(page)).to_contain_text("Blue expands from Pueblo to Phoenix for $0.")
    expect(page.locator(".over .filled")).to_have_count(0)
    expect(page.locator(".route .band")).to_have_count(1)
    page.reload()
    expect(page.locator(".price")).to_have_text("$0")
    page.locator("#place-phoenix").click()
    expect(page.locator(".route, .price, .filled")).to_have_count(0)
    expect(outcome(page)).to_contain_text("Tap a place that glows")


@desktop
def test_the_marker_travels_the_road_once_and_not_for_who_asks_for_less_motion(
    page: Page, people: Cast, show: Show
) -> None:
    show(people.ada)
    page.locator("#place-phoenix").click()
    expect(page.locator(".route .band")).to_have_count(1)
    assert page.locator(".travels").count() == 0
    expect(outcome(page)).to_contain_text("Phoenix")
    page.locator("#place-phoenix").click()
    expect(page.locator(".route .band")).to_have_count(0)
    expect(outcome(page)).to_contain_text("Tap a place that glows")
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("Element.prototype.animate = function () { return this.moves = {} }")
    page.locator("#place-phoenix").click()
    expect(page.locator(".travels")).to_have_count(1)


def test_a_place_that_does_not_glow_has_a_card_with_the_reason(
    page: Page, people: Cast, show: Show, accessible: Check
) -> None:
    show(people.ada)
    card = page.locator("#card")
    expect(card).to_be_hidden()
    page.locator("#place-houston").click()
    expect(card.get_by_role("heading", name="Houston")).to_be_visible()
    expect(card).to_contain_text("City of 6, Texas")
    expect(card).to_contain_text("No link leads to Houston from any place of yours.")
    expect(card).to_contain_text("Links: ")
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
    accessible(page)
    card.get_by_role("button", name="Close").click()
    expect(card).to_be_hidden()


def test_a_link_and_the_plate_of_a_region_have_cards(page: Page, people: Cast, show: Show) -> None:
    show(people.ada)
    card = page.locator("#card")
    page.locator("#plate-heartland").click()
    expect(card.get_by_role("heading", name="Heartland")).to_be_visible()
    expect(card).to_contain_text("To be scored before: ")
    page.mouse.click(*page.evaluate(ON_THE_ROAD, "link-dallas-houston"))
    expect(card.get_by_role("heading")).to_have_text("Dallas – Houston")
    expect(card).to_contain_text("Link, $5")


@desktop
def test_a_card_is_asked_for_once_a_table_and_says_what_the_map_says_without_a_network(
    page: Page, people: Cast, show: Show
) -> None:
    game = show(people.bob)
    card, asked = page.locator("#card"), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    for _ in range(2):
        page.locator("#place-houston").click()
        expect(card).to_contain_text("Links: ")
        page.locator("#card [data-close]").click()
    assert len([url for url in asked if "/card/" in url]) == 1
    page.locator("#place-houston").click()
    expect(card).to_contain_text("Links: ")
    play_next(game)
    expect(page.get_by_text("Your turn", exact=True).first).to_be_visible()
    page.route("**/card/*", lambda route: route.abort())
    page.locator("#place-chicago").click()
    expect(card.get_by_role("heading", name="Chicago")).to_be_visible()
    expect(card).to_contain_text("city of 7")
    assert table_of(game).turn == 2


@desktop
def test_what_is_not_tapped_is_looked_up_by_its_name(page: Page, people: Cast, show: Show) -> None:
    show(people.ada)
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_label("What a place or a region is worth").select_option("Houston")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator("#card").get_by_role("heading", name="Houston")).to_be_focused()
    assert len([url for url in asked if "/card/" in url]) == 1


@desktop
def test_the_glow_at_the_start_moves_one_element_by_its_opacity(
    page: Page, people: Cast, show: Show
) -> None:
    show(people.ada)
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(AT_THE_FIRST)
    page.reload()
    wait_for(page, "window.moved")
    moved = page.evaluate("moved")
    assert [name for name, *_properties in moved] == ["halos"]
    assert set(moved[0][1:]) - set(OF_A_FRAME) == {"opacity"}


A_SCENE = 2500
COUNT_TONES = """window.tones = 0;
window.AudioContext = class {
  currentTime = 0;
  resume() {}
  createGain() {
    const gain = {setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {}};
    return {gain, connect: to => to};
  }
  createOscillator() {
    window.tones += 1;
    return {frequency: {}, connect: to => to, start() {}, stop() {}};
  }
};"""


def test_what_happened_is_played_once_on_the_map_and_leaves_it_as_it_was(
    page: Page, server: str, people: Cast, sign_in: SignIn, accessible: Check
) -> None:
    game = start_game(people)
    play_on(game, 12)
    person = people.ada if table_of(game).to_move == 0 else people.bob
    sign_in(page.context, person)
    pause_clock(page)
    page.goto(f"{server}/games/{game}/")
    film, pieces, strip = page.locator("#film"), page.locator(".pieces"), page.locator("#strip")
    before = pieces.inner_html(), strip.inner_text()
    page.get_by_role("button", name="Play it on the map").click()
    expect(film.get_by_role("button", name="Skip")).to_be_focused()
    assert pieces.inner_html() != before[0]
    page.clock.run_for(10)
    expect(film).to_contain_text("expands")
    page.clock.resume()
    accessible(page)
    page.clock.pause_at(now() + timedelta(hours=1))
    page.clock.run_for(A_SCENE)
    expect(film).to_be_hidden()
    assert (pieces.inner_html(), strip.inner_text()) == before
    page.get_by_role("button", name="Play it on the map").click()
    page.get_by_role("button", name="Skip").click()
    expect(film).to_be_hidden()
    assert (pieces.inner_html(), strip.inner_text()) == before
    page.get_by_role("button", name="Play it on the map").click()
    expect(film.get_by_role("button", name="Skip")).to_be_focused()
    page.keyboard.press("Escape")
    expect(film).to_be_hidden()


@desktop
def test_two_tones_say_that_it_is_my_turn_to_who_has_asked_for_them(
    page: Page, people: Cast, show: Show
) -> None:
    page.add_init_script(COUNT_TONES)
    game = show(people.bob)
    play_next(game)
    expect(page.locator("#draft")).to_be_visible()
    assert page.evaluate("tones") == 0
    play_next(game)
    expect(page.locator("#draft")).to_have_count(0)
    page.get_by_label("Sound at my turn").check()
    wait_until(lambda: page.evaluate("tones") == 2)
    play_next(game)
    expect(page.locator("#draft")).to_be_visible()
    wait_until(lambda: page.evaluate("tones") == 4)
    page.reload()
    expect(page.get_by_label("Sound at my turn")).to_be_checked()
    assert page.evaluate("tones") == 0


@desktop
def test_only_the_land_that_is_seen_is_fetched(page: Page, people: Cast, show: Show) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_request(re.compile("/land-")):
        show(people.ada)
    page.wait_for_load_state("networkidle")
    assert [url.rsplit("/", 1)[1] for url in asked if "/land-" in url] == ["land-closed-day.svg"]
