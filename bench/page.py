"""What a table costs a browser: bytes over the wire, the time to the first tap, a tap, a poll.

Chromium at the size of a phone, its processor slowed down to a quarter; granian with the
settings and the files of production.
"""

import os
from http import HTTPStatus
from typing import Any

from django.test import Client
from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright

from bench.http import server
from bench.measure import print_line
from bench.store import database, median
from games.demo import seed_demo
from games.models import Game, Person
from tests.browser.chromium import chromium

ROUNDS = 7
SLOWER = 4
# Milliseconds until the last of it is told.
SETTLES = 100
# A round trip of 150 ms, 1.6 Mbit a second down and 0.7 up.
SLOW_NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 90_000,
}
PHONE: ViewportSize = {"width": 390, "height": 844}
# When the script has marked the places that can be tapped, and they have been drawn so.
NOTED = """new MutationObserver((_, watch) => {
  if (!document.querySelector("svg.board .reachable")) return;
  watch.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.ready = performance.now(); }));
}).observe(document, {subtree: true, childList: true, attributes: true});"""
# From a tap to the outcome of the turn, drawn.
TAP = """async () => {
  const board = document.querySelector("svg.board"), began = performance.now();
  const answered = new Promise((done) => board.addEventListener("draft:marked", done));
  const place = board.querySelector(".place.reachable:not(.chosen)");
  place.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  await answered;
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - began;
}"""
POLL = """async () => {
  const etag = document.querySelector("[data-etag]").dataset.etag, began = performance.now();
  const answer = await fetch("?part=live", {headers: {"If-None-Match": etag}, cache: "no-store"});
  return [answer.status, performance.now() - began];
}"""

LATER_VISIT = "a line of 100 Mbit a second carries 400 visits a second"
POLLS = "a page that lies open costs the line next to nothing"


def main() -> None:
    print(f"the table's page, Chromium {SLOWER} times slower, granian, the demo game")
    program = chromium()
    if program is None:
        raise SystemExit("no Chromium here, and none could be installed")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with database(), sync_playwright() as playwright:
        person = seed_demo()
        with server() as (port, _):
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            measure_page(browser, person, f"http://127.0.0.1:{port}")
            browser.close()


class Wire:
    """Counts the bytes that came over the wire, heads and bodies, since the last `take_bytes`."""

    def __init__(self, devices: CDPSession) -> None:
        self.bytes = 0
        devices.on("Network.responseReceivedExtraInfo", self._add_head)
        devices.on("Network.loadingFinished", self._add_body)
        devices.send("Network.enable")

    def _add_head(self, event: dict[str, Any]) -> None:
        """Chromium reports an answer without a body as if it had come from its cache."""
        if event["statusCode"] == HTTPStatus.NOT_MODIFIED:
            self.bytes += len(event["headersText"])

    def _add_body(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])

    def take_bytes(self, page: Page) -> int:
        page.wait_for_timeout(SETTLES)
        taken, self.bytes = self.bytes, 0
        return taken


def measure_page(browser: Browser, person: Person, site: str) -> None:
    table = f"{site}/games/{Game.objects.get(name='Coast to Coast').pk}/"
    first: list[float] = []
    later: list[float] = []
    taps, slow_taps, polls = [], [], []
    sizes: dict[str, int] = {}
    for _ in range(ROUNDS):
        page, devices = open_phone(browser, person, site)
        wire = Wire(devices)
        devices.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        for visit, times in (("first", first), ("later", later)):
            page.goto(table, wait_until="networkidle")
            times.append(seconds_until_ready(page))
            sizes[visit] = wire.take_bytes(page)
        polls.append(page.evaluate(POLL)[1])
        sizes["poll"] = wire.take_bytes(page)
        taps.append(page.evaluate(TAP))
        sizes["tap"] = wire.take_bytes(page)
        devices.send("Network.emulateNetworkConditions", SLOW_NETWORK)
        slow_taps.append(page.evaluate(TAP))
        page.context.close()
    for what, value, demand, means in (
        ("the page, a first visit", f"{sizes['first'] / 1e3:.1f} KB", "<= 150", ""),
        ("the page, a later visit", f"{sizes['later'] / 1e3:.1f} KB", "<= 30", LATER_VISIT),
        ("to the first place that can be tapped", f"{median(first) / 1e3:.2f} s", "< 1", ""),
        ("the same at a later visit", f"{median(later) / 1e3:.2f} s", "", ""),
        ("a tap", f"{sizes['tap'] / 1e3:.1f} KB, {median(taps):.0f} ms", "", ""),
        ("a tap over a slow phone network", f"{median(slow_taps) / 1e3:.2f} s", "< 2", ""),
        ("a poll without news", f"{sizes['poll']:.0f} bytes, {median(polls):.0f} ms", "", POLLS),
    ):
        print_line(what, value, demand, means)


def open_phone(browser: Browser, person: Person, site: str) -> tuple[Page, CDPSession]:
    """A new browser without a cache, signed in."""
    context = browser.new_context(
        viewport=PHONE,
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
        # Playwright waits by `eval`, which the pages forbid.
        bypass_csp=True,
    )
    client = Client()
    client.force_login(person)
    cookie = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": site}])
    context.add_init_script(NOTED)
    page = context.new_page()
    return page, context.new_cdp_session(page)


def seconds_until_ready(page: Page) -> float:
    page.wait_for_function("window.ready")
    return float(page.evaluate("window.ready"))
