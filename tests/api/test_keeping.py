"""What may be kept: by whom, for how long, under which tag; and what is asked of If-Match."""

import gzip
import re
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from pytest_django import Settings

from games.limits import CALLS, STRANGERS_SHARE
from games.models import Game
from tests.api.calls import Answer, Caller, caller, game_path, if_match
from tests.doing import browser, start_game, table_of
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)
KEPT = ("Cache-Control", "Vary", "ETag")


def public_game(people: Cast) -> UUID:
    game = start_game(people)
    Game.objects.filter(id=game).update(watch="public")
    return game


def immutable_paths(game: UUID) -> tuple[str, ...]:
    rest = ("tables/3/", "replays/3/", "events/?limit=2", "events/?after=1&limit=1")
    return tuple(game_path(game, each) for each in rest)


def varies(answer: Answer) -> set[str]:
    """By more than the packing, of which an answer without a body has none."""
    return set(answer.headers.get("Vary", "").split(", ")) - {"", "Accept-Encoding"}


def test_what_is_immutable_stays_so_when_it_is_revalidated(people: Cast) -> None:
    for game in (start_game(people), public_game(people)):
        ada = caller(people.ada)
        for path in (*immutable_paths(game), game_path(game), game_path(game, "replay/")):
            first = ada.get(path)
            again = ada.get(path, if_none_match=first.headers["ETag"])
            assert (first.status, again.status) == (200, 304)
            for name in ("Cache-Control", "ETag"):
                assert first.headers[name] == again.headers[name], (path, name)
            assert varies(first) == varies(again), path


def test_what_is_public_is_kept_once_for_everybody(people: Cast, settings: Settings) -> None:
    settings.API_CALLS_A_MINUTE = 1200
    game = public_game(people)
    for path in immutable_paths(game):
        kept = []
        for who in (caller(None), caller(people.ada), caller(people.mallory, "read")):
            answer = who.get(path, accept_language="de")
            assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
            assert answer.headers.get("Vary", "Accept-Encoding") == "Accept-Encoding"
            assert "RateLimit-Remaining" not in answer.headers
            kept.append(answer.bytes)
        assert len(set(kept)) == 1
    assert caller(None).get(game_path(game)).headers["Cache-Control"] == "public, no-cache"
    assert "RateLimit-Remaining" in caller(None).get(game_path(game)).headers


def test_what_brings_a_cookie_is_kept_by_its_reader_alone(people: Cast) -> None:
    game = public_game(people)
    answer = browser(people.ada).get(f"/api/{game_path(game, 'tables/3/')}")
    assert answer.cookies
    assert "public" not in answer["Cache-Control"]


def test_what_is_private_varies_by_who_asks(people: Cast) -> None:
    game = start_game(people)
    for path in immutable_paths(game):
        answer = caller(people.ada).get(path)
        assert answer.headers["Cache-Control"] == "private, max-age=31536000, immutable"
        assert {"Authorization", "Cookie"} <= set(answer.headers["Vary"].split(", "))


def test_a_replay_has_an_address_for_each_version_and_one_weak_tag(people: Cast) -> None:
    game = public_game(people)
    anybody, version = caller(None), table_of(game).version
    latest = anybody.get(game_path(game, "replay/"))
    address = latest.headers["Content-Location"]
    assert address == f"/api/games/{game}/replays/{version}/"
    assert Client().get(address).content == latest.bytes
    packed = Client().get(address, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.content) == latest.bytes
    assert packed["ETag"] == latest.headers["ETag"]
    assert packed["ETag"].startswith("W/")
    caller(people.ada).post(game_path(game, "turns/"), {}, **if_match(version))
    Game.objects.filter(id=game).update(watch="public")
    assert Client().get(address).content == latest.bytes
    earlier = anybody.get(game_path(game, "replays/2/")).body
    assert (earlier["version"], len(earlier["steps"])) == (2, 2)
    assert anybody.get(game_path(game, "replays/999/")).status == 404


def test_a_tag_of_another_shape_is_not_what_somebody_has(people: Cast) -> None:
    game = public_game(people)
    anybody, version = caller(None), table_of(game).version
    for path in ("", "options/", "replay/", "record/", f"tables/{version}/", "events/?limit=2"):
        tag = anybody.get(game_path(game, path)).headers["ETag"]
        assert re.fullmatch(r'(W/)?"[\d-]+\.[0-9a-f]{8}"', tag), tag
        other = re.sub(r"\.[0-9a-f]+", ".00000000", tag)
        for old in (other, re.sub(r"\.[0-9a-f]+", "", tag)):
            assert anybody.get(game_path(game, path), if_none_match=old).status == 200
        assert (
            anybody.get(game_path(game, path), if_none_match=f'{other}, "x", {tag}').status == 304
        )
        assert anybody.get(game_path(game, path), if_none_match="*").status == 304


@pytest.mark.parametrize("limit", ["", "&limit=10", "&limit=100", "&limit=500"])
def test_who_has_all_events_may_say_so_by_the_bare_version(people: Cast, limit: str) -> None:
    game = start_game(people)
    ada, version = caller(people.ada), table_of(game).version
    path = game_path(game, f"events/?after={version}{limit}")
    nothing = ada.get(path, if_none_match=f'"{version}"')
    assert (nothing.status, nothing.headers["Retry-After"]) == (304, "3")


def played(who: Caller, game: UUID, condition: str) -> Any:
    return who.post(game_path(game, "turns/"), {}, if_match=condition)


@pytest.mark.parametrize(
    "condition", ['"{}"', 'W/"{}"', '"1", "{}"', '"{}" , W/"7"', "*", "{}", "etag"]
)
def test_a_turn_takes_the_version_in_every_form_of_a_condition(
    people: Cast, condition: str
) -> None:
    game = start_game(people)
    ada, version = caller(people.ada), table_of(game).version
    given = ada.get(game_path(game)).headers["ETag"]
    condition = given if condition == "etag" else condition.format(version)
    assert played(ada, game, condition).status == 200


def test_a_condition_that_the_table_does_not_meet_is_refused(people: Cast) -> None:
    game = start_game(people)
    ada, version = caller(people.ada), table_of(game).version
    for condition in ('"1"', '"1", W/"2"', f'"{version + 1}.00000000"'):
        stale = played(ada, game, condition)
        assert (stale.status, stale.code, stale.body["version"]) == (409, "stale", version)
    for condition in (f"v{version}", '"abc"', "", f'"{version}', '"1",', f'"0-{version}"'):
        assert played(ada, game, condition).code == "unreadable"
    assert table_of(game).version == version


@pytest.mark.usefixtures("still")
def test_a_poll_that_finds_nothing_new_costs_nothing(people: Cast, settings: Settings) -> None:
    game = public_game(people)
    settings.API_CALLS_A_MINUTE = most = 4 * STRANGERS_SHARE
    assert most < CALLS.most
    for who in (caller(None), caller(people.ada)):
        for path in (game_path(game), game_path(game, "tables/3/"), "games/"):
            first = who.get(path)
            for _ in range(most + 1):
                again = who.get(path, if_none_match=first.headers["ETag"])
                assert again.status == 304
                assert "RateLimit-Remaining" not in again.headers
        left = most if who.headers else most // STRANGERS_SHARE
        # Three were read, and this is the fourth.
        assert who.get("games/").headers["RateLimit-Remaining"] == str(left - 4)
