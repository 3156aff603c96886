"""The feed, tables of old, replays and records."""

import gzip
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import brotli
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from msgspec import json

from franchise_client import apply_patch
from games.api.views.history import packed_replay
from games.api.views.openapi import schema_document
from games.audit.rebuild import rebuild_game
from games.domain.events import TurnTakenBack
from games.domain.evolve import replay, walk
from games.domain.patch import without_nulls
from games.domain.record import from_json
from games.domain.table import table as table_of_state
from games.edge import now
from games.events import store
from games.events.store import Cause
from games.models import Game
from tests.api.calls import Caller, caller, game_path, if_match
from tests.api.fuzzing import games_of_every_status
from tests.doing import start_game, table_of
from tests.golden.golden import FOLDER, read
from tests.people import HOST, Cast

pytestmark = pytest.mark.django_db(transaction=True)
ASKED = 7


def store_golden_game(path: Path) -> UUID:
    """Stores a golden game that ends with a turn taken back."""
    game = uuid4()
    events = read(path).record.events
    turns = replay(events).turn_starts
    events = (*events, TurnTakenBack(turns[len(turns) // 2].version))
    store.append(game, store.head_of(game), events, Cause(HOST, now(), "golden", "f" * 32))
    rebuild_game(game)
    Game.objects.filter(id=game).update(watch="public")
    return game


def read_feed(who: Caller, game: UUID, limit: int) -> list[dict[str, Any]]:
    events, after = [], 0
    while True:
        page = who.get(game_path(game, f"events/?after={after}&limit={limit}"))
        events += page.body["events"]
        after = page.body["next"]
        if not page.body["more"]:
            return events


def test_the_feed_has_no_gap_at_any_size_of_page(people: Cast) -> None:
    game = start_game(people)
    ada = caller(people.ada)
    whole = ada.get(game_path(game, "events/")).body["events"]
    assert [each["version"] for each in whole] == list(range(1, table_of(game).version + 1))
    for limit in (1, 2, 3):
        assert read_feed(ada, game, limit) == whole


def test_a_full_page_is_kept_for_ever_and_the_open_end_is_not(people: Cast) -> None:
    game = start_game(people)
    ada, version = caller(people.ada), table_of(game).version
    full = ada.get(game_path(game, "events/?limit=2"))
    assert full.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    ada.post(game_path(game, "turns/"), {}, **if_match(version))
    assert ada.get(game_path(game, "events/?limit=2")).bytes == full.bytes
    end = ada.get(game_path(game, f"events/?after={version}"))
    assert end.headers["Cache-Control"] == "private, no-cache"
    assert end.body["events"][0]["event"]["type"] == "IncomeCollected"


def test_a_poll_that_finds_nothing_costs_one_read_of_a_row(people: Cast) -> None:
    game = start_game(people)
    Game.objects.filter(id=game).update(watch="public")
    version = table_of(game).version
    with CaptureQueriesContext(
        connection,
    ) as queries:
        nothing = caller(None).get(
            game_path(game, f"events/?after={version}"), if_none_match=f'"{version}"'
        )
    assert (nothing.status, nothing.headers["Retry-After"], nothing.bytes) == (304, "3", b"")
    assert nothing.type == ""
    assert len(queries) == 1


def test_a_game_in_every_status_can_be_read_by_every_call(people: Cast) -> None:
    ada = caller(people.ada)
    for game in games_of_every_status(people):
        version = table_of(game).version
        for path in (
            "",
            "events/",
            "replay/",
            "record/",
            f"tables/{version}/",
            "options/",
            "chat/",
        ):
            assert ada.get(game_path(game, path)).status == 200, (table_of(game).status, path)


def test_the_same_table_is_not_sent_twice(people: Cast) -> None:
    game = start_game(people)
    ada = caller(people.ada)
    for path in ("", "options/", "replay/", "replays/3/", "record/", "tables/3/"):
        first = ada.get(game_path(game, path))
        again = ada.get(game_path(game, path), if_none_match=first.headers["ETag"])
        assert (again.status, again.type, again.bytes) == (304, "", b"")
    assert ada.get(game_path(game, "tables/999/")).status == 404


def test_the_present_table_has_its_nulls_and_one_of_old_leaves_them_out(people: Cast) -> None:
    game = start_game(people)
    version = table_of(game).version
    ada = caller(people.ada)
    now, then = (ada.get(game_path(game, path)).body for path in ("", f"tables/{version}/"))
    del now["game"]
    assert list(now) == [
        "version", "ruleset", "status", "turn", "to_move", "seats", "places", "regions", "track",
        "boom", "milestones", "waiting", "to_place", "winners", "final",
    ]  # fmt: skip
    assert set(now) - set(then) == {"boom", "final"}
    assert {
        name: {key: value for key, value in region.items() if value is not None}
        for name, region in now["regions"].items()
    } == then["regions"]
    assert now["regions"]["texas"]["marker"] is None
    assert now["seats"] == then["seats"]
    assert None in {seat["bot"] for seat in then["seats"]}


def test_lists_too_are_not_sent_twice(people: Cast) -> None:
    start_game(people)
    ada = caller(people.ada)
    for path in ("games/?mine=true", "tokens/", "rulesets/franchise-1/"):
        first = ada.get(path)
        assert ada.get(path, if_none_match=first.headers["ETag"]).status == 304


@pytest.mark.parametrize("refusal", ["gzip;q=0", "gzip; q=0.0, identity", "br, GZIP;Q=0"])
def test_who_refuses_it_packed_gets_it_plain(people: Cast, refusal: str) -> None:
    game = start_game(people)
    for path in (game_path(game, "replay/"), game_path(game, "record/"), "schema/"):
        plain = caller(people.ada).get(path, accept_encoding=refusal)
        assert "Content-Encoding" not in plain.headers
        assert plain.body


def test_the_schema_is_made_once_and_not_sent_twice() -> None:
    first = caller(None).get("schema/")
    again = caller(None).get("schema/", if_none_match=first.headers["ETag"])
    assert (again.status, again.type, again.bytes) == (304, "", b"")
    assert schema_document() is schema_document()


def test_what_is_long_is_sent_packed(people: Cast) -> None:
    game = start_game(people)
    ada = caller(people.ada)
    for path in ("", "replay/", f"replays/{table_of(game).version}/"):
        plain = ada.get(game_path(game, path))
        packed = ada.client.get(
            f"/api/{game_path(game, path)}", headers={**ada.headers, "Accept-Encoding": "gzip"}
        )
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.content) == plain.bytes
        assert len(packed.content) < len(plain.bytes) / 2


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [("br", "br"), ("gzip, deflate, br;q=1.0", "br"), ("gzip, br;q=0", "gzip"), ("zstd", None)],
)
def test_what_is_large_is_packed_by_the_best_that_the_caller_reads(
    people: Cast, accepted: str, coding: str | None
) -> None:
    game = start_game(people)
    ada = caller(people.ada)
    unpack = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[coding]
    for path in (game_path(game, "replay/"), game_path(game, "replays/3/"), "schema/"):
        plain = ada.get(path)
        headers = {**ada.headers, "Accept-Encoding": accepted}
        packed = ada.client.get(f"/api/{path}", headers=headers)
        assert packed.get("Content-Encoding") == coding
        assert "Accept-Encoding" in packed["Vary"]
        assert unpack(packed.content) == plain.bytes
        assert packed["ETag"] == plain.headers["ETag"]
        again = ada.client.get(f"/api/{path}", headers={**headers, "If-None-Match": packed["ETag"]})
        assert again.status_code == 304


def test_brotli_makes_a_long_replay_a_fifth_smaller_than_gzip(people: Cast) -> None:
    game = store_golden_game(FOLDER / "ruleset-2-four-players-everything.json")
    sizes = {
        coding: len(
            Client()
            .get(f"/api/{game_path(game, 'replay/')}", headers={"Accept-Encoding": coding})
            .content
        )
        for coding in ("br", "gzip")
    }
    assert sizes["br"] < 0.8 * sizes["gzip"]


@pytest.mark.sqlite
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_patches_lead_to_every_table_of_every_golden_game(people: Cast, path: Path) -> None:
    """Every table is compared with that of the domain, and some with what the API answers."""
    game = store_golden_game(path)
    states = list(walk(store.read(game)))
    anybody = caller(None)
    replayed = anybody.get(game_path(game, "replay/")).body
    table = replayed["first"]
    assert anybody.get(game_path(game, "tables/0/")).body == table
    for number, step in enumerate(replayed["steps"], 1):
        table = apply_patch(table, step["patch"])
        assert step["version"] == number
        assert table == json.decode(json.encode(without_nulls(table_of_state(states[number - 1]))))
        if number % ASKED == 0 or number == len(states):
            assert anybody.get(game_path(game, f"tables/{number}/")).body == table
    assert replayed["version"] == len(replayed["steps"]) == len(states)
    packed_replay.cache_clear()


def test_a_record_that_was_fetched_can_be_brought_in(people: Cast) -> None:
    game = start_game(people)
    record = from_json(caller(people.ada).get(game_path(game, "record/")).bytes)
    assert record.game == str(game)
    assert len(record.entries) == table_of(game).version


def test_previews_and_what_ifs_leave_no_row_behind(people: Cast) -> None:
    game = start_game(people)
    stored = store.game_ids(), store.read_rows(game)
    ada = caller(people.ada)
    ada.post(game_path(game, "preview/"), {})
    ada.post(game_path(game, "what-if/"), {"turns": [{}, {}]})
    assert (store.game_ids(), store.read_rows(game)) == stored
    assert Game.objects.count() == 1
