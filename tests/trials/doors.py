"""Whole games through each door alone: `make try-doors`, on the database of DATABASE_URL.

A game of four with all expansions is played by taps on a phone, by keys at a desk, by orders in
words, over the API and by mail; and one in which every turn comes by another of these. What each
door was given is held against the events that came of it.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from itertools import cycle, islice
from typing import Any
from uuid import UUID

import django
import msgspec
from django.conf import settings
from django.core.management import call_command
from django.http import QueryDict
from django.test import Client
from django.test.utils import setup_test_environment
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    django.setup()

from games.domain import Options, State
from games.domain.chance import Draws
from games.domain.commands import Command, TakeTurn
from games.domain.decide import decide
from games.domain.lobby import CreateGame, StartGame, TakeSeat
from games.domain.notation import ENGLISH, format
from games.domain.playout import random_command
from games.domain.state import Terms
from games.events import store
from games.models import Person
from games.services import act, create_game
from games.web.table.choices import FIELD_OF
from games.web.table.drafts import playable
from games.web.table.panel import order_from
from mail_in.playing import Outcome
from tests.api.calls import caller, game_path, if_match
from tests.browser.chromium import chromium
from tests.browser.pages import wait_for
from tests.browser.pictures import serve
from tests.doing import table_of, table_path
from tests.mail_in.mails import answer_turn_mail
from tests.people import HOST, pair

EVERYTHING = Options(layout="draft", boom=True, milestones=True, region_tiles=1)
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}
DESK = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
UNSENT = ("type", "seat")
PATHS = {"towns": "towns/", "draft": "draft/", "boom": "boom/", "playing": "turns/"}
MOST_CHOICES = 5
BUTTONS = """() => [...document.querySelectorAll("#draft button")].map((each, n) => ({
  number: n + 1, id: each.id, name: each.name, value: each.value, place: each.dataset.place ?? "",
  pressed: each.getAttribute("aria-pressed") === "true"}))"""
FIELDS = """() => [...document.querySelectorAll("#outcome input[type=hidden]")].map(
  each => [each.name, each.value])"""
IS_CHOSEN = """(document.querySelector("#outcome input[name='%s']")?.value ?? "{}") === %s"""

Button = dict[str, Any]
Choose = Callable[[Page, Button], None]


class Stray(Exception):
    """What came of an order is not what was meant by it."""


class Table:
    """A game of four, and the browsers of its players."""

    def __init__(self, browser: Browser, server: str, seed: int) -> None:
        self.browser, self.server, self.draws = browser, server, Draws(seed, "doors")
        self.people = {
            person.pk: person for number in (0, 1) for person in pair(2 * seed + number)[:2]
        }
        owner, *_ = self.people
        terms = Terms("Every door", owner=owner)
        self.game: UUID = create_game(CreateGame(terms, 4, EVERYTHING), actor=HOST).game_id
        for player in self.people:
            act(self.game, TakeSeat(player=player), actor=HOST)
        act(self.game, StartGame(seed, first=0), actor=HOST)
        self.contexts: dict[tuple[int, bool], BrowserContext] = {}
        self.presses: Counter[str] = Counter()

    def mover(self, state: State) -> Person:
        player = state.setup.seats[state.mover].player
        assert player is not None
        return self.people[player]

    def page(self, state: State, *, phone: bool) -> Page:
        """The mover's, on the table."""
        person = self.mover(state)
        if (person.pk, phone) not in self.contexts:
            context = self.browser.new_context(**(PHONE if phone else DESK))
            client = Client()
            client.force_login(person)
            cookie = client.cookies["sessionid"].value
            context.add_cookies([{"name": "sessionid", "value": cookie, "url": self.server}])
            self.contexts[person.pk, phone] = context
            context.new_page()
        page: Page = self.contexts[person.pk, phone].pages[0]
        page.goto(self.server + table_path(self.game))
        page.locator("svg.board.fresh").wait_for()
        return page

    def close(self) -> None:
        for context in self.contexts.values():
            context.close()


Door = Callable[[Table, State], Command]


def tap(table: Table, state: State) -> Command:
    """On the map where a place glows, else in the list; the sheet comes up where it has to."""

    def choose(page: Page, button: Button) -> None:
        place = page.locator(f"#place-{button['place']}.reachable") if button["place"] else None
        if place and button["id"] == _first_for(page, button["place"]):
            table.presses["map"] += 1
            place.dispatch_event("click")
        else:
            table.presses["list"] += 1
            page.locator(f"#{button['id']}").tap()

    page = table.page(state, phone=True)
    order = put_together(table, state, page, choose)
    if isinstance(order, TakeTurn) and page.locator("#offer-pass").count():
        page.locator("#offer-pass").tap()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("#outcome [name=play]").tap()
    return order


def type_keys(table: Table, state: State) -> Command:
    """Numbers choose, Enter plays."""

    def choose(page: Page, button: Button) -> None:
        table.presses["keys"] += len(str(button["number"]))
        for digit in str(button["number"]):
            page.keyboard.press(digit)

    page = table.page(state, phone=False)
    order = put_together(table, state, page, choose)
    if page.locator("#offer-pass").count():
        page.locator("#offer-pass").focus()
        with page.expect_response(lambda answer: "part=turn" in answer.url):
            page.keyboard.press("Enter")
        page.locator("#outcome [name=play]").focus()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.keyboard.press("Enter")
    return order


def _first_for(page: Page, place: str) -> str | None:
    """The choice that a tap on the place stands for."""
    return page.locator(f'#draft button[data-place="{place}"]').first.get_attribute("id")


def put_together(table: Table, state: State, page: Page, choose: Choose) -> Command:
    """Chooses at random, one after the other, until what there is can be played."""
    while True:
        for _ in range(1 + table.draws.below(MOST_CHOICES)):
            buttons = [each for each in page.evaluate(BUTTONS) if not each["pressed"]]
            if not buttons:
                break
            button = buttons[table.draws.below(len(buttons))]
            with page.expect_response(lambda answer: "part=turn" in answer.url):
                choose(page, button)
            wait_for(page, IS_CHOSEN % (button["name"], json.dumps(button["value"])))
        if page.locator("#outcome [name=play], #offer-pass").count():
            return order_of(state, page.evaluate(FIELDS))
        with page.expect_response(lambda answer: "part=turn" in answer.url):
            page.locator("#start-over").dispatch_event("click")
        page.locator("#start-over").wait_for(state="detached")


def order_of(state: State, fields: list[list[str]]) -> Command:
    form = QueryDict(mutable=True)
    for name, value in fields:
        form[name] = value
    order = order_from(form, state, state.mover)
    assert order is not None
    return playable(order) if isinstance(order, TakeTurn) else order


def write_words(table: Table, state: State) -> Command:
    page, order = table.page(state, phone=False), random_command(state, table.draws.below)
    page.locator(".in-words summary").click()
    page.locator("#orders").fill(format(order, ENGLISH, state.board))
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator(".in-words [name=play]").click()
    return order


def call_api(table: Table, state: State) -> Command:
    order = random_command(state, table.draws.below)
    body: Mapping[str, object] = msgspec.to_builtins(order)
    sent = {FIELD_OF.get(name, name): body[name] for name in body if name not in UNSENT}
    path = game_path(table.game, PATHS[state.status])
    answer = caller(table.mover(state)).post(path, sent, **if_match(state.version))
    if answer.status != 200:
        raise Stray(f"{sent} was answered {json.dumps(answer.body)}")
    return order


def answer_mail(table: Table, state: State) -> Command:
    order = random_command(state, table.draws.below)
    words = format(order, ENGLISH, state.board)
    came = answer_turn_mail(table.game, table.mover(state), words)
    if came is not Outcome.PLAYED:
        raise Stray(f"{words!r} was answered by {came}")
    return order


DOORS: dict[str, Door] = {
    "taps": tap,
    "keys": type_keys,
    "words": write_words,
    "API": call_api,
    "mail": answer_mail,
}


def play_whole_game(table: Table, doors: Iterator[tuple[str, Door]]) -> Counter[str]:
    """How many orders came through each door. Stops where one did anything else than was meant."""
    through: Counter[str] = Counter()
    while (state := table_of(table.game)).status != "ended":
        name, door = next(doors)
        order = door(table, state)
        came = store.read(table.game, after=state.version)
        if came != decide(state, order):
            raise Stray(f"by {name}: {order} became {came}")
        through[name] += 1
    return through


def play_all() -> None:
    evenings = {name: {name: door} for name, door in DOORS.items()} | {"all in turn": DOORS}
    wanted = sys.argv[1:] or list(evenings)
    with ExitStack() as stack:
        server = stack.enter_context(serve())
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for seed, (name, doors) in enumerate(evenings.items()):
            if name not in wanted:
                continue
            table = Table(browser, server, seed)
            through = play_whole_game(table, islice(cycle(doors.items()), None))
            table.close()
            report = f"{name}: {dict(through)}, {dict(table.presses)}, to its end as meant"
            sys.stdout.write(f"{report}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    settings.DATA_DIR.mkdir(parents=True)
    setup_test_environment()
    call_command("migrate", verbosity=0)
    play_all()
