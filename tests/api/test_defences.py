"""What hostile callers tried, and must not get."""

from base64 import b64encode
from urllib.parse import quote

import pytest
from django.core.serializers import serialize
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from games.api.auth import ByToken, key_of
from games.domain import Options
from games.domain.commands import ChooseTile
from games.domain.expansions.region_tiles import is_choosing
from games.domain.lobby import LeaveSeat, SeatNotYours, StartGame, TakeSeat
from games.models import Person, Token
from games.services import act
from tests.api.calls import Caller, caller, game_path, if_match, token_of
from tests.doing import open_game, start_game, table_of
from tests.people import HOST, Cast

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_leaves_throws_nobody_else_out_of_the_seat(people: Cast) -> None:
    game = open_game(people)
    caller(people.ada).post(game_path(game, "join/"), {"seat": 0})
    with pytest.raises(SeatNotYours):
        act(game, LeaveSeat(0, people.bob.pk), actor=HOST)
    assert table_of(game).setup.seats[0].player == people.ada.pk


def test_a_key_that_comes_again_with_another_seat_is_refused(people: Cast) -> None:
    game = open_game(people)
    ada = caller(people.ada)
    for seat in (0, 1):
        ada.post(game_path(game, "join/"), {"bot": "greedy", "seat": seat})
    first = ada.post(game_path(game, "leave/"), {"seat": 1}, idempotency_key="k")
    again = ada.post(game_path(game, "leave/"), {"seat": 1}, idempotency_key="k")
    assert first.bytes == again.bytes
    other = ada.post(game_path(game, "leave/"), {"seat": 0}, idempotency_key="k")
    assert other.code == "idempotency-key-reused"


def test_how_chosen_tiles_will_be_dealt_cannot_be_known_before(people: Cast) -> None:
    """The same seed and the same choices: two games are not dealt alike."""
    deals = set()
    for _ in range(6):
        game = open_game(people, options=Options(region_tiles=3))
        for _ in range(2):
            act(game, TakeSeat(bot="greedy"), actor=HOST)
        act(game, StartGame(5, first=0), actor=HOST)
        while is_choosing(state := table_of(game)):
            act(game, ChooseTile(state.mover, state.region_pool[0].id), actor=HOST)
        deals.add(table_of(game).tiles)
    assert len(deals) > 1


def test_a_token_knows_whose_it_is(people: Cast) -> None:
    assert caller(people.ada).get("me/").body == {"id": people.ada.pk, "name": "ada"}


def test_a_token_brings_its_person_as_stored(people: Cast) -> None:
    Person.objects.filter(pk=people.ada.pk).update(
        guest=True, is_staff=True, name="Ada", time_zone="Europe/Paris", email="ada@example.org"
    )
    brought = ByToken().authenticate_credentials(token_of(people.ada).encode())
    stored = Person.objects.get(pk=people.ada.pk), Token.objects.get()
    assert serialize("python", brought) == serialize("python", stored)


def test_who_calls_and_the_game_are_one_read(people: Cast) -> None:
    game = start_game(people)
    ada = caller(people.ada)
    ada.get(game_path(game))
    with CaptureQueriesContext(connection) as queries:
        assert ada.get(game_path(game)).status == 200
    assert len(queries) == 1


def test_tokens_that_begin_alike_are_told_apart(people: Cast) -> None:
    game = start_game(people)
    secrets = [token_of(person) for person in (people.mallory, people.ada)]
    Token.objects.update(token_key=key_of(secrets[1]))
    ada, version = Caller(secrets[1]), table_of(game).version
    assert ada.get("me/").body["name"] == "ada"
    assert ada.get(game_path(game)).status == 200
    assert ada.post(game_path(game, "turns/"), {}, **if_match(version)).status == 200
    assert Caller(key_of(secrets[1]) + "0" * 49).get(game_path(game)).status == 401


def test_a_guests_token_is_no_members(people: Cast) -> None:
    ada = caller(people.ada)
    Person.objects.filter(pk=people.ada.pk).update(guest=True)
    assert ada.post("games/", {"name": "Ours", "seats": 2}).code == "still-a-guest"


@pytest.mark.parametrize(
    "position", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "nonsense"]
)
def test_a_cursor_from_beyond_time_is_refused(people: Cast, position: str) -> None:
    cursor = b64encode(f"p={quote(position)}".encode()).decode()
    assert caller(None).get(f"games/?cursor={quote(cursor)}").code == "unreadable"


def test_no_token_is_looked_for_by_what_no_token_is(people: Cast) -> None:
    for name in ("abcdefg%00", "ABCDEF12", "abcdef12/"):
        assert caller(people.ada).delete(f"tokens/{name}/").status == 404


@pytest.mark.usefixtures("still")
def test_the_schema_and_its_page_refuse_as_all_calls_do(people: Cast, settings: Settings) -> None:
    anybody = caller(None)
    assert anybody.get("schema/?format=xml").code == "not-found"
    assert anybody.get("schema/", accept="text/html").code == "not-acceptable"
    assert anybody.get("docs/", accept="application/json").code == "not-acceptable"
    settings.API_CALLS_A_MINUTE = 4
    assert [anybody.get("docs/", accept="text/html").status for _ in range(2)][-1] == 429


def test_a_body_has_an_end_and_so_has_what_is_told_back(people: Cast) -> None:
    game = start_game(people)
    ada = caller(people.ada)
    huge = {"increase": ["x" * 300_000]}
    assert ada.post(game_path(game, "preview/"), huge).code == "too-large"
    long = ada.post(game_path(game, "preview/"), {"increase": ["x" * 100_000]})
    assert long.code == "unreadable"
    assert len(long.bytes) < 3_000


@pytest.mark.usefixtures("still")
def test_who_is_sent_away_has_called_too(people: Cast, settings: Settings) -> None:
    settings.API_CALLS_A_MINUTE = 8
    assert [Caller("nonsense").get("games/").status for _ in range(4)] == [401, 401, 429, 429]
    reader = Caller(token_of(people.ada, "read"))
    answers = [reader.post("games/", {}).status for _ in range(9)]
    assert answers == [403] * 8 + [429]


@pytest.mark.parametrize("name", ["a\n", "a\u2028b", "\u202eab", " "])
def test_a_tokens_name_is_one_line_that_can_be_printed(people: Cast, name: str) -> None:
    ada = Caller()
    ada.client.force_login(people.ada)
    assert ada.post("tokens/", {"name": name}).code == "unreadable"


@pytest.mark.parametrize("address", ["a@b\n", "\u202ea@b", "a@b", "a b@example.org"])
def test_an_invitation_goes_to_an_address(people: Cast, address: str) -> None:
    game = open_game(people)
    assert caller(people.ada).post(game_path(game, "invite/"), {"address": address}).status == 400


def test_a_record_tells_neither_keys_nor_whom_was_invited(people: Cast) -> None:
    game = open_game(people)
    ada = caller(people.ada)
    ada.post(game_path(game, "invite/"), {"address": "bob@example.org"}, idempotency_key="inv-1")
    assert b"inv-1" not in ada.get(game_path(game, "record/")).bytes
    assert ada.get(game_path(game, "events/?after=99")).code == "unreadable"


def test_polls_answer_only_what_could_be_asked(people: Cast) -> None:
    game = start_game(people)
    ada, version = caller(people.ada), table_of(game).version
    known = {"if_none_match": f'"0","{version}"'}
    assert ada.get(game_path(game, f"events/?after={version}"), **known).status == 304
    assert ada.get(game_path(game, "events/?after=abc"), **known).status == 400
    assert ada.get(game_path(game, "turns/"), **if_match(version)).status == 405


def test_what_somebody_has_of_the_table_is_no_page_of_the_feed(people: Cast) -> None:
    game = start_game(people)
    ada = caller(people.ada)
    table = ada.get(game_path(game)).headers["ETag"]
    for query in ("", "?after=0", "?after=1", "?after=1&limit=2"):
        first = ada.get(game_path(game, f"events/{query}"), if_none_match=table)
        assert (first.status, bool(first.body["events"])) == (200, True)
        again = ada.get(game_path(game, f"events/{query}"), if_none_match=first.headers["ETag"])
        assert again.status == 304


@pytest.mark.parametrize("scheme", ["Token", "Bearer", "bearer"])
def test_a_token_is_read_by_both_names_it_goes_by(people: Cast, scheme: str) -> None:
    anybody = caller(None)
    headers = {"authorization": f"{scheme} {token_of(people.ada)}"}
    assert anybody.get("me/", **headers).body["name"] == "ada"
    wrong = {"authorization": f"{scheme} nonsense"}
    assert (anybody.get("games/", **wrong).status, anybody.get("games/", **wrong).code) == (
        401,
        "bad-token",
    )


@pytest.mark.parametrize(
    "authorization", ["Basic YTpi", "nonsense", "Bearer", "Bearer a b", "Token"]
)
def test_who_says_who_calls_in_another_way_is_not_taken_for_nobody(
    people: Cast, authorization: str
) -> None:
    game = start_game(people)
    version = {"if_none_match": f'"{table_of(game).version}"'}
    for path in ("games/", game_path(game), game_path(game, "events/")):
        assert caller(None).get(path, authorization=authorization, **version).code == "bad-token"


def test_a_line_of_chat_is_said_once_for_a_key(people: Cast) -> None:
    game, key = start_game(people), {"idempotency_key": "one"}
    ada = caller(people.ada)
    path = game_path(game, "chat/")
    first, again = (ada.post(path, {"text": "Hello"}, **key) for _ in range(2))
    assert (first.status, first.body) == (again.status, again.body)
    assert ada.post(path, {"text": "Other"}, **key).code == "idempotency-key-reused"
    assert caller(people.bob).post(path, {"text": "Other"}, **key).status == 201
    assert [line["text"] for line in ada.get(path).body["results"]] == ["Hello", "Other"]
