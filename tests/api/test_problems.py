"""What a refusal tells: a code that stays, a page, the place of the fault, what may be meant."""

import gzip
import importlib
import pkgutil
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client

import games
from games.api.problem_kinds import OF_CALLS, every_kind
from games.api.problems import CODES
from tests.api.calls import Caller, caller, game_path, if_match
from tests.doing import start_game, table_of
from tests.pages import open_page
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)


def test_every_problem_leads_to_its_page(people: Cast) -> None:
    game = start_game(people)
    ada = caller(people.ada)
    refused = (
        caller(None).get("nowhere/"),
        ada.post(game_path(game, "turns/"), {}),
        ada.post(game_path(game, "turns/"), {}, **if_match(1)),
        ada.post(game_path(game, "start/"), {}),
        Caller("nonsense").get("games/"),
        ada.post(game_path(game, "boom/"), {"boom": "chicago"}, **if_match(table_of(game).version)),
    )
    for answer in refused:
        address = answer.body["type"]
        assert address == f"{settings.SITE_URL}/api/problems/{answer.code}/"
        page = open_page(Client(), urlsplit(address).path)
        assert answer.code in page.text
        assert answer.body["title"] in page.text


def test_every_code_there_is_has_a_page_and_nothing_else_has() -> None:
    for module in pkgutil.walk_packages(games.__path__, "games."):
        if ".migrations." not in module.name:
            importlib.import_module(module.name)
    every_kind.cache_clear()
    listed = open_page(Client(), "/api/problems/")
    assert len(every_kind()) > 80
    for code in every_kind():
        assert code in listed.text
        assert Client().get(f"/api/problems/{code}/").status_code == 200
    assert Client().get("/api/problems/nonsense/").status_code == 404
    assert set(CODES.values()) <= set(OF_CALLS)


@pytest.mark.parametrize(
    ("path", "body", "value", "place", "possible"),
    [
        ("turns/", {"expnd": []}, "expnd", "$", ["expand"]),
        ("turns/", {"expand": [{"too": "chicago"}]}, "too", "$.expand[0]", ["to"]),
        ("boom/", {"xyz": 1}, "xyz", "$", ["boom"]),
        ("join/", {"boot": "greedy"}, "boot", "$", ["bot"]),
        ("chat/", {"txt": "Hello"}, "txt", "$", ["text"]),
        ("pause/", {"reason": "tea"}, "reason", "$", None),
    ],
)
def test_an_unknown_field_is_told_with_the_one_that_may_be_meant(
    people: Cast, path: str, body: object, value: str, place: str, possible: Any
) -> None:
    game = start_game(people)
    refused = caller(people.ada).post(
        game_path(game, path), body, **if_match(table_of(game).version)
    )
    assert (refused.status, refused.code, refused.body["value"]) == (400, "unreadable", value)
    assert refused.body["facts"]["path"] == place
    assert refused.body.get("possible") == possible
    assert refused.body["type"].endswith("/api/problems/unreadable/")


def test_an_unknown_field_like_none_is_told_with_all_that_are_known(people: Cast) -> None:
    body = {"name": "x", "seats": 2, "options": {"zzz": True}}
    refused = caller(people.ada).post("games/", body)
    assert refused.body["facts"]["path"] == "$.options"
    assert {"boom", "introductory"} <= set(refused.body["possible"])


@pytest.mark.parametrize("path", ["games/?staus=open", "me/?x=1", "games/?format=json"])
def test_what_is_unknown_in_a_query_is_refused_with_what_is_known(people: Cast, path: str) -> None:
    refused = caller(people.ada).get(path)
    assert (refused.status, refused.code) == (400, "unreadable")
    known = ["cursor", "limit", "mine", "status"]
    assert refused.body.get("possible", []) == (known if path.startswith("games/") else [])


def test_an_unknown_part_of_a_query_is_refused_of_who_polls_too(people: Cast) -> None:
    game = start_game(people)
    ada = caller(people.ada)
    for path in ("?after=1", "replay/?limit=10", "events/?before=3"):
        known = {"if_none_match": f'"{table_of(game).version}"'}
        assert ada.get(game_path(game, path), **known).code == "unreadable"


def send(who: Caller, path: str, body: bytes, **headers: str) -> Any:
    every = {**who.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return who.client.post(f"/api/{path}", body, content_type="application/json", headers=every)


@pytest.mark.parametrize(
    "body",
    [b'{"name": "a", "seats": 2, "name": "b"}', b'{"seats": 2, "options": {"a": 1, "a": 1}}'],
)
def test_a_key_that_stands_twice_is_refused(people: Cast, body: bytes) -> None:
    refused = send(caller(people.ada), "games/", body)
    assert refused.status_code == 400
    assert "twice" in refused.json()["detail"]


def test_a_long_number_is_a_fault_of_the_body(people: Cast) -> None:
    body = b'{"name": "a", "seats": %s}' % (b"9" * 6000)
    assert send(caller(people.ada), "games/", body).status_code == 400


def test_a_packed_body_is_of_a_kind_that_is_not_read(people: Cast) -> None:
    ada, body = caller(people.ada), b'{"name": "a", "seats": 2}'
    refused = send(ada, "games/", gzip.compress(body), content_encoding="gzip")
    assert (refused.status_code, refused["Accept-Encoding"]) == (415, "identity")
    assert send(ada, "games/", body, content_encoding="identity").status_code == 201


def test_what_is_not_there_is_not_there_for_nobody_too(people: Cast) -> None:
    nobody = caller(None)
    assert nobody.delete("nowhere/").code == "not-found"
    assert nobody.post("nowhere/").code == "not-found"
    assert nobody.delete("games/").code == "method-not-allowed"
    assert nobody.delete("games/?status=open").code == "method-not-allowed"
    assert nobody.delete("webhooks/7/").code == "not-signed-in"
    for scope in ("read", "play"):
        assert caller(people.ada, scope).delete("games/?x=1").code == "method-not-allowed"
