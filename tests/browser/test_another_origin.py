"""The page of examples/, which shows a game of this server from another origin."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, expect

from games.domain.state import Terms
from tests.browser.pages import another_browser
from tests.doing import play_on, start_game, table_of
from tests.people import cast

EXAMPLES = Path(__file__).parents[2] / "examples"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def test_a_page_of_another_origin_shows_a_public_game(browser: Browser, server: str) -> None:
    game = start_game(cast(), terms=Terms("Route 66", watch="public"))
    play_on(game, 4)
    elsewhere = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=EXAMPLES))
    threading.Thread(target=elsewhere.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{elsewhere.server_port}/watch.html?server={server}&game={game}"
    complaints: list[str] = []
    with another_browser(browser) as page:
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(address)
        expect(page.get_by_role("heading", name="Route 66")).to_be_visible()
        expect(page.locator("#news li")).to_have_count(5)
        points = [f"{each} points" for each in table_of(game).influence]
        expect(page.locator("#scores li")).to_contain_text(points)
        board = page.get_by_role("img", name="The board after turn")
        expect(board).to_have_js_property("complete", value=True)
        assert board.evaluate("image => image.naturalWidth") > 0
    elsewhere.shutdown()
    elsewhere.server_close()
    assert complaints == []
