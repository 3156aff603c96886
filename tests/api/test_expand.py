"""A table with the names of its people and what may be done, by one call."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.calls import caller, game_path
from tests.doing import open_game, start_game
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)


def test_names_and_options_come_with_the_table(people: Cast) -> None:
    game = start_game(people)
    ada, path = caller(people.ada), game_path(game)
    plain = ada.get(path)
    whole = ada.get(f"{path}?expand=people,options")
    assert not {"people", "options"} & set(plain.body)
    assert whole.body == plain.body | {
        "people": [
            {"person": people.ada.pk, "name": people.ada.display_name},
            {"person": people.bob.pk, "name": people.bob.display_name},
        ],
        "options": ada.get(f"{path}options/").body,
    }
    assert set(ada.get(f"{path}?expand=options").body) - set(plain.body) == {"options"}
    assert ada.get(f"{path}?expand=").body == plain.body


def test_an_owner_who_does_not_sit_there_is_named_too(people: Cast) -> None:
    game = open_game(people)
    whole = caller(people.ada).get(f"{game_path(game)}?expand=people").body
    owner = {"person": people.ada.pk, "name": people.ada.display_name}
    assert whole["people"] == [owner]
    (listed,) = caller(people.ada).get("games/?mine=true").body["results"]
    assert (listed["owner"], listed["owner_name"]) == (owner["person"], owner["name"])


def test_its_tag_changes_with_a_name_and_is_good_for_a_move(people: Cast) -> None:
    game = start_game(people)
    ada, path = caller(people.ada), f"{game_path(game)}?expand=people,options"
    known = ada.get(path)
    tag = known.headers["ETag"]
    assert ada.get(path, if_none_match=tag).status == 304
    people.bob.name = "Roberta"
    people.bob.save()
    renamed = ada.get(path, if_none_match=tag)
    assert renamed.status == 200
    assert {"person": people.bob.pk, "name": "Roberta"} in renamed.body["people"]
    town = known.body["options"]["expand"][0]["to"]
    played = ada.post(game_path(game, "turns/"), {"expand": [{"to": town}]}, if_match=tag)
    assert played.status == 200


def test_all_of_it_takes_one_query_more(people: Cast) -> None:
    game = start_game(people)
    ada, counts = caller(people.ada), []
    for query in ("", "?expand=people,options"):
        ada.get(f"{game_path(game)}{query}")
        with CaptureQueriesContext(connection) as queries:
            ada.get(f"{game_path(game)}{query}")
        counts.append(len(queries))
    assert counts[1] == counts[0] + 1


def test_what_cannot_be_expanded_is_told_with_what_can(people: Cast) -> None:
    answer = caller(people.ada).get(f"{game_path(start_game(people))}?expand=people,chat")
    assert (answer.status, answer.code) == (400, "unreadable")
    assert answer.body["facts"]["path"] == "expand"
    assert answer.body["value"] == "chat"
    assert answer.body["possible"] == ["options", "people"]
