"""What the page of a table asks of the database and of the network."""

import re
from gzip import compress
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.domain import Options
from tests.doing import browser, play_next, play_on, read_page, start_game, table_path
from tests.pages import page_of
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_open_page_asks_for_little_until_the_game_has_gone_on(people: Cast) -> None:
    game = start_game(people)
    client = browser(people.bob)
    first = client.get(table_path(game) + "?part=live")
    known = {"If-None-Match": first.headers["ETag"]}
    with CaptureQueriesContext(
        connection,
    ) as queries:
        unchanged = client.get(table_path(game) + "?part=live", headers=known)
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert len(queries) == 3, "the session, the person, the game"
    play_next(game)
    changed = client.get(table_path(game) + "?part=live", headers=known)
    assert changed.status_code == 200
    assert page_of(changed).title.startswith("Your turn · Route 66")


@pytest.mark.usefixtures("still")
def test_what_a_page_asks_the_database_does_not_grow_with_the_game(people: Cast) -> None:
    game = start_game(people, options=Options(introductory=True))
    client, counts = browser(people.ada), []
    client.get(table_path(game))
    for turns in (0, 2, 6):
        play_on(game, turns)
        with CaptureQueriesContext(connection) as queries:
            client.get(table_path(game))
        counts.append(len(queries))
    assert counts == [7, 7, 7]


def test_what_a_tap_brings_is_small(people: Cast) -> None:
    game = start_game(people)
    play_on(game, 10)
    brought = browser(people.ada).get(
        table_path(game) + '?turn={"increase":["denver"]}&part=turn',
        headers={"Accept-Encoding": "gzip"},
    )
    assert len(brought.content) < 5_000
    whole = browser(people.ada).get(table_path(game), headers={"Accept-Encoding": "gzip"})
    assert len(whole.content) < 30_000


def test_a_first_visit_weighs_at_most_90_kilobytes(people: Cast) -> None:
    """One land, by day or by night, and no letters of other languages."""
    html = read_page(browser(people.ada), table_path(start_game(people)))
    named = set(re.findall(r"/static/((?:css|js|img|fonts)/[\w.-]+)", html)) | {
        f"fonts/{font.name}" for font in Path("static/fonts").glob("*[a-z].woff2")
    }
    for script in re.findall(r"/static/(js/[\w.-]+)", html):
        named |= modules_of(script)
    weights = {
        name: len(content if name.endswith(".woff2") else compress(content))
        for name in (*named, "img/land-closed-day.svg")
        if not name.endswith("-more.woff2")
        for content in [Path("static", name).read_bytes()]
    }
    assert len(compress(html.encode())) + sum(weights.values()) < 90_000, weights


def modules_of(script: str) -> set[str]:
    """The script with all that it loads."""
    loaded = re.findall(r"from \"\./([\w-]+\.js)\"", Path("static", script).read_text())
    return {script}.union(*(modules_of(f"js/{each}") for each in loaded))
