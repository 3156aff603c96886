"""What stands around every answer: who may read it, its id, and where an address leads on."""

import json
import logging
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from django.test import Client

from franchise_site.logs import JsonLines
from games.models import Game
from tests.api.calls import Caller, caller, game_path, token_of
from tests.doing import start_game, table_of
from tests.people import Cast
from tests.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
ELSEWHERE = {"origin": "https://elsewhere.example"}


def test_pages_elsewhere_read_every_answer_and_its_headers(people: Cast) -> None:
    game = start_game(people)
    ada, known = caller(people.ada), {"if_none_match": f'"{table_of(game).version}"'}
    end = game_path(game, f"events/?after={table_of(game).version}")
    answers = (
        ada.get(game_path(game), **ELSEWHERE),
        ada.get(end, **known, **ELSEWHERE),
        ada.post("games/", {}, **ELSEWHERE),
        caller(None).get("nowhere/", **ELSEWHERE),
        caller(None).get("schema/", **ELSEWHERE),
    )
    assert [each.status for each in answers] == [200, 304, 400, 404, 200]
    for each in answers:
        assert each.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in each.headers
        assert "Origin" not in each.headers.get("Vary", "")
        exposed = set(each.headers["Access-Control-Expose-Headers"].split(", "))
        assert {"ETag", "Location", "Retry-After", "RateLimit-Remaining", "X-Request-Id"} <= exposed
    assert "Access-Control-Allow-Origin" not in Client().get("/", headers=ELSEWHERE).headers


@pytest.mark.parametrize("path", ["games/", "games", "me/", "webhooks/"])
def test_a_preflight_is_answered_before_all_else(path: str) -> None:
    asks = {**ELSEWHERE, "access-control-request-method": "POST", "authorization": "Token nonsense"}
    answer = Client().options(f"/api/{path}", headers=asks)
    assert answer.status_code == 204
    assert "POST" in answer["Access-Control-Allow-Methods"]
    allowed = answer["Access-Control-Allow-Headers"].lower().split(", ")
    assert {"authorization", "content-type", "if-match", "idempotency-key"} <= set(allowed)
    assert answer["Access-Control-Max-Age"] == "86400"


def test_an_answer_has_the_id_that_it_was_asked_with_or_one_of_its_own(people: Cast) -> None:
    ada = caller(people.ada)
    assert ada.get("me/", x_request_id="mine-0123").headers["X-Request-Id"] == "mine-0123"
    for given in ("", "short", "a b c d e f", "x" * 65, "<script>alert"):
        answers = [ada.get("me/", x_request_id=given) for _ in range(2)]
        assert len({given, *(each.headers["X-Request-Id"] for each in answers)}) == 3


def test_a_fault_of_ours_is_told_as_a_problem_and_its_log_has_the_id(
    people: Cast, caplog: pytest.LogCaptureFixture
) -> None:
    game = start_game(people)
    Game.objects.filter(id=game).update(snapshot="nonsense")
    ada = caller(people.ada)
    ada.client.raise_request_exception = False
    with caplog.at_level(logging.ERROR, "django.request"):
        fault = ada.get(game_path(game), x_request_id="find-me-here")
    assert (fault.status, fault.code) == (500, "our-fault")
    assert "find-me-here" in fault.body["detail"]
    line = json.loads(JsonLines().format(caplog.records[-1]))
    assert line["request_id"] == "find-me-here"


def test_an_address_without_its_last_slash_leads_on(people: Cast, server: str) -> None:
    caller_ = HTTPConnection(urlsplit(server).netloc, timeout=PATIENCE)
    caller_.request("GET", "/api/games?limit=3")
    answer = caller_.getresponse()
    answer.read()
    assert (answer.status, answer.headers["Location"]) == (308, "/api/games/?limit=3")
    headers = {"Authorization": f"Token {token_of(people.ada)}", "Content-Type": "application/json"}
    caller_.request("POST", "/api/games", b'{"name": "x", "seats": 2}', headers)
    answer = caller_.getresponse()
    answer.read()
    assert (answer.status, answer.headers["Location"]) == (308, "/api/games/")
    caller_.close()
    assert not Game.objects.exists()
    for path in ("nowhere", "games//", "webhooks/7/x"):
        assert Caller().get(path).code == "not-found"
    assert Caller().get("webhooks").status == 308
