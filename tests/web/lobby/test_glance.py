"""The little board of a game, at an address for each version."""

from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from tests.doing import browser, pass_turn, table_of
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)


def path_of(game: UUID, version: int, time: str = "day") -> str:
    return reverse(f"glance-{time}", args=[game, version])


@pytest.mark.parametrize(("watch", "who"), [("public", "public"), ("private", "private")])
def test_it_is_kept_by_browsers_for_ever_and_by_others_if_it_is_public(
    game: UUID, people: Cast, watch: str, who: str
) -> None:
    Game.objects.filter(id=game).update(watch=watch)
    answer = browser(people.bob).get(path_of(game, table_of(game).version))
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer["Cache-Control"] == f"{who}, max-age=31536000, immutable"


def test_by_night_it_has_other_colours(game: UUID, people: Cast) -> None:
    ada, version = browser(people.ada), table_of(game).version
    day, night = (ada.get(path_of(game, version, time)) for time in ("day", "night"))
    assert day.content != night.content


def test_the_address_of_another_version_leads_to_the_present_table(
    game: UUID, people: Cast
) -> None:
    before = table_of(game).version
    pass_turn(game)
    ada = browser(people.ada)
    for version in (before, before + 1000):
        led = ada.get(path_of(game, version, "night"))
        assert led["Location"] == path_of(game, table_of(game).version, "night")
        assert "immutable" not in led.get("Cache-Control", "")


def test_of_a_private_game_only_who_may_see_it_sees_the_board(game: UUID, people: Cast) -> None:
    path = path_of(game, table_of(game).version)
    assert browser(people.ada).get(path).status_code == 200
    for other in (path, path_of(game, 1)):
        assert browser(people.mallory).get(other).status_code == 404
        assert Client().get(other)["Location"].startswith(reverse("login"))
