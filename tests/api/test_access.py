"""Every call by everybody: what each may do with a public game and with a private one."""

from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from games.api.schema import ANSWERS
from games.domain.commands import TakeTurn
from games.domain.lobby import StartGame, TakeSeat
from games.domain.state import Terms
from games.edge import now
from games.models import Person, Token
from games.people import scope_of
from games.services import act
from tests.api.calls import Answer, Caller, caller, game_path, if_match, token_of
from tests.doing import open_game, table_of
from tests.people import HOST, Cast

pytestmark = pytest.mark.django_db(transaction=True)
OWNER, SEATED, STRANGER, NOBODY, REVOKED, READER = range(6)
WHO = ("owner", "seated", "stranger", "nobody", "revoked token", "token to read")


class Call(NamedTuple):
    """`public` and `private`: the status for each of WHO."""

    operation: str
    method: str
    path: str
    body: object
    public: tuple[int, ...]
    private: tuple[int, ...]
    needs: str = "started"


def read_call(operation: str, path: str, method: str = "get", body: object = None) -> Call:
    return Call(
        operation,
        method,
        path,
        body,
        (200, 200, 200, 200, 401, 200),
        (200, 200, 404, 404, 401, 200),
    )


def table_call(
    operation: str, path: str, body: object, done: tuple[int, int, int], needs: str = "started"
) -> Call:
    """Done as the owner, as who sits there, as a stranger, who finds no private game."""
    private = (*done[:2], 404)
    no_more = (401, 401, 403)
    return Call(operation, "post", path, body, (*done, *no_more), (*private, *no_more), needs)


def move_call(operation: str, path: str, body: object, done: int = 422) -> Call:
    """For the owner's seat. A refusal by the rules shows that the call was let in."""
    return table_call(operation, path, body, (done, 422, 403))


def owner_call(operation: str, path: str, body: object, done: int) -> Call:
    return table_call(operation, path, body, (done, 403, 403), "open")


CALLS = [
    Call("listGames", "get", "games/", None, (200, 200, 200, 200, 401, 200), (200,) * 4 + (401, 200)),
    Call(
        "createGame",
        "post",
        "games/",
        {"name": "New", "seats": 2},
        (201, 201, 201, 401, 401, 403),
        (201, 201, 201, 401, 401, 403),
    ),
    read_call("getGame", "{game}"),
    read_call("getOptions", "{game}options/"),
    Call("getHints", "get", "{game}hints/", None, (200, 422, 403, 401, 401, 200), (200, 422, 404, 401, 401, 200)),
    read_call("previewTurn", "{game}preview/", "post", {}),
    read_call("whatIf", "{game}what-if/", "post", {"turns": [{}]}),
    read_call("getEvents", "{game}events/"),
    read_call("getTable", "{game}tables/2/"),
    read_call("getReplay", "{game}replay/"),
    read_call("getReplayUpTo", "{game}replays/2/"),
    read_call("getRecord", "{game}record/"),
    read_call("getAnalysis", "{game}analysis/")._replace(needs="ended"),
    table_call("joinGame", "{game}join/", {}, (422, 422, 200), "one seat"),
    table_call("leaveGame", "{game}leave/", {}, (200, 200, 403), "open"),
    owner_call("inviteToGame", "{game}invite/", {}, 201),
    Call("listInvitations", "get", "{game}invitations/", None, (200, 403, 403, 401, 401, 200), (200, 403, 404, 401, 401, 200), "open"),
    Call("revokeInvitation", "delete", "{game}invitations/7/", None, (404, 403, 403, 401, 401, 403), (404, 403, 404, 401, 401, 403), "open"),
    owner_call("abandonGame", "{game}abandon/", {}, 200),
    owner_call("startGame", "{game}start/", {}, 200),
    move_call("pauseGame", "{game}pause/", {}),
    move_call("resumeGame", "{game}resume/", {}),
    move_call("chooseRuleset", "{game}ruleset/", {"ruleset": "franchise-1"}),
    move_call("chooseComputer", "{game}computer/", {"seat": 1, "bot": "strong"}),
    table_call("playAgain", "{game}again/", {}, (422, 422, 403)),
    table_call("takeOverSeat", "{game}take-over/", {"seat": 0}, (422, 422, 422)),
    move_call("chooseTown", "{game}towns/", {"town": "omaha"}),
    move_call("placeBoom", "{game}boom/", {"boom": "chicago"}),
    move_call("draft", "{game}draft/", {"place": "chicago", "tile": 5}),
    move_call("takeTurn", "{game}turns/", {}, 200),
    move_call("takeBack", "{game}take-back/", {"to_version": 1}),
    Call("getChat", "get", "{game}chat/", None, (200, 200, 403, 401, 401, 200), (200, 200, 404, 401, 401, 200)),
    Call("say", "post", "{game}chat/", {"text": "Hello"}, (201, 201, 403, 401, 401, 403), (201, 201, 404, 401, 401, 403)),
    Call("changeLine", "patch", "{game}chat/7/", {"text": "Hello"}, (404, 404, 403, 401, 401, 403), (404, 404, 404, 401, 401, 403)),
    Call("deleteLine", "delete", "{game}chat/7/", None, (404, 404, 403, 401, 401, 403), (404, 404, 404, 401, 401, 403)),
    Call("reportLine", "post", "{game}chat/7/report/", {}, (404, 404, 403, 401, 401, 403), (404, 404, 404, 401, 401, 403)),
    Call("getNote", "get", "{game}note/", None, (200, 200, 200, 401, 401, 200), (200, 200, 404, 401, 401, 200)),
    Call("keepNote", "put", "{game}note/", {"text": "Hm"}, (200, 200, 200, 401, 401, 403), (200, 200, 404, 401, 401, 403)),
    Call("listVariations", "get", "{game}variations/", None, (200, 200, 200, 401, 401, 200), (200, 200, 404, 401, 401, 200)),
    Call("keepVariation", "post", "{game}variations/", {"name": "Hm", "turns": [{}]}, (201, 201, 201, 401, 401, 403), (201, 201, 404, 401, 401, 403)),
    Call("getVariation", "get", "{game}variations/7/", None, (404, 404, 404, 401, 401, 404), (404, 404, 404, 401, 401, 404)),
    Call("changeVariation", "patch", "{game}variations/7/", {"name": "Hm"}, (404, 404, 404, 401, 401, 403), (404, 404, 404, 401, 401, 403)),
    Call("deleteVariation", "delete", "{game}variations/7/", None, (404, 404, 404, 401, 401, 403), (404, 404, 404, 401, 401, 403)),
    Call("listComputerPlayers", "get", "computer-players/", None, (200,) * 4 + (401, 200), (200,) * 4 + (401, 200)),
    Call("getRuleset", "get", "rulesets/franchise-1/", None, (200,) * 4 + (401, 200), (200,) * 4 + (401, 200)),
    Call("whoAmI", "get", "me/", None, (200, 200, 200, 401, 401, 200), (200, 200, 200, 401, 401, 200)),
    Call("listTurns", "get", "me/turns/", None, (200, 200, 200, 401, 401, 200), (200, 200, 200, 401, 401, 200)),
    Call("listHolidays", "get", "me/holidays/", None, (200, 200, 200, 401, 401, 200), (200, 200, 200, 401, 401, 200)),
    Call("takeHoliday", "post", "me/holidays/", {"first": "2020-01-01", "last": "2020-01-01"}, (422, 422, 422, 401, 401, 403), (422, 422, 422, 401, 401, 403)),
    Call("getPreferences", "get", "me/preferences/", None, (200, 200, 200, 401, 401, 200), (200, 200, 200, 401, 401, 200)),
    Call("changePreferences", "patch", "me/preferences/", {"mail": "daily"}, (200, 200, 200, 401, 401, 403), (200, 200, 200, 401, 401, 403)),
    Call("changeGamePreference", "patch", "me/preferences/{id}/", {"mail": "none"}, (200, 200, 404, 401, 401, 403), (200, 200, 404, 401, 401, 403)),
    Call("listTokens", "get", "tokens/", None, (200, 200, 200, 401, 401, 200), (200, 200, 200, 401, 401, 200)),
    Call("createToken", "post", "tokens/", {"name": "x"}, (403, 403, 403, 401, 401, 403), (403, 403, 403, 401, 401, 403)),
    Call("listSessions", "get", "sessions/", None, (200, 200, 200, 401, 401, 200), (200, 200, 200, 401, 401, 200)),
    Call("endSessions", "delete", "sessions/", None, (204, 204, 204, 401, 401, 403), (204, 204, 204, 401, 401, 403)),
    Call("endSession", "delete", "sessions/7/", None, (404, 404, 404, 401, 401, 403), (404, 404, 404, 401, 401, 403)),
    Call("listWebhooks", "get", "webhooks/", None, (200, 200, 200, 401, 401, 200), (200, 200, 200, 401, 401, 200)),
    Call("createWebhook", "post", "webhooks/", {"url": "ftp://"}, (422, 422, 422, 401, 401, 403), (422, 422, 422, 401, 401, 403)),
    Call("getWebhook", "get", "webhooks/7/", None, (404, 404, 404, 401, 401, 404), (404, 404, 404, 401, 401, 404)),
    Call("changeWebhook", "patch", "webhooks/7/", {"what": "all"}, (404, 404, 404, 401, 401, 403), (404, 404, 404, 401, 401, 403)),
    Call("renewWebhookSecret", "post", "webhooks/7/secret/", {}, (404, 404, 404, 401, 401, 403), (404, 404, 404, 401, 401, 403)),
    Call("pingWebhook", "post", "webhooks/7/ping/", {}, (404, 404, 404, 401, 401, 403), (404, 404, 404, 401, 401, 403)),
    Call("listDeliveries", "get", "webhooks/7/deliveries/", None, (404, 404, 404, 401, 401, 404), (404, 404, 404, 401, 401, 404)),
    Call("sendAgain", "post", "webhooks/7/deliveries/7_ping_1/send-again/", {}, (404, 404, 404, 401, 401, 403), (404, 404, 404, 401, 401, 403)),
    Call("removeWebhook", "delete", "webhooks/7/", None, (404, 404, 404, 401, 401, 403), (404, 404, 404, 401, 401, 403)),
    Call("revokeToken", "delete", "tokens/00000000/", None, (404, 404, 404, 401, 401, 403), (404, 404, 404, 401, 401, 403)),
]  # fmt: skip


def caller_without_token(person: Person) -> Caller:
    token = token_of(person)
    Token.objects.filter(user=person, token_key=token[:15]).delete()
    return Caller(token)


def everybody(people: Cast) -> list[Caller]:
    return [
        caller(people.ada),
        caller(people.bob),
        caller(people.mallory),
        caller(None),
        caller_without_token(people.ada),
        caller(people.ada, "read"),
    ]


def table_for(people: Cast, watch: str, needs: str) -> UUID:
    terms = Terms("Back Room", people.ada.pk, None, "public")
    game = open_game(people, terms=replace(terms, watch=watch))
    act(game, TakeSeat(player=people.ada.pk), actor=HOST)
    if needs == "one seat":
        return game
    act(game, TakeSeat(player=people.bob.pk), actor=HOST)
    if needs in ("started", "ended"):
        act(game, StartGame(5, first=0), actor=HOST)
    for seat in (0, 1) if needs == "ended" else ():
        act(game, TakeTurn(seat), actor=HOST)
    return game


def path_of(call: Call, game: UUID) -> str:
    return call.path.replace("{game}", game_path(game)).replace("{id}", str(game))


def status_of(who: Caller, call: Call, game: UUID) -> int:
    path = path_of(call, game)
    if call.method == "post":
        return who.post(path, call.body, **if_match(table_of(game).version)).status
    if call.method in ("patch", "put"):
        answer: Answer = getattr(who, call.method)(path, call.body)
        return answer.status
    return getattr(who, call.method)(path).status  # type: ignore[no-any-return]


@pytest.mark.parametrize("watch", ["public", "private"])
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.operation)
def test_who_may_do_what(people: Cast, call: Call, watch: str) -> None:
    wanted = call.public if watch == "public" else call.private
    statuses = [
        status_of(who, call, table_for(people, watch, _needs(call, number)))
        for number, who in enumerate(everybody(people))
    ]
    assert dict(zip(WHO, statuses, strict=True)) == dict(zip(WHO, wanted, strict=True))


def _needs(call: Call, who: int) -> str:
    """A seat is left for the stranger; the table refuses whoever has one already."""
    return call.needs if call.operation != "joinGame" or who != SEATED else "open"


@pytest.mark.parametrize(
    "call", [each for each in CALLS if each.method == "post"], ids=lambda call: call.operation
)
def test_no_body_is_neither_a_move_nor_a_wish(people: Cast, call: Call) -> None:
    game = table_for(people, "public", call.needs)
    before = table_of(game)
    ada = Caller()
    ada.client.force_login(people.ada)
    refused = ada.post_nothing(path_of(call, game), **if_match(before.version))
    assert (refused.status, refused.code) == (400, "unreadable")
    assert "{} is a pass" in refused.body["detail"]
    assert table_of(game) == before


def test_every_call_is_in_the_table() -> None:
    assert sorted(ANSWERS) == sorted(call.operation for call in CALLS)


@pytest.mark.parametrize(
    "call", [each for each in CALLS if "{game}" in each.path], ids=lambda c: c.operation
)
def test_a_private_game_is_to_strangers_as_if_it_were_not_there(people: Cast, call: Call) -> None:
    there = table_for(people, "private", call.needs)
    nowhere = UUID(int=7)
    for who in (caller(people.mallory), caller(None), caller(people.mallory, "read")):
        answers = []
        for game in (there, nowhere):
            path = path_of(call, game)
            if call.method == "post":
                answer = who.post(path, call.body, **if_match(1))
            else:
                answer = who.get(path)
            own = ("RateLimit", "X-Request-Id")
            kept = {k: v for k, v in answer.headers.items() if not k.startswith(own)}
            answers.append((answer.status, kept, answer.body))
        assert answers[0] == answers[1]


def test_a_session_of_the_page_may_do_all_but_needs_its_token_against_forgery(people: Cast) -> None:
    ada = Caller()
    ada.client.force_login(people.ada)
    made = ada.post("tokens/", {"name": "my bot", "scopes": ["play"], "days": 3})
    assert made.status == 201
    listed = ada.get("tokens/").body["results"]
    assert listed == [{k: v for k, v in made.body.items() if k != "token"}]
    assert Caller(made.body["token"]).post("games/", {"name": "x", "seats": 2}).status == 201
    assert ada.delete(f"tokens/{made.body['id']}/").status == 204
    assert Caller(made.body["token"]).get("games/").code == "bad-token"
    ada.client.handler.enforce_csrf_checks = True
    assert ada.post("games/", {"name": "x", "seats": 2}).status == 403


@pytest.mark.parametrize(
    "call",
    [each for each in CALLS if each.public[READER] == 403 and each.public[NOBODY] == 401],
    ids=lambda call: call.operation,
)
def test_a_token_without_the_scope_is_refused_with_its_name(people: Cast, call: Call) -> None:
    wanted = "talk" if "{game}chat/" in call.path else "play"
    others = {"read", "play", "talk"} - {wanted}
    game = table_for(people, "public", call.needs)
    path = path_of(call, game)
    refused = refuse_scope(Caller(token_of(people.ada, scope_of(others))), call, path)
    assert refused.body["facts"] == {"scope": wanted, "scopes": sorted(others, key=SCOPES.index)}
    assert f'scope="{wanted}"' in refused.headers["WWW-Authenticate"]
    assert wanted in refused.body["detail"]
    with_it = Caller(token_of(people.ada, scope_of([wanted])))
    assert status_of(with_it, call, game) == call.public[OWNER]


SCOPES = ("read", "play", "talk")


def refuse_scope(who: Caller, call: Call, path: str) -> Answer:
    """Whatever is sent, and before it is read."""
    answer = Answer(who.client.generic(call.method.upper(), f"/api/{path}", headers=who.headers))
    assert (answer.status, answer.code) == (403, "wrong-scope")
    return answer


@pytest.mark.parametrize("scopes", [(), ("talk",), ("play",)])
def test_every_token_reads(people: Cast, scopes: tuple[str, ...]) -> None:
    game = table_for(people, "private", "started")
    reader = Caller(token_of(people.ada, scope_of(scopes)))
    for call in CALLS:
        if call.method == "get" and call.private[READER] == 200 and call.needs == "started":
            assert status_of(reader, call, game) == 200, call.operation


def test_a_token_of_before_that_played_talks_as_well(people: Cast) -> None:
    game = table_for(people, "private", "started")
    _, secret = Token.objects.create(people.ada, expiry=None, name="old", scope="play")
    assert Caller(secret).post(f"{game_path(game)}chat/", {"text": "Hello"}).status == 201
    assert Caller(secret).get("tokens/").body["results"][0]["scopes"] == ["read", "play", "talk"]


def test_a_token_tells_when_it_was_used_within_the_hour(people: Cast) -> None:
    secret = token_of(people.ada)
    row = Token.objects.get()
    assert row.used is None
    with CaptureQueriesContext(connection) as first:
        used = Caller(secret).get("tokens/").body["results"][0]["used"]
    assert used is not None
    with CaptureQueriesContext(connection) as second:
        assert Caller(secret).get("tokens/").body["results"][0]["used"] == used
    assert len(second) == len(first) - 1
    Token.objects.update(used=now() - timedelta(hours=2))
    assert Caller(secret).get("tokens/").body["results"][0]["used"] > used
    before = Token.objects.get().used
    game = table_for(people, "private", "started")
    Token.objects.update(used=now() - timedelta(hours=2))
    known = {"if_none_match": Caller(secret).get(game_path(game)).headers["ETag"]}
    Token.objects.update(used=now() - timedelta(hours=2))
    assert Caller(secret).get(game_path(game), **known).status == 304
    after = Token.objects.get().used
    assert before is not None
    assert after is not None
    assert after > before


def test_a_token_expires_and_nonsense_is_none(people: Cast) -> None:
    _, secret = Token.objects.create(people.ada, expiry=None, name="old", scope="read")
    assert Caller(secret).get("games/?mine=true").status == 200
    Token.objects.update(expiry="2020-01-01T00:00:00Z")
    assert Caller(secret).get("games/").code == "bad-token"
    for nonsense in ("", "\xff\xfe", "a b", "x" * 5000, secret[:-1] + "!"):
        assert Caller(nonsense).get("games/").code == "bad-token"


def test_nobody_revokes_the_token_of_another(people: Cast) -> None:
    secret = token_of(people.bob)
    assert caller(people.ada).delete(f"tokens/{secret[:8]}/").status == 404
    assert Caller(secret).delete(f"tokens/{secret[:8]}/").status == 204
    assert Caller(secret).get("games/").status == 401
