"""Steps that several walks through the pages share."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.core import mail
from playwright.sync_api import Browser, Locator, Page, expect

from games.domain import State
from games.domain.board import PRINTED_BOARD
from games.domain.commands import TakeTurn
from games.edge import now
from notifications.outbox.tasks import send_mails
from tests import waiting
from tests.bots import greedy
from tests.doing import latest_code, table_of

# In milliseconds.
PATIENCE = 1000 * waiting.PATIENCE // 2
TITLES = """() => Object.fromEntries([...document.querySelectorAll("svg.board .place")].map(
    (place) => [place.id.slice(6), place.querySelector("title").textContent]))"""


def give_code(page: Page, address: str) -> None:
    page.get_by_label("Your address for mail").fill(address)
    page.get_by_role("button", name="Send me a code").click()
    expect(page.get_by_text(address)).to_be_visible()
    page.get_by_label("The code").fill(latest_code().lower())
    page.get_by_role("button", name="Go on").click()


def invitation_to(address: str) -> str:
    """The link in the invitation's mail."""
    send_mails()
    (sent,) = (each for each in mail.outbox if each.to == [address])
    link = re.search(r"\S+/join/\S+", str(sent.body))
    assert link is not None
    return link[0]


@contextmanager
def another_browser(browser: Browser, **options: object) -> Iterator[Page]:
    context = browser.new_context(**options)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def choose_turn(game: UUID) -> tuple[State, TakeTurn]:
    state = table_of(game)
    order = greedy.choose(state, state.version)
    assert isinstance(order, TakeTurn)
    return state, order


def buttons_of(order: TakeTurn) -> list[str]:
    """Their ids, where each place is reached by its cheapest link."""
    bonus = [f"offer-bonus-{order.bonus}"] if order.bonus else []
    expand = [f"offer-expand-{way.to}" for way in order.expand]
    increase = [f"offer-increase-{city}" for city in order.increase]
    double = [f"offer-double-{order.double}"] if order.double else []
    return [*bonus, *expand, *increase, *double]


def press(page: Page, button: str) -> None:
    with page.expect_response(lambda answer: "part=turn" in answer.url):
        page.locator(f"#{button}").click()


def wait_for(page: Page, condition: str) -> None:
    """Playwright's own wait evaluates its text anew, which the policy of our pages refuses from
    the second time on.
    """
    waiting.wait_until(lambda: page.evaluate(f"Boolean({condition})"), lambda: condition)


def pause_clock(page: Page) -> None:
    """Its timers run by `page.clock.run_for` alone, from the next page on."""
    page.clock.install(time=now())
    page.clock.pause_at(now() + timedelta(seconds=1))


def outcome(page: Page) -> Locator:
    return page.locator("#outcome")


def titles_of(table: Any) -> dict[str, str]:
    """The titles of the places as they should be, by the API's table."""
    colours = [seat["colour"] for seat in table["seats"]]
    arriving = [*table["waiting"]["expanding"], *table["waiting"]["centre"]]
    titles = {}
    for place in PRINTED_BOARD.places:
        here = table["places"][place.id]
        owners = [owner if owner == "neutral" else colours[owner] for owner in here["owners"]]
        if "neutral" in owners:
            title = f"{place.name}: out of play"
        elif place.is_town:
            title = f"{place.name}, town: {owners[0] if owners else 'free'}"
        elif here.get("scored"):
            title = f"{place.name}, scored: {', '.join(owners)}"
        else:
            empty = here["size"] - len(owners)
            spaces = [*owners, *([f"{empty} empty"] if empty else [])]
            title = f"{place.name}, city of {here['size']}: {', '.join(spaces)}"
        count = arriving.count(place.id)
        mover = [colours[table.get("to_move") or 0]] * count
        titles[place.id] = title + (f"; arriving: {', '.join(mover)}" if count else "")
    return titles
