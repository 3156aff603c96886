"""The turns that wait for somebody, across all games, by one call."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.edge import now
from games.models import Game
from tests.api.calls import caller, game_path
from tests.doing import open_game, play_next, start_game, table_of
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)
AN_HOUR = timedelta(hours=1)


def test_the_most_urgent_comes_first_with_all_that_a_move_needs(people: Cast) -> None:
    late, soon, never = (start_game(people) for _ in range(3))
    at = now()
    Game.objects.filter(pk=late).update(deadline=at + 2 * AN_HOUR)
    Game.objects.filter(pk=soon).update(deadline=at + AN_HOUR)
    Game.objects.filter(pk=never).update(deadline=None)
    played = start_game(people)
    play_next(played)
    open_game(people)
    listed = caller(people.ada).get("me/turns/").body["results"]
    assert [each["game"] for each in listed] == [str(soon), str(late), str(never)]
    table = table_of(soon)
    assert listed[0] | {"changed": None} == {
        "game": str(soon),
        "name": "Route 66",
        "version": table.version,
        "status": "playing",
        "turn": table.turn,
        "seat": 0,
        "deadline": int((at + AN_HOUR).timestamp()),
        "changed": None,
    }
    assert listed[2]["deadline"] is None
    (of_bob,) = caller(people.bob).get("me/turns/").body["results"]
    assert (of_bob["game"], of_bob["seat"]) == (str(played), 1)
    assert caller(people.mallory).get("me/turns/").body["results"] == []


def test_many_turns_come_in_pages_each_once(people: Cast) -> None:
    games = [start_game(people) for _ in range(5)]
    at = now()
    for number, game in enumerate(games[:3]):
        Game.objects.filter(pk=game).update(deadline=at + number * AN_HOUR)
    Game.objects.filter(pk__in=games[3:]).update(deadline=None)
    ada, path, seen = caller(people.ada), "me/turns/?limit=2", []
    while path:
        page = ada.get(path).body
        seen += [each["game"] for each in page["results"]]
        path = (page["next"] or "").partition("/api/")[2]
    assert seen[:3] == [str(game) for game in games[:3]]
    assert sorted(seen[3:]) == sorted(str(game) for game in games[3:])
    assert ada.get("me/turns/?limit=0").code == "unreadable"
    assert ada.get("me/turns/?cursor=x").code == "unreadable"
    assert ada.get("me/turns/?mine=true").code == "unreadable"


def test_any_number_of_turns_is_one_read(people: Cast) -> None:
    ada = caller(people.ada)
    counts = []
    for _ in range(2):
        start_game(people)
        with CaptureQueriesContext(connection) as queries:
            ada.get("me/turns/")
        counts.append(len([each for each in queries if "games_game" in each["sql"]]))
    assert counts == [1, 1]


def test_who_polls_is_told_when_nothing_is_new(people: Cast) -> None:
    game, ada = start_game(people), caller(people.ada)
    first = ada.get("me/turns/")
    assert int(first.headers["Retry-After"]) > 0
    again = ada.get("me/turns/", if_none_match=first.headers["ETag"])
    assert (again.status, again.bytes) == (304, b"")
    play_next(game)
    after = ada.get("me/turns/", if_none_match=first.headers["ETag"])
    assert (after.status, after.body["results"]) == (200, [])


def test_a_table_is_closed_and_then_no_more(people: Cast) -> None:
    game, ada = open_game(people), caller(people.ada)
    closed = ada.post(game_path(game, "abandon/"), {}, idempotency_key="close")
    assert (closed.status, closed.body["table"]["status"]) == (200, "abandoned")
    assert ada.post(game_path(game, "abandon/"), {}, idempotency_key="close").body == closed.body
    assert ada.post(game_path(game, "abandon/"), {}).code == "not-under-way"
    assert ada.post(game_path(start_game(people), "abandon/"), {}).code == "not-open"
