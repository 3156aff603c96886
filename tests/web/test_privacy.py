"""What caches on the way, and whoever finds the door, get to see of others' games: nothing."""

import re
from urllib.parse import urlencode
from uuid import UUID

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from django.urls.resolvers import URLPattern, URLResolver

from tests.doing import browser, latest_code, table_of
from tests.pages import open_page, page_of
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)
OF_A_GAME = "games/<uuid:game_id>/"
PART = re.compile(r"<(?P<kind>\w+):\w+>")


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
    values = {"uuid": str(game), "int": "1", "str": "en"}
    return "/" + PART.sub(lambda part: values[part["kind"]], door)


def test_nobody_finds_anything_of_a_private_game(people: Cast, game: UUID) -> None:
    routes, before = routes_of_a_game(get_resolver()), table_of(game)
    assert len(routes) > 30
    for door in routes:
        for visitor in (Client(), browser(people.mallory)):
            for ask in (visitor.get, visitor.post):
                # The API refuses what it does not know in a query, whether there is a game or not.
                is_read = door.startswith("api/") and ask == visitor.get
                sent = {} if is_read else {"version": "5", "text": "x", "note": "x"}
                answer = ask(fill_route(door, game), sent)
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


def test_a_link_to_a_private_game_leads_through_the_sign_in_and_tells_nothing(
    people: Cast, game: UUID
) -> None:
    none = UUID(int=1)
    pages = ("game", "chat", "note", "whatif", "replay", "game-anchors")
    for page in pages:
        for query in ("", "?at=5&step=1"):
            here, nowhere = (reverse(page, args=[each]) + query for each in (game, none))
            answers = [Client().get(path) for path in (here, nowhere)]
            assert [each["Location"] for each in answers] == [
                f"{reverse('login')}?{urlencode({'next': path}, safe='/')}"
                for path in (here, nowhere)
            ]
            assert [each.content for each in answers] == [b"", b""]
            one, other = (browser(people.mallory).get(path) for path in (here, nowhere))
            assert (one.status_code, other.status_code) == (404, 404)
            assert page_of(one).text == page_of(other).text


def test_a_guest_is_led_to_the_sign_in_as_a_visitor_is(people: Cast, game: UUID) -> None:
    people.mallory.guest = True
    people.mallory.save()
    answer = browser(people.mallory).get(reverse("game", args=[game]))
    assert answer["Location"].startswith(reverse("login"))


def test_a_mails_link_leads_to_its_page_by_way_of_the_code(people: Cast, game: UUID) -> None:
    people.ada.email = "ada@example.org"
    people.ada.save()
    client, path = Client(), f"{reverse('whatif', args=[game])}?at=5"
    asked = client.get(path, follow=True)
    (main,) = page_of(asked).all("main")
    fields = main.values | {"email": people.ada.email}
    asked = client.post(asked.redirect_chain[-1][0], fields, follow=True)
    (main,) = page_of(asked).all("main")
    fields = main.values | {"code": latest_code(), "action": "verify"}
    arrived = client.post(asked.redirect_chain[-1][0], fields)
    assert arrived["Location"] == path


def test_what_was_said_as_the_session_ended_is_there_after_the_sign_in(
    people: Cast, game: UUID
) -> None:
    chat, said = reverse("chat", args=[game]), {"text": "Mind the toll & roads"}
    answer = Client().post(chat, said)
    back = f"{chat}?{urlencode(said)}"
    assert answer["Location"] == f"{reverse('login')}?{urlencode({'next': back}, safe='/')}"
    by_script = Client().post(chat, said, headers={"HX-Request": "true"})
    assert by_script["HX-Redirect"] == answer["Location"]
    assert Client().get(f"{chat}lines/", headers={"HX-Request": "true"}).status_code == 404
    page = open_page(browser(people.ada), back)
    assert page.field("Say something to the table").value == said["text"]
