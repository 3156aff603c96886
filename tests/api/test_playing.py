"""A game from its table's making to its end, over the API alone."""

from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest

from games.domain.state import Terms
from games.events import store
from games.models import Game, Invitation
from games.queries import table_at
from tests.api.calls import Caller, caller, game_path, if_match, token_of
from tests.doing import start_game, table_of
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)


def make_game(ada: Caller, **more: object) -> str:
    body = {"name": "Route 66", "seats": 2, "options": {"introductory": True}, **more}
    answer = ada.post("games/", body)
    assert answer.status == 201
    assert answer.headers["Location"] == f"/api/games/{answer.body['game']['id']}/"
    return str(answer.body["game"]["id"])


def test_a_table_that_starts_by_itself_does_so_with_its_last_seat(people: Cast) -> None:
    ada, bob = caller(people.ada), caller(people.bob)
    game = make_game(ada, watch="public", pace_hours=24, start_when_full=True)
    assert ada.get(f"games/{game}/").body["game"]["start_when_full"] is True
    assert ada.post(f"games/{game}/join/").body["table"]["status"] == "open"
    last = bob.post(f"games/{game}/join/", idempotency_key="last")
    assert [each["event"]["type"] for each in last.body["events"]][:2] == [
        "SeatTaken",
        "GameStarted",
    ]
    assert last.body["table"]["status"] == "playing"
    assert last.body["table"]["game"]["deadline"] is not None
    assert bob.post(f"games/{game}/join/", idempotency_key="last").body == last.body


def test_a_table_is_made_joined_and_started(people: Cast) -> None:
    ada, bob = caller(people.ada), caller(people.bob)
    game = make_game(ada, watch="public", pace_hours=24)
    assert ada.post(f"games/{game}/join/").body["events"][0]["event"]["type"] == "SeatTaken"
    assert bob.post(f"games/{game}/join/", {"seat": 1}).status == 200
    started = ada.post(f"games/{game}/start/", {"first": 1})
    assert started.body["table"]["status"] == "playing"
    assert started.body["table"]["to_move"] == 1
    assert started.body["table"]["game"]["deadline"] is not None
    assert started.headers["ETag"] == ada.get(f"games/{game}/").headers["ETag"]
    assert ada.get(f"games/{game}/").body == started.body["table"]


def test_a_private_table_is_joined_by_invitation_alone(people: Cast) -> None:
    ada, bob = caller(people.ada), caller(people.bob)
    game = make_game(ada)
    assert bob.post(f"games/{game}/join/").status == 404
    assert bob.post(f"games/{game}/join/", {"invitation": "guessed"}).status == 404
    invited = ada.post(f"games/{game}/invite/", {"address": "bob@example.org"})
    assert Invitation.objects.get().address == "bob@example.org"
    joined = bob.post(f"games/{game}/join/", {"invitation": invited.body["invitation"]})
    assert joined.status == 200
    assert joined.body["table"]["seats"][0]["player"] == people.bob.pk


def test_only_the_owner_seats_computers_frees_seats_invites_and_starts(people: Cast) -> None:
    ada, bob = caller(people.ada), caller(people.bob)
    game = make_game(ada, watch="public")
    assert ada.post(f"games/{game}/join/", {"bot": "master", "seat": 1}).status == 200
    for call, body in (("join", {"bot": "greedy"}), ("invite", {}), ("start", {})):
        assert bob.post(f"games/{game}/{call}/", body).code == "not-owner"
    assert bob.post(f"games/{game}/join/").status == 200
    assert bob.post(f"games/{game}/leave/", {"seat": 1}).code == "not-owner"
    assert ada.post(f"games/{game}/leave/", {"seat": 4}).code == "no-such-seat"
    assert ada.post(f"games/{game}/leave/", {"seat": 1}).status == 200
    by_old_name = ada.post(f"games/{game}/join/", {"bot": "greedy", "seat": 1})
    assert by_old_name.body["table"]["seats"][1]["bot"] == "regular"
    assert bob.post(f"games/{game}/leave/").status == 200
    assert bob.post(f"games/{game}/leave/").code == "not-seated"


def test_a_turn_takes_the_version_that_was_seen(people: Cast) -> None:
    game = start_game(people)
    version = table_of(game).version
    ada = caller(people.ada)
    assert ada.post(game_path(game, "turns/")).code == "version-missing"
    assert ada.post(game_path(game, "turns/"), {}, if_match="twelve").code == "unreadable"
    stale = ada.post(game_path(game, "turns/"), {}, **if_match(version - 1))
    assert (stale.status, stale.code, stale.body["version"]) == (409, "stale", version)
    played = ada.post(game_path(game, "turns/"), {}, if_match=f'W/"{version}"')
    assert played.status == 200
    assert played.body["table"]["to_move"] == 1


def test_an_illegal_turn_names_the_rule_and_what_is_possible(people: Cast) -> None:
    game = start_game(people)
    version = table_of(game).version
    answer = caller(people.ada).post(
        game_path(game, "turns/"), {"expand": [{"to": "new-york"}]}, **if_match(version)
    )
    assert (answer.status, answer.body["rule"], answer.body["value"]) == (422, "T2", "new-york")
    offered = caller(None).get("rulesets/franchise-1/").body["places"]
    assert set(answer.body["possible"]) <= {place["id"] for place in offered}
    assert answer.body["possible"]
    assert table_of(game).version == version


def test_what_cannot_be_read_is_told_with_its_place(people: Cast) -> None:
    game = start_game(people)
    ada, version = caller(people.ada), table_of(game).version
    slip = ada.post(game_path(game, "turns/"), {"increase": ["chicgo"]}, **if_match(version))
    assert (slip.code, slip.body["value"], slip.body["possible"]) == (
        "unreadable",
        "chicgo",
        ["chicago"],
    )
    assert slip.body["facts"]["path"] == "$.increase[0]"
    for body in (["pass"], "pass", 7):
        assert ada.post(game_path(game, "turns/"), body, **if_match(version)).status == 400
    assert ada.post("games/", {"name": "x", "seats": 9}).body["facts"]["path"] == "$.seats"
    broken = ada.client.post(
        f"/api/games/{game}/turns/",
        b"{\xff",
        content_type="application/json",
        headers={**ada.headers, "If-Match": '"1"'},
    )
    assert broken.status_code == 400
    form = ada.client.post("/api/games/", {"a": "b"}, headers=ada.headers)
    assert form.status_code == 415


def test_the_same_key_plays_once_and_answers_alike(people: Cast) -> None:
    game = start_game(people)
    ada, version = caller(people.ada), table_of(game).version
    first = ada.post(game_path(game, "turns/"), {}, **if_match(version), idempotency_key="k1")
    again = ada.post(game_path(game, "turns/"), {}, **if_match(version), idempotency_key="k1")
    assert first.status == again.status == 200
    assert first.bytes == again.bytes
    other = ada.post(
        game_path(game, "turns/"),
        {"increase": ["omaha"]},
        **if_match(version),
        idempotency_key="k1",
    )
    assert other.code == "idempotency-key-reused"
    bobs = caller(people.bob).post(
        game_path(game, "turns/"), {}, **if_match(version), idempotency_key="k1"
    )
    assert bobs.code == "stale"
    assert ada.post("games/", {}, idempotency_key="no spaces").code == "unreadable"


def test_the_same_key_at_the_same_time_plays_once_and_answers_alike(
    people: Cast, server: str
) -> None:
    game = start_game(people)
    version, token = table_of(game).version, token_of(people.ada)
    request = Request(
        f"{server}/api/{game_path(game, 'turns/')}",
        b"{}",
        {
            "Authorization": f"Token {token}",
            "Content-Type": "application/json",
            "If-Match": f'"{version}"',
            "Idempotency-Key": "once",
        },
    )
    with ThreadPoolExecutor(8) as threads:
        answers = set(threads.map(lambda _: urlopen(request).read(), range(16)))
    assert len(answers) == 1
    assert [each.version for each in store.feed(game, after=version, limit=1)] == [version + 1]
    assert table_of(game).turn == 2


def test_an_invitation_is_made_once_a_key(people: Cast) -> None:
    ada = caller(people.ada)
    game = make_game(ada)
    body = {"address": "bob@example.org"}
    answers = [ada.post(f"games/{game}/invite/", body, idempotency_key="one") for _ in range(2)]
    assert answers[0].bytes == answers[1].bytes
    other = ada.post(f"games/{game}/invite/", {}, idempotency_key="one")
    assert other.code == "idempotency-key-reused"
    assert Invitation.objects.count() == 1


def test_a_table_is_made_once_and_started_once_a_key(people: Cast) -> None:
    ada = caller(people.ada)
    body = {"name": "Route 66", "seats": 2}
    first = ada.post("games/", body, idempotency_key="made")
    again = ada.post("games/", body, idempotency_key="made")
    assert first.bytes == again.bytes
    assert Game.objects.count() == 1
    reused = ada.post("games/", {**body, "seats": 3}, idempotency_key="made")
    assert reused.code == "idempotency-key-reused"
    game = first.body["game"]["id"]
    for seat in (0, 1):
        ada.post(f"games/{game}/join/", {"bot": "greedy", "seat": seat})
    started = [ada.post(f"games/{game}/start/", idempotency_key="go") for _ in range(2)]
    assert started[0].status == 200
    assert started[0].bytes == started[1].bytes


def test_a_turn_is_tried_out_and_nothing_is_stored(people: Cast) -> None:
    game = start_game(people)
    ada, before = caller(people.ada), table_of(game)
    way = ada.get(game_path(game, "options/")).body["expand"][0]
    tried = ada.post(game_path(game, "preview/"), {"expand": [way]})
    assert tried.status == 400
    body = {"expand": [{"to": way["to"], "from": way["from"]}]}
    tried = ada.post(game_path(game, "preview/"), body)
    assert table_of(game) == before
    played = ada.post(game_path(game, "turns/"), body, **if_match(before.version))
    assert tried.body["events"] == [
        each["event"] for each in played.body["events"] if each["event"]["type"] != "DeadlineSet"
    ]
    assert ada.post(game_path(game, "preview/"), body, **if_match(1)).code == "stale"


def test_turns_are_played_on_from_any_point_for_all_seats(people: Cast) -> None:
    game = start_game(people)
    ada, version = caller(people.ada), table_of(game).version
    ada.post(game_path(game, "turns/"), {"expand": [{"to": "phoenix"}]}, **if_match(version))
    now = table_of(game)
    answer = ada.post(game_path(game, "what-if/"), {"at": version, "turns": [{}, {}]})
    assert [step["seat"] for step in answer.body["steps"]] == [0, 1]
    assert answer.body["steps"][1]["table"]["status"] == "ended"
    assert answer.body["table"]["version"] == version
    assert table_of(game) == now
    broken = ada.post(game_path(game, "what-if/"), {"turns": [{}, {"double": "omaha"}]})
    assert (broken.status, broken.body["facts"]["turn"]) == (422, 1)
    assert ada.post(game_path(game, "what-if/"), {"turns": [{}] * 41}).status == 400
    assert ada.post(game_path(game, "what-if/"), {"at": 999, "turns": []}).code == "no-such-version"
    inside = ada.post(game_path(game, "what-if/"), {"at": version + 1, "turns": [{}]})
    assert inside.code == "inside-a-step"
    assert inside.body["possible"] == [version, now.version]
    assert ada.post(game_path(game, "what-if/"), {"at": 1, "turns": [{}]}).code == "not-under-way"


def test_a_turn_is_taken_back_as_was_agreed(people: Cast) -> None:
    game = start_game(people)
    ada, start = caller(people.ada), table_of(game).version
    ada.post(game_path(game, "turns/"), {}, **if_match(start))
    assert (
        caller(people.bob).post(game_path(game, "take-back/"), {"to_version": start}).status == 422
    )
    back = ada.post(game_path(game, "take-back/"), {"to_version": start})
    assert back.body["table"]["turn"] == 1
    assert table_at(game, back.body["version"]).to_move == 0


def test_set_up_choices_have_calls_of_their_own(people: Cast) -> None:
    ada = caller(people.ada)
    answer = ada.post("games/", {"name": "All", "seats": 2, "options": {"boom": True}})
    game = answer.body["game"]["id"]
    for seat in (0, 1):
        ada.post(f"games/{game}/join/", {} if seat == 0 else {"bot": "greedy"})
    state = ada.post(f"games/{game}/start/", {"first": 1}).body["table"]
    offered = ada.get(f"games/{game}/options/").body
    assert (offered["kind"], offered["seat"]) == ("town", 0)
    town = ada.post(
        f"games/{game}/towns/", {"town": offered["towns"][0]}, **if_match(state["version"])
    )
    assert town.status == 200
    assert ada.post(f"games/{game}/boom/", {"boom": "chicago"}, **if_match(0)).code == "stale"
    draft = ada.post(f"games/{game}/draft/", {"tile": 3}, **if_match(0))
    assert draft.status == 400


def test_games_are_listed_by_pages(people: Cast) -> None:
    ada = caller(people.ada)
    games = {make_game(ada, watch="public") for _ in range(3)}
    private = make_game(ada)
    page = caller(None).get("games/?limit=2")
    rest = caller(None).get(page.body["next"].partition("/api/")[2])
    assert {game["id"] for game in page.body["results"] + rest.body["results"]} == games
    assert private in {game["id"] for game in ada.get("games/?mine=true").body["results"]}
    assert caller(None).get("games/?status=ended").body["results"] == []
    assert caller(None).get("games/?status=lost").status == 400
    assert caller(None).get("games/?mine=maybe").status == 400
    assert caller(None).get("games/?mine=true").status == 401


def test_a_cursor_that_was_not_ours_is_refused(people: Cast) -> None:
    for position in ("yesterday", "2026-02-30T00:00:00", "\x00"):
        cursor = b64encode(f"p={quote(position)}".encode()).decode()
        refused = caller(None).get(f"games/?cursor={quote(cursor)}")
        assert (refused.code, refused.body["facts"]["path"]) == ("unreadable", "cursor")


@pytest.mark.parametrize("character", ["\x00", "\n", "\x7f"])
def test_what_no_line_of_text_holds_is_refused_wherever_it_is_sent(
    people: Cast, character: str
) -> None:
    ada = caller(people.ada)
    bad = f"a{character}b"
    assert ada.post("games/", {"name": bad, "seats": 2}).status == 400
    game = make_game(ada)
    assert ada.post(f"games/{game}/join/", {"invitation": bad}).status == 400
    assert ada.post(f"games/{game}/invite/", {"address": f"{bad}@example.org"}).status == 400
    assert ada.post("webhooks/", {"url": f"https://example.org/{bad}"}).status == 400
    assert ada.get(f"rulesets/{quote(bad)}/").status == 404
    assert ada.delete(f"tokens/{quote(bad)}/").status == 404


def test_hints_are_for_who_is_to_move_where_the_table_has_them(people: Cast) -> None:
    ada, bob = caller(people.ada), caller(people.bob)
    game = start_game(people)
    answer = ada.get(f"games/{game}/hints/").body
    assert (answer["version"], answer["seat"]) == (table_of(game).version, 0)
    first, *_ = answer["results"]
    assert first["words"].startswith("expand to ")
    assert all(first["reasons"])
    played = ada.post(f"games/{game}/turns/", first["order"], if_match=str(answer["version"]))
    assert played.status == 200
    assert ada.get(f"games/{game}/hints/").code == "not-your-turn"
    assert bob.get(f"games/{game}/hints/").status == 200
    terms = Terms("Route 66", owner=people.ada.pk, suggestions=False)
    without = ada.get(f"games/{start_game(people, terms=terms)}/hints/")
    assert (without.status, without.code) == (403, "no-hints")
