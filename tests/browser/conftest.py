"""A real Chromium on a real server. Every page is watched: whatever it complains of, or
fetches from elsewhere, fails the test that opened it."""

import os
import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, expect

from games.domain import Options
from games.models import Person
from tests.browser.chromium import chromium
from tests.browser.pages import PATIENCE
from tests.doing import play_on, start_game
from tests.people import Cast, cast

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
expect.set_options(timeout=PATIENCE)
REFUSED = re.compile("status of (4|500)|ERR_INTERNET_DISCONNECTED|ERR_FAILED")
GRAVE = ("serious", "critical")
# What a screen reader steps by, which axe calls moderate.
STEPS = ("heading-order", "landmark-unique", "page-has-heading-one")
# What axe calls moderate or minor, and takes an eighth of its time for.
PASSED_OVER = {name: {"enabled": False} for name in ("aria-allowed-role", "region")}
VIOLATIONS = "options => axe.run(options).then(results => results.violations)"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = [item for item in items if "browser" in item.path.parts]
    if not here or chromium():
        return
    if os.environ.get("CI"):
        pytest.exit("no Chromium here, and none could be installed: no page was tried", 3)
    for item in here:
        item.add_marker(pytest.mark.skip(reason="NO CHROMIUM HERE: NO PAGE WAS TRIED"))


@pytest.fixture(scope="session", autouse=True)
def _unsafe_for_async() -> None:
    """Playwright runs a loop in the thread of the tests."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    return {"executable_path": chromium(), "args": ["--no-sandbox"]}


@pytest.fixture(params=["phone", "desktop"])
def browser_context_args(request: pytest.FixtureRequest) -> dict[str, object]:
    """Every test runs in both sizes, unless it is marked for one."""
    phone = request.param == "phone"
    return {
        "viewport": PHONE if phone else DESKTOP,
        "has_touch": phone,
        "is_mobile": phone,
        "locale": "en-US",
        "timezone_id": "America/Chicago",
        "reduced_motion": "reduce",
    }


@pytest.fixture
def context(context: BrowserContext, server: str) -> Iterator[BrowserContext]:
    complaints: list[str] = []
    host = urlsplit(server).netloc

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not REFUSED.search(message.text):
            complaints.append(f"{message.type}: {message.text}")

    def watch(request: Request) -> None:
        where = urlsplit(request.url)
        if where.scheme not in ("data", "blob", "about") and where.netloc != host:
            complaints.append(f"asked another host: {request.url}")

    context.on("console", hear)
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    context.on("request", watch)
    context.set_default_timeout(PATIENCE)
    yield context
    for page in context.pages:
        page.goto("about:blank")
    assert not complaints


SignIn = Callable[[BrowserContext, Person], None]


@pytest.fixture
def sign_in(server: str) -> SignIn:
    """Skips the page of codes, which has tests of its own."""

    def sign_in(context: BrowserContext, person: Person) -> None:
        client = Client()
        client.force_login(person)
        cookie = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": server}])

    return sign_in


@pytest.fixture
def people(server: str) -> Cast:
    return cast()


Show = Callable[..., UUID]


@pytest.fixture
def show(page: Page, server: str, sign_in: SignIn) -> Show:
    """Leads the person, signed in, to a game of so many turns."""

    def show(person: Person, turns: int = 0, options: Options | None = None) -> UUID:
        game = start_game(cast(), options=options)
        play_on(game, turns)
        sign_in(page.context, person)
        page.goto(f"{server}/games/{game}/")
        return game

    return show


Check = Callable[[Page], None]


@pytest.fixture
def accessible() -> Check:
    """Checks by day and by night for serious faults, and that nothing is wider than the screen."""
    return check


def check(page: Page) -> None:
    page.emulate_media(color_scheme="light")
    grave_faults(page)
    page.emulate_media(color_scheme="dark")
    grave_faults(page, "color-contrast")
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{wide} px wider than the screen"


def grave_faults(page: Page, *rules: str) -> None:
    """By all rules, unless some are named. No rule needs the style sheets fetched once more."""
    chosen = {"runOnly": rules} if rules else {"rules": PASSED_OVER}
    options = {"resultTypes": ["violations"], "preload": False, **chosen}
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    grave = [
        (each["id"], node["target"], node.get("failureSummary", ""))
        for each in page.evaluate(VIOLATIONS, options)
        if each["impact"] in GRAVE or each["id"] in STEPS
        for node in each["nodes"]
    ]
    assert not grave, f"{page.url} {rules}: {grave[:6]}"
