"""The replay viewer as the server gives it: to players, to strangers, to chat programs."""

import gzip
import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
import time_machine
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec.structs import replace

from games import variations
from games.domain.commands import command
from games.domain.events import DeadlineSet, Event, GameEnded, TurnEnded
from games.events import store
from games.limits import PICTURES
from games.queries import table_at
from games.services import act
from games.templatetags.table import board
from games.web.replay import history as replay_history
from games.web.replay import pictures as replay_pictures
from tests.doing import browser, moment_path, open_game, start_game, table_of
from tests.golden.stored import store_events, store_golden
from tests.pages import open_page, page_of, parse_page
from tests.people import Cast
from tests.web.replay.replays import last_version, read_replay

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
SITE = "http://localhost:8000"
STEPS_BACK = ["To the beginning", "A step back"]
STEPS_ON = ["A step on", "To the end"]


def frames(game: UUID, language: str = "en") -> Any:
    path = reverse("replay-frames", args=[game, last_version(game), language])
    response = Client().get(path, headers={"Accept-Encoding": "gzip"})
    assert response["Content-Encoding"] == "gzip"
    return json.loads(gzip.decompress(response.content))


def board_of(film: Any, version: int) -> str:
    """Puts the board together as the page's script does."""
    reel = [reel for reel in film["reels"] if reel["since"] <= version][-1]
    parts = [
        [look for since, look in looks if since <= version][-1] for looks in reel["parts"].values()
    ]
    ground = film["grounds"][reel["ground"]]
    return f'class="ground">{ground}</g><g class="pieces">{"".join(parts)}</g></svg>'


@pytest.mark.sqlite
@pytest.mark.parametrize("name", ["two-players-introductory", "five-players-everything"])
def test_the_frames_show_every_moment_as_its_own_page_does(name: str) -> None:
    game = store_golden(name)
    film, last = frames(game), last_version(game)
    assert film["version"] == last
    for version in range(1, last + 1, 1 if name.startswith("two") else 20):
        state = table_at(game, version)
        assert board(state).endswith(board_of(film, version)), version
    for version in (1, last // 2, last):
        page = read_replay(moment_path(game, version))
        assert board(table_at(game, version)) in page
        assert film["captions"][version] in page
        assert film["whens"][version] in page


def test_frames_are_told_in_the_readers_language() -> None:
    game = store_golden("two-players-introductory")
    film = frames(game, "de")
    assert "Kleinstadt" in board_of(film, 2)
    assert Client().get(reverse("replay-frames", args=[game, 2, "xx"])).status_code == 404


def test_frames_that_a_browser_has_are_not_sent_again() -> None:
    game = store_golden("two-players-introductory")
    path = reverse("replay-frames", args=[game, last_version(game), "en"])
    first = Client().get(path)
    assert first["Cache-Control"] == "no-cache"
    again = Client().get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_viewer_that_is_behind_gets_the_newest_frames() -> None:
    game = store_golden("two-players-introductory")
    behind = Client().get(reverse("replay-frames", args=[game, 5, "en"]))
    assert behind["Location"] == reverse("replay-frames", args=[game, last_version(game), "en"])
    ahead = reverse("replay-frames", args=[game, last_version(game) + 1, "en"])
    assert Client().get(ahead).status_code == 404


def test_every_turn_is_told_in_the_story_and_one_of_them_is_the_present() -> None:
    game = store_golden("three-players-milestones")
    page = open_page(Client(), moment_path(game, 50))
    for told in frames(game)["turns"].values():
        assert told in page.text
    assert [each.attributes.get("aria-current") for each in page].count("step") == 1


def test_the_first_turn_stands_in_the_first_round() -> None:
    text = open_page(Client(), moment_path(store_golden("two-players"), 1)).text
    assert "Round 1 Blue expands from Ogallala to Chicago for $1." in text


def with_a_clock(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """A clock is set for every turn, and stops when the game is over."""
    clocked: list[Event] = []
    for event in events:
        clocked.append(event)
        if isinstance(event, TurnEnded):
            clocked.append(DeadlineSet(1_800_000_000, "turn"))
        elif isinstance(event, GameEnded):
            clocked.append(DeadlineSet(None, "over"))
    return tuple(clocked)


@pytest.mark.parametrize("until", [None, 60])
def test_a_game_with_a_clock_opens_on_what_happened_on_its_board(until: int | None) -> None:
    events = with_a_clock(store.read(store_golden("two-players-introductory"))[:until])
    end = max(i for i, event in enumerate(events, 1) if not isinstance(event, DeadlineSet))
    game = store_events(events)
    page = open_page(Client(), reverse("replay", args=[game]))
    assert SITE + moment_path(game, end) in [link.attributes.get("href") for link in page]
    assert frames(game)["stops"]["turn"][-1] == end
    assert "The clock stops." not in page.text
    assert page.link("To the end").attributes.get("href") is None


def steps_from(path: str) -> dict[str, str | None]:
    """Where the steps of a page lead, in their order."""
    page = open_page(Client(), path)
    return {name: page.link(name).attributes.get("href") for name in (*STEPS_BACK, *STEPS_ON)}


def test_a_page_steps_by_turn_without_a_script() -> None:
    game = store_golden("two-players-introductory")
    ends = [i for i, e in enumerate(store.read(game), 1) if isinstance(e, TurnEnded)]
    assert steps_from(moment_path(game, ends[1] + 1)) == {
        "To the beginning": moment_path(game, 1),
        "A step back": moment_path(game, ends[1]),
        "A step on": moment_path(game, ends[2]),
        "To the end": moment_path(game, last_version(game)),
    }
    ended = steps_from(moment_path(game, last_version(game)))
    assert [name for name, to in ended.items() if to is None] == STEPS_ON
    sought = Client().get(reverse("replay", args=[game]), {"at": "30"})
    assert sought["Location"] == moment_path(game, 30)


@pytest.mark.parametrize("version", [0, 10**6, 10**20])
def test_there_is_no_moment_beyond_the_game(version: int) -> None:
    game = store_golden("two-players-introductory")
    assert Client().get(moment_path(game, version)).status_code == 404
    for name in ("replay-card", "replay-day-png", "replay-night-svg", "replay-embed"):
        assert Client().get(reverse(name, args=[game, version])).status_code == 404


def addresses(game: UUID) -> list[str]:
    moments = (
        "replay-moment", "replay-card", "replay-day-svg", "replay-night-svg", "replay-day-png",
        "replay-night-png", "replay-embed",
    )  # fmt: skip
    whole = ("replay", "replay-moving", "replay-text", "replay-table")
    return [
        *(reverse(name, args=[game, 3]) for name in moments),
        *(reverse(name, args=[game]) for name in whole),
        reverse("replay-frames", args=[game, last_version(game), "en"]),
    ]


def test_a_private_game_is_not_even_there_for_strangers_nor_its_pictures(people: Cast) -> None:
    game = start_game(people)
    for address in addresses(game):
        for stranger, status in ((None, 302), (people.mallory, 404)):
            assert browser(stranger).get(address).status_code == status, address
    embedded = reverse("replay-embed", args=[game, 3])
    assert browser(people.bob).get(embedded).status_code == 404
    for name in ("replay-moment", "replay-card", "replay-day-svg"):
        seated = browser(people.bob).get(reverse(name, args=[game, 3]))
        assert seated.status_code == 200, name
        assert "public" not in seated.headers.get("Cache-Control", ""), name


@pytest.mark.sqlite
def test_nobody_needs_an_account_to_see_a_public_game_whole() -> None:
    game = store_golden("two-players-introductory")
    for address in addresses(game):
        assert Client().get(address).status_code == 200, address


@pytest.mark.sqlite
def test_a_link_in_a_chat_program_has_a_picture_and_says_what_happened(people: Cast) -> None:
    game = store_golden("two-players-introductory", people.ada)
    page = open_page(Client(), moment_path(game, 40))
    properties = {
        each.attributes.get("property") or each.attributes.get("name"): each["content"]
        for each in page
        if each.tag == "meta" and "content" in each.attributes
    }
    assert properties["og:url"] == SITE + moment_path(game, 40)
    assert properties["og:image"] == SITE + reverse("replay-card", args=[game, 40])
    assert properties["og:title"].startswith("Route 66: Round ")
    assert properties["og:description"] == frames(game)["turns"]["40"]
    assert properties["twitter:card"] == "summary_large_image"
    picture = Client().get(reverse("replay-card", args=[game, 40]))
    assert picture["Content-Type"] == "image/png"
    assert picture["Cache-Control"] == "public, max-age=31536000, immutable"
    assert picture.content[16:24] == bytes.fromhex("000004b000000276")


def test_a_players_name_for_a_game_stays_a_text(people: Cast) -> None:
    created, *later = store.read(start_game(people))
    terms = replace(created.terms, name='<b>"&', watch="public")  # type: ignore[union-attr]
    game = store_events((replace(created, terms=terms), *later))
    for path in (moment_path(game, 3), reverse("replay-embed", args=[game, 3])):
        page = parse_page(read_replay(path))
        assert '<b>"&' in page.title
        assert '<b>"&' in page.text


@pytest.mark.sqlite
def test_the_board_of_a_moment_can_be_taken_home_by_day_and_by_night() -> None:
    game = store_golden("two-players-introductory")
    day, night = (
        read_replay(reverse(f"replay-{look}-svg", args=[game, 30]) + "?language=fr")
        for look in ("day", "night")
    )
    assert day.startswith("<svg")
    assert "métropole" in day
    assert day != night
    pictures = {
        Client().get(reverse(f"replay-{look}-png", args=[game, 30])).content
        for look in ("day", "night")
    }
    assert len(pictures) == 2
    assert all(picture.startswith(b"\x89PNG") for picture in pictures)


@pytest.mark.sqlite
def test_the_whole_game_moves_in_one_picture_made_once(people: Cast) -> None:
    game = store_golden("two-players-introductory")
    address = reverse("replay-moving", args=[game])
    first = Client().get(address)
    assert first["Content-Type"] == "image/gif"
    assert first.content.startswith(b"GIF89a")
    assert len(first.content) < 3_000_000
    caches["pictures"].set(f"moving:{game}:{last_version(game)}:en", b"GIF89a kept")
    assert Client().get(address).content == b"GIF89a kept"
    not_begun = reverse("replay-moving", args=[open_game(people)])
    assert browser(people.ada).get(not_begun).status_code == 404


def test_nobody_waits_in_line_for_an_animation() -> None:
    game = store_golden("two-players-introductory")
    address = reverse("replay-moving", args=[game])
    with replay_pictures.one_animation_at_a_time:
        busy = Client().get(address)
    assert (busy.status_code, busy["Retry-After"]) == (503, "5")
    assert Client().get(address).status_code == 200


def test_somebody_who_wants_too_many_pictures_waits_but_sees_what_was_drawn(
    people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_pictures, "PICTURES", replace(PICTURES, most=2))
    game = store_golden("two-players-introductory")
    cards = [reverse("replay-card", args=[game, version]) for version in (1, 2, 3)]
    client = Client()
    with time_machine.travel(NOON, tick=False):
        answers = [client.get(address) for address in cards]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert 0 < int(answers[2]["Retry-After"]) <= 60
    assert answers[2]["Cache-Control"] == "no-store"
    assert client.get(cards[0]).status_code == 200
    assert browser(people.bob).get(cards[2]).status_code == 200


def test_only_an_embedded_game_may_be_framed() -> None:
    game = store_golden("two-players-introductory")
    framed = Client().get(reverse("replay-embed", args=[game, 9]))
    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    assert "default-src 'self'" in framed["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed.headers
    assert b'class="masthead"' not in framed.content
    whole = [link["href"] for link in page_of(framed).all("link") if "href" in link.attributes]
    assert SITE + moment_path(game, 9) in whole
    page = Client().get(moment_path(game, 9))
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"


@pytest.mark.usefixtures("still")
def test_a_page_costs_as_many_queries_late_in_a_long_game_as_early_in_a_short_one(
    people: Cast,
) -> None:
    counts = set()
    for name, until in (("two-players-introductory", 30), ("two-players", None)):
        game = store_golden(name, people.ada, people.bob, until=until)
        replay_history.history_of.cache_clear()
        with CaptureQueriesContext(connection) as queries:
            read_replay(moment_path(game, 20))
        counts.add(len(queries))
    assert len(counts) == 1
    assert counts.pop() <= 3


def test_a_player_begins_where_the_own_last_turn_ended(people: Cast) -> None:
    game = store_golden("two-players-introductory", people.ada, people.bob, until=120)
    events = store.read(game)
    for seat, person in enumerate((people.ada, people.bob)):
        last = max(
            i
            for i, event in enumerate(events, 1)
            if isinstance(event, TurnEnded) and event.seat == seat
        )
        response = browser(person).get(reverse("replay", args=[game]), {"since": "mine"})
        assert response["Location"] == moment_path(game, last)
    strangers = Client().get(reverse("replay", args=[game]), {"since": "mine"})
    assert strangers["Location"] == moment_path(game, 2)


def test_two_games_are_compared_up_to_where_they_part() -> None:
    game, shorter = (store_golden("two-players-introductory", until=until) for until in (None, 60))
    other = store_golden("two-players")
    path = moment_path(game, 30)
    assert "Both games went alike" in read_replay(f"{path}?against={game}")
    until_there = read_replay(f"{path}?against=http://x/games/{shorter}/")
    assert "until one of them has no more" in until_there
    assert moment_path(game, 62) in until_there
    parted = read_replay(f"{path}?against={other}")
    assert "Here they part" in parted
    assert moment_path(other, 2) in parted
    assert "no such game" in read_replay(f"{path}?against={UUID(int=7)}")


def test_a_private_game_cannot_be_compared_with_by_strangers(people: Cast) -> None:
    private, public = start_game(people), store_golden("two-players-introductory")
    html = read_replay(f"{moment_path(public, 9)}?against={private}", people.mallory)
    assert "no such game" in html
    assert "Here they part" in read_replay(
        f"{moment_path(public, 9)}?against={private}", people.ada
    )


def test_a_game_is_compared_with_what_was_tried_instead(people: Cast) -> None:
    game, other = start_game(people), store_golden("two-players-introductory")
    before = table_of(game)
    expand, passed = command("turn", 0, {"expand": [{"to": "phoenix"}]}), command("turn", 0, {})
    line = variations.create(game, people.ada, "north", before, [expand], NOON)
    variations.change(line, NOON, is_shared=True)
    line.refresh_from_db()
    tried = reverse("whatif-shared", args=[line.secret])
    act(game, passed, actor=f"user:{people.ada.pk}")
    html = read_replay(f"{moment_path(game, 3)}?against={SITE}{tried}", people.bob)
    assert "Here they part" in html
    assert f'<a href="{tried}">What was tried' in html
    assert "Blue expands from Pueblo to Phoenix for $0." in html
    assert "no such line" in read_replay(
        f"{moment_path(other, 3)}?against={SITE}{tried}", people.bob
    )
    unknown = reverse("whatif-shared", args=["x" * 43])
    assert "no such line" in read_replay(f"{moment_path(game, 3)}?against={unknown}", people.bob)


def test_a_table_that_waits_for_players_can_be_looked_at(people: Cast) -> None:
    game = open_game(people)
    page = open_page(browser(people.ada), reverse("replay", args=[game]))
    assert "A table is set up." in page.text
    assert "course" not in [each.attributes.get("aria-labelledby") for each in page]
