"""What-if lines over the API: kept, listed, changed, shared and deleted."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from games.domain.table import table
from games.limits import VARIATIONS
from games.models import Variation
from games.variations import MOST_STEPS, end_state
from tests.api.calls import caller, game_path, plain
from tests.doing import play_turn, start_game, table_of
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)
TWO_PASSES = {"name": "  All  pass ", "turns": [{}, {}]}


@pytest.fixture
def game(people: Cast) -> UUID:
    return start_game(people)


@pytest.fixture
def path(game: UUID) -> str:
    return game_path(game, "variations/")


def keep(people: Cast, path: str, **more: object) -> dict[str, Any]:
    kept = caller(people.ada).post(path, TWO_PASSES | more)
    assert kept.status == 201
    return dict(kept.body)


def test_a_line_is_kept_listed_and_read_order_by_order(people: Cast, game: UUID, path: str) -> None:
    ada = caller(people.ada)
    kept = ada.post(path, TWO_PASSES, idempotency_key="line")
    line = Variation.objects.get()
    assert kept.headers["Location"] == f"/api/{path}{line.number}/"
    assert kept.body | {"changed": None} == {
        "id": line.number,
        "game": str(game),
        "name": "All pass",
        "at": table_of(game).version,
        "length": 2,
        "link": None,
        "changed": None,
    }
    again = ada.post(path, TWO_PASSES, idempotency_key="line")
    assert (again.bytes, again.headers["Location"]) == (kept.bytes, kept.headers["Location"])
    assert ada.get(path).body == {"results": [kept.body]}
    whole = ada.get(f"{path}{line.number}/")
    assert whole.headers["ETag"] == kept.headers["ETag"]
    assert whole.headers["Cache-Control"] == "private, no-cache"
    assert whole.body.items() >= kept.body.items()
    tried = ada.post(game_path(game, "what-if/"), {"turns": TWO_PASSES["turns"]}).body
    assert (whole.body["table"], whole.body["steps"]) == (tried["table"], tried["steps"])
    assert plain(table(end_state(line))) == tried["steps"][-1]["table"]
    assert ada.get(f"{path}{line.number}/", if_none_match=whole.headers["ETag"]).status == 304


def test_a_line_goes_on_from_where_it_began_however_the_game_went(
    people: Cast, game: UUID, path: str
) -> None:
    begun = table_of(game).version
    play_turn(game)
    line = keep(people, path, at=begun)
    assert line["at"] == begun
    play_turn(game)
    whole = caller(people.ada).get(f"{path}{line['id']}/").body
    assert [step["seat"] for step in whole["steps"]] == [0, 1]


def test_a_line_that_the_rules_refuse_is_not_kept(people: Cast, game: UUID, path: str) -> None:
    ada = caller(people.ada)
    unplayable = [{}, {"expand": [{"to": "new-york"}]}]
    refused = ada.post(path, {"name": "x", "turns": unplayable})
    assert refused.status == 422
    assert refused.body["facts"]["turn"] == 1
    assert ada.post(path, TWO_PASSES | {"at": 9999}).code == "no-such-version"
    assert ada.post(path, TWO_PASSES | {"name": " \u200b"}).code == "no-name"
    unread: list[dict[str, object]] = [{}, {"name": "x"}, {"name": "x", "turns": []}]
    for wrong in unread:
        assert ada.post(path, wrong).code == "unreadable"
    too_long = {"name": "x", "turns": [{}] * (MOST_STEPS + 1)}
    assert ada.post(path, too_long).code == "unreadable"
    assert not Variation.objects.exists()


def test_a_line_is_renamed_and_played_anew(people: Cast, game: UUID, path: str) -> None:
    ada, line = caller(people.ada), keep(people, path)
    place = f"{path}{line['id']}/"
    changed = ada.patch(place, {"name": "One", "turns": [{}]})
    assert changed.status == 200
    assert (changed.body["name"], changed.body["length"]) == ("One", 1)
    whole = ada.get(place)
    assert len(whole.body["steps"]) == 1
    assert changed.headers["ETag"] == whole.headers["ETag"]
    assert plain(table(end_state(Variation.objects.get()))) == whole.body["steps"][-1]["table"]
    unread: list[dict[str, object]] = [{"name": ""}, {"name": None}, {"turns": []}, {"at": 3}]
    for wrong in unread:
        assert ada.patch(place, wrong).code == "unreadable"
    assert ada.get(place).body == whole.body


def test_a_line_that_was_changed_elsewhere_is_not_changed(people: Cast, path: str) -> None:
    ada, line = caller(people.ada), keep(people, path)
    place = f"{path}{line['id']}/"
    seen = ada.get(place).headers["ETag"]
    assert ada.patch(place, {"name": "first"}, if_match=seen).status == 200
    late = ada.patch(place, {"name": "second"}, if_match=seen)
    assert (late.status, late.code) == (412, "changed")
    assert ada.get(place).body["name"] == "first"


def test_a_line_is_shared_by_its_link_until_it_is_not(people: Cast, path: str) -> None:
    ada, line = caller(people.ada), keep(people, path)
    place = f"{path}{line['id']}/"
    link = ada.patch(place, {"shared": True}).body["link"]
    assert ada.patch(place, {"shared": True, "name": "Mine"}).body["link"] == link
    bob = Client()
    bob.force_login(people.bob)
    assert bob.get(link).status_code == 200
    assert ada.patch(place, {"shared": False}).body["link"] is None
    assert bob.get(link).status_code == 404
    assert ada.patch(place, {"shared": True}).body["link"] != link


def test_a_line_is_its_owners_alone(people: Cast, path: str) -> None:
    line = keep(people, path)
    place, bob = f"{path}{line['id']}/", caller(people.bob)
    assert bob.get(path).body == {"results": []}
    assert bob.get(place).code == bob.patch(place, {"name": "x"}).code == "not-found"
    assert bob.delete(place).code == "not-found"
    ada = caller(people.ada)
    assert ada.delete(place).status == 204
    assert ada.delete(place).code == "not-found"
    assert not Variation.objects.exists()


def test_so_many_lines_are_kept_of_a_game(people: Cast, path: str) -> None:
    for _ in range(VARIATIONS.most):
        keep(people, path)
    assert caller(people.ada).post(path, TWO_PASSES).code == "no-more-lines"
