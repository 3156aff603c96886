"""What caches on the way, and whoever finds the door, get to see of others' games: nothing."""

from uuid import UUID

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from django.urls.resolvers import URLPattern, URLResolver

from tests.doing import browser, table_of
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)
OF_A_GAME = "games/<uuid:game_id>/"


def routes_of_a_game(resolver: URLResolver, begins: str = "") -> list[str]:
    """Every route below a game, also those that are added later."""
    routes = []
    for each in resolver.url_patterns:
        route = begins + str(each.pattern)
        if isinstance(each, URLResolver):
            routes += routes_of_a_game(each, route)
        elif isinstance(each, URLPattern) and OF_A_GAME in route:
            routes.append(route)
    return routes


def fill_route(door: str, game: UUID) -> str:
    for part, value in (
        ("<uuid:game_id>", str(game)),
        ("<int:version>", "5"),
        ("<int:line_id>", "1"),
        ("<int:invitation>", "1"),
        ("<str:language>", "en"),
    ):
        door = door.replace(part, value)
    assert "<" not in door
    return f"/{door}"


def test_nobody_finds_anything_of_a_private_game(people: Cast, game: UUID) -> None:
    routes, before = routes_of_a_game(get_resolver()), table_of(game)
    assert len(routes) > 30
    for door in routes:
        for visitor in (Client(), browser(people.mallory)):
            for ask in (visitor.get, visitor.post):
                answer = ask(fill_route(door, game), {"version": "5", "text": "x", "note": "x"})
                assert answer.status_code in (302, 401, 403, 404, 405, 415, 422, 428), door
                assert b"Route 66" not in answer.content, door
                if answer.status_code == 302:
                    assert answer["Location"].startswith(reverse("login")), door
    assert table_of(game) == before


def test_what_is_shown_to_somebody_is_kept_for_nobody_else(people: Cast, game: UUID) -> None:
    ada = browser(people.ada)
    pages = ("game", "chat", "note", "whatif", "replay", "replay-text", "replay-table")
    for address in ["/", "/account/", *(reverse(page, args=[game]) for page in pages)]:
        answer = ada.get(address)
        assert answer.status_code == 200, address
        assert "private" in answer["Cache-Control"], address
