"""A body is read whatever its framing, or refused; over real sockets, by both servers."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse

from franchise_site.bodies import MOST_BYTES, read_bodies
from tests.api.calls import token_of
from tests.bots import greedy
from tests.doing import start_game, table_of
from tests.framings import Door, in_chunks, play_in_every_framing, with_length, without_length
from tests.people import Cast, cast
from tests.programs import Program, free_port, run_programs, wait_for_site
from tests.together import database_in_use

GRANIAN = "granian --interface wsgi --no-ws --blocking-threads 2 franchise_site.wsgi:application"


@pytest.fixture
def people(transactional_db: None) -> Cast:
    return cast()


@pytest.fixture
def granian(people: Cast, tmp_path: Path) -> Iterator[int]:
    port = free_port()
    place = {"DJANGO_SETTINGS_MODULE": "tests.settings", "DATA_DIR": str(tmp_path)}
    command = [*GRANIAN.split(), "--host", "127.0.0.1", "--port", str(port)]
    with run_programs(Program(command, place | database_in_use(), tmp_path / "granian.log")):
        wait_for_site(port)
        yield port


@pytest.fixture(params=["granian", "waitress"])
def port(request: pytest.FixtureRequest, people: Cast) -> int:
    if request.param == "granian":
        return int(request.getfixturevalue("granian"))
    return int(request.getfixturevalue("server").rpartition(":")[2])


def test_a_turn_is_played_as_its_body_says_or_refused(port: int, people: Cast) -> None:
    game = start_game(people)
    before = table_of(game)
    order = msgspec.to_builtins(greedy.choose(before, 0))
    turn = {name: value for name, value in order.items() if name not in ("type", "seat")}
    door = Door(port, {"Authorization": f"Token {token_of(people.ada)}"})
    answer = play_in_every_framing(door, str(game), before.version, turn)
    assert answer.status == 200, answer
    assert "Expanded" in [each["event"]["type"] for each in json.loads(answer.body)["events"]]


def test_a_form_of_a_page_is_read_whole_or_not_at_all(port: int, people: Cast) -> None:
    door = Door(port, {"Content-Type": "application/x-www-form-urlencoded"})
    form = b"language=de&next=/rules/"
    whole = door.post("/language/", with_length(form))
    assert whole.status == 403
    assert door.post("/language/", with_length(form, len(form) + 5), hang_up=True).status in (
        0,
        400,
    )
    assert door.post("/language/", in_chunks(form, end=b""), hang_up=True).status in (0, 400, 411)
    # One server tells where a body broke off, the other does not.
    assert door.post("/language/", in_chunks(form)).status in (403, 411)


def echo(request: WSGIRequest) -> HttpResponse:
    return HttpResponse(request.body)


def call_site(body: bytes, **environ: object) -> HttpResponse:
    plain = {"REQUEST_METHOD": "POST", "PATH_INFO": "/", "wsgi.input": io.BytesIO(body)}
    return read_bodies(echo)(WSGIRequest(plain | environ))  # type: ignore[arg-type]


def test_a_server_that_says_nothing_of_the_end_is_asked_for_a_length() -> None:
    refused = call_site(b"{}", HTTP_TRANSFER_ENCODING="chunked")
    assert refused.status_code == 411
    assert json.loads(refused.content)["code"] == "length-required"
    assert call_site(b"{}", CONTENT_LENGTH="2").content == b"{}"


def test_a_body_without_length_or_encoding_is_read_to_its_end_as_HTTP_2_has_it() -> None:
    kind = {"CONTENT_TYPE": "application/json", "wsgi.input_terminated": True}
    assert call_site(b'{"a": 1}', **kind).content == b'{"a": 1}'


def test_two_framings_of_one_body_are_refused() -> None:
    both = call_site(b"{}", CONTENT_LENGTH="2", HTTP_TRANSFER_ENCODING="chunked")
    assert (both.status_code, json.loads(both.content)["code"]) == (400, "unreadable")


def test_a_body_has_an_end() -> None:
    assert call_site(b"", CONTENT_LENGTH=str(MOST_BYTES + 1)).status_code == 413
    endless = {"wsgi.input_terminated": True, "CONTENT_TYPE": "application/json"}
    assert call_site(b" " * (MOST_BYTES + 1), **endless).status_code == 413
    mail = call_site(b" " * (MOST_BYTES + 1), **endless, PATH_INFO="/mail/anymail/x/inbound/")
    assert mail.status_code == 200


def test_who_sends_no_body_unsubscribes_as_before(server: str, people: Cast) -> None:
    door = Door(int(server.rpartition(":")[2]), {})
    assert door.post("/mail/stop/nonsense/", without_length()).status == 410
