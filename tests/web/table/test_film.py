"""The scenes of what happened since one's last turn."""

from typing import Any
from uuid import UUID

import pytest
from django.urls import reverse

from games.domain.story import differences
from games.models import Person
from tests.doing import browser, play_on, start_game, table_of
from tests.drawing.games import titles
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)


def read_film(person: Person | None, game: UUID) -> Any:
    return browser(person).get(reverse("film", args=[game])).json()


def test_a_film_begins_as_the_reader_left_the_table_and_ends_as_it_is(people: Cast) -> None:
    game = start_game(people)
    play_on(game, 11)
    before = table_of(game)
    play_on(game, 1)
    after = table_of(game)
    film = read_film(people.bob if before.to_move == 0 else people.ada, game)
    first, scene = film["scenes"]
    assert not first["says"]
    for told, state in ((first, before), (scene, after)):
        assert told["seats"] == [
            [points, f"${money}"]
            for points, money in zip(state.influence, state.money, strict=True)
        ]
    changed = {f"place-{each}" for each in differences(before, after) if each in before.board.index}
    assert changed <= set(titles(f'<svg xmlns="http://www.w3.org/2000/svg">{scene["parts"]}</svg>'))
    assert all(path[0] in before.board.ids for _seat, path in scene["paths"])
    assert len(film["pieces"]) == len(before.board.colours)


def test_who_has_had_no_turn_yet_has_nothing_to_be_shown(people: Cast) -> None:
    assert read_film(people.ada, start_game(people))["scenes"] == []
