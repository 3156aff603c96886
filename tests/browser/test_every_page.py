"""What holds for every page there is."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from playwright.sync_api import BrowserContext, Page, ViewportSize

from tests.browser.album import Leaf, album
from tests.browser.conftest import check, grave_faults

NARROW: ViewportSize = {"width": 360, "height": 740}
WIDE: ViewportSize = {"width": 1280, "height": 800}
UNFOLDED = "document.querySelectorAll('details').forEach(fold => fold.open = true)"
# Names of parts that are not there, and times that are none.
DANGLING = """[
  ...[...document.querySelectorAll("[aria-describedby], [aria-labelledby], label[for]")]
    .flatMap(each => ["aria-describedby", "aria-labelledby", "for"]
      .flatMap(name => (each.getAttribute(name) ?? "").split(" ")))
    .filter(id => id && !document.getElementById(id)),
  ...[...document.querySelectorAll("time")].map(each => each.dateTime)
    .filter(time => !/^\\d{4}-\\d\\d-\\d\\d(T[\\d:]{8}(Z|[+-]\\d\\d:?\\d\\d))?$/.test(time)),
]"""
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"

NO_PAGES = {
    "robots", "favicon", "export", "film", "turns-atom", "deadlines-ics", "chat-lines",
    "glance-day", "glance-night", "replay-frames", "replay-card", "replay-moving", "replay-text", "replay-table",
    "anchor-list", "game-proof",
    "replay-day-svg", "replay-day-png", "replay-night-svg", "replay-night-png",
}  # fmt: skip
FORMS = {
    "set-language", "try", "agreements", "after", "account_logout", "revoke-token", "remove-webhook",
    "webhook-secret", "webhook-ping", "webhook-switch", "webhook-again",
    "account-holidays", "account-feeds", "mail-again", "next-game",
}  # fmt: skip
# No page is behind them.
BROKEN = (404, 500)
# Only on one's own machine, and tried by themselves.
MAILBOX = {"mailbox", "mailbox-mail"}


def routes(resolver: URLResolver) -> Iterator[URLPattern]:
    for each in resolver.url_patterns:
        if str(each.pattern).startswith(("api/", "^api/", "admin/")):
            continue
        if isinstance(each, URLPattern):
            yield each
        else:
            yield from routes(each)


def open_leaf(context: BrowserContext, page: Page, leaf: Leaf, server: str, language: str) -> None:
    context.clear_cookies()
    cookies = {"django_language": language, "sessionid": leaf.cookie}
    context.add_cookies(
        [{"name": name, "value": value, "url": server} for name, value in cookies.items() if value]
    )
    if leaf.person is not None:
        leaf.person.language = language
        leaf.person.save(update_fields=["language"])
    answer = page.goto(server + leaf.path)
    assert answer is not None
    assert answer.status == leaf.status, leaf
    page.evaluate(UNFOLDED)


@pytest.mark.django_db(transaction=True)
def test_the_album_holds_every_page() -> None:
    reached = [leaf.path for leaf in album() if leaf.status not in BROKEN]
    views = {resolve(urlsplit(path).path).func for path in reached}
    left_out = {
        each.name
        for each in routes(get_resolver("franchise_site.urls"))
        if each.callback not in views
    }
    assert left_out == NO_PAGES | FORMS | MAILBOX


@pytest.mark.long
@pytest.mark.parametrize("browser_context_args", ["phone"], indirect=True)
@pytest.mark.parametrize("half", [0, 1])
def test_every_page_is_for_everybody_and_fits_any_screen_in_any_language(
    context: BrowserContext, page: Page, server: str, half: int
) -> None:
    """By day and by night, on the narrowest phone and a desktop, in the longest words there are."""
    for leaf in album()[half::2]:
        page.set_viewport_size(NARROW)
        open_leaf(context, page, leaf, server, "fr")
        narrow_french = page.evaluate(TOO_WIDE)
        assert narrow_french <= 0, f"{leaf.name}: {narrow_french} px wider than the screen"
        open_leaf(context, page, leaf, server, "de")
        check(page)
        assert page.evaluate(DANGLING) == [], leaf.name
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(WIDE)
        grave_faults(page)
        assert page.evaluate(TOO_WIDE) <= 0, leaf.name
