"""A turn of many parts: what it does is told in full, and hides no choice."""

from uuid import UUID

import pytest
from msgspec.structs import replace
from playwright.sync_api import FloatRect, Locator, Page, expect

from games.domain import Options
from games.domain.chance import Draws
from games.domain.commands import TakeTurn
from games.domain.playout import random_command
from games.services import act
from tests.browser.conftest import PHONE, Check, SignIn
from tests.browser.pages import buttons_of, outcome, press
from tests.doing import start_game, table_of
from tests.people import HOST, Cast, cast

SCREENS = (PHONE, {"width": 360, "height": 640}, {"width": 844, "height": 390})


def box_of(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box
    return box


def start_long_turn(people: Cast) -> tuple[UUID, list[str]]:
    """A game in which Ada can do much in one turn, and the buttons of that turn."""
    game, draws = start_game(people, options=Options(boom=True, milestones=True)), Draws(3, "long")
    while True:
        state = table_of(game)
        for _ in range(100):
            order = random_command(state, draws.below)
            if isinstance(order, TakeTurn) and order.boom and len(order.increase) > 2:
                boom = f"offer-boom-{order.boom}"
                return game, [boom, *buttons_of(replace(order, double=None, bonus=None))]
        act(game, order, actor=HOST)


@pytest.mark.parametrize("browser_context_args", ["phone"], indirect=True)
def test_a_long_turn_leaves_room_for_the_choices(
    page: Page, server: str, sign_in: SignIn, accessible: Check
) -> None:
    people = cast()
    game, buttons = start_long_turn(people)
    sign_in(page.context, people.ada)
    for size in SCREENS:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.goto(f"{server}/games/{game}/")
        for button in buttons:
            press(page, button)
        told = page.locator(".told")
        expect(told).to_have_attribute("tabindex", "0")
        handle = box_of(page.locator(".handle"))
        room = box_of(outcome(page))["y"] - handle["y"] - handle["height"]
        assert room > 80, (size, room)
        expect(outcome(page).locator("[name=play]")).to_be_in_viewport(ratio=1)
        told.focus()
        for _ in range(20):
            page.keyboard.press("ArrowDown")
        expect(told.locator("li").last).to_be_in_viewport(ratio=1)
    accessible(page)
