"""The page that everybody comes to, for a visitor, a player, and many games."""

from datetime import timedelta
from itertools import pairwise
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.domain import Options
from games.domain.commands import command
from games.domain.lobby import SetDeadline, TakeSeat
from games.domain.moves import options
from games.domain.state import Terms
from games.edge import now
from games.models import Game, Person
from games.services import act
from games.talk import say
from tests.doing import (
    browser,
    moment_path,
    open_game,
    play_next,
    read_page,
    start_game,
    table_of,
    table_path,
)
from tests.golden.stored import store_golden
from tests.pages import Element, open_page, parse_page
from tests.people import HOST, Cast

pytestmark = pytest.mark.django_db(transaction=True)


def rename_game(game: UUID, name: str, **more: object) -> UUID:
    Game.objects.filter(id=game).update(name=name, **more)
    return game


def card_of(page: Element, name: str) -> Element:
    """The list item with this game's name."""
    (card,) = (each for each in page if each.tag == "li" and each.all("link", name))
    return card


def rows_of(card: Element) -> list[str]:
    """Its seats from the first to the last."""
    return [each.text for each in card if each.tag == "li"]


def test_a_visitor_sees_a_board_and_public_games_only(people: Cast) -> None:
    rename_game(start_game(people), "Back Room")
    rename_game(start_game(people), "Town Square", watch="public")
    rename_game(open_game(people), "Come In", watch="public")
    rename_game(open_game(people), "By Invitation")
    html = read_page(Client(), "/")
    page = parse_page(html)
    assert [each.name for each in page.all("button")][:2] == ["", "Try a game now"]
    assert " wins" in page.text
    assert all(name in html for name in ("Town Square", "Come In", "2 seats free"))
    assert not any(name in html for name in ("Back Room", "By Invitation"))


def test_games_that_wait_come_first_with_deadline_and_news(people: Cast) -> None:
    waits, elsewhere = start_game(people), start_game(people)
    own_turn = act(waits, command("turn", 0, {}), actor="user:1").version
    state = table_of(waits)
    to = options(state).expand[0].to
    act(waits, command("turn", 1, {"expand": [{"to": to}]}), actor="user:2")
    act(elsewhere, command("turn", 0, {}), actor="user:1")
    at = int((now() + timedelta(hours=5, minutes=20)).timestamp())
    act(waits, SetDeadline(at, "extended"), actor=HOST)
    rename_game(waits, "It Waits")
    rename_game(elsewhere, "Not Yet")
    Person.objects.filter(pk=people.ada.pk).update(time_zone="Asia/Tokyo")
    people.ada.refresh_from_db()
    html = read_page(browser(people.ada), "/")
    page, place = parse_page(html), state.board.places[state.board.index[to]].name
    assert [each.text for each in page.all("heading")][:2] == ["It Waits", "Waiting for others"]
    assert "Your turn, 5 hours left" in page.text
    assert "+09:00" in html
    assert f"bob moved into {place}" in page.text
    assert "passed" not in page.text
    assert page.link("Play your turn")["href"] == table_path(waits)
    watched = page.link("Watch what happened")["href"]
    # After it the clock was set.
    assert watched == moment_path(waits, own_turn - 1)
    page.link("1 game waits for you")


def test_the_way_to_the_next_game_leads_to_the_most_pressing(people: Cast) -> None:
    slow, pressing = start_game(people), start_game(people)
    for game, hours in ((slow, 40), (pressing, 3)):
        at = int((now() + timedelta(hours=hours)).timestamp())
        act(game, SetDeadline(at, "extended"), actor=HOST)
    ada, bob = browser(people.ada), browser(people.bob)
    assert ada.get(reverse("next-game"))["Location"] == reverse("game", args=[pressing])
    link = open_page(ada, table_path(pressing)).link("1 other game waits for you")
    assert ada.get(link["href"])["Location"] == reverse("game", args=[slow])
    assert ada.get(reverse("next-game"), {"from": "x"}).status_code == 404
    assert bob.get(reverse("next-game"))["Location"] == "/"
    assert "No game waits for you now" in read_page(bob, "/")
    assert Client().get(reverse("next-game"))["Location"].startswith(reverse("login"))


def make_ended_game(people: Cast, name: str) -> UUID:
    return rename_game(start_game(people), name, status="ended", watch="public")


def test_finished_games_are_found_by_name_and_by_player(people: Cast) -> None:
    make_ended_game(people, "Gold Rush")
    make_ended_game(people._replace(bob=people.mallory), "Iron Horse")
    Person.objects.filter(pk=people.mallory.pk).update(name="Mal O'Ree")
    path = reverse("finished")
    for words, finds, finds_not in (
        ("rush", "Gold Rush", "Iron Horse"),
        ("mal o", "Iron Horse", "Gold Rush"),
        ("mallory", "Iron Horse", "Gold Rush"),
    ):
        html = read_page(Client(), f"{path}?words={words}")
        assert finds in html
        assert finds_not not in html
    assert "No finished game" in read_page(Client(), f"{path}?words=%25nobody%00")


def test_a_private_game_that_has_ended_is_found_by_its_players_alone(people: Cast) -> None:
    rename_game(start_game(people), "Back Room", status="ended")
    for person, sees in ((people.ada, True), (people.bob, True), (people.mallory, False)):
        assert ("Back Room" in read_page(browser(person), reverse("finished"))) == sees
    assert "Back Room" not in read_page(Client(), reverse("finished"))


def test_finished_games_come_page_by_page_without_a_gap(people: Cast) -> None:
    at = now()
    for number in range(45):
        game = make_ended_game(people, f"Game {number:02}.")
        # Some of them in the very same moment.
        Game.objects.filter(id=game).update(changed=at - timedelta(hours=number // 3))
    client, path, names = Client(), reverse("finished") + "?words=Game", []
    while path:
        page = client.get(path)
        names += [row.game.name for row in page.context["finished"]]
        more = page.context["more"]
        path = f"{reverse('finished')}?{more}" if more else ""
    assert sorted(names) == [f"Game {number:02}." for number in range(45)]
    for forged in ("x", "2026-01-01 y", "0001-01-01T00:00:00+23:59 z"):
        assert client.get(reverse("finished"), {"after": forged}).status_code == 404


def test_a_list_tells_what_was_said_to_who_may_read_it(people: Cast) -> None:
    game = start_game(people)
    rename_game(game, "Talkative", watch="public")
    say(game, people.bob, "hello", now())
    for person, new in ((people.ada, 1), (people.bob, 0), (people.mallory, 0)):
        assert ("1 new" in read_page(browser(person), "/")) == bool(new)


def count_queries(client: Client) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/").status_code == 200
    return len(queries)


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("who", ["ada", "nobody"])
def test_the_page_costs_as_many_queries_with_many_games_as_with_one(people: Cast, who: str) -> None:
    client = browser(people.ada if who == "ada" else None)
    terms = Terms("Come In", owner=people.bob.pk, watch="public")

    def more_games() -> None:
        rename_game(start_game(people), "Waits")
        make_ended_game(people, "Over")
        rename_game(start_game(people._replace(ada=people.mallory)), "Watched", watch="public")
        open_game(people, terms=terms)

    more_games()
    # The first visit of an hour is noted.
    client.get("/")
    with_one = count_queries(client)
    for _ in range(4):
        more_games()
    assert count_queries(client) == with_one <= 17


def test_who_has_no_name_yet_is_told_how_the_others_see_them(people: Cast) -> None:
    game = open_game(people)
    for path in ("/", reverse("game", args=[game])):
        page = read_page(browser(people.ada), path)
        assert "The others see you as ada." in page, path
    people.ada.name = "Ada"
    people.ada.save(update_fields=["name"])
    assert "The others see you as" not in read_page(browser(people.ada), "/")


def test_a_card_tells_who_has_what_who_is_awaited_and_what_is_played(people: Cast) -> None:
    options = Options(introductory=True, boom=True)
    game = rename_game(start_game(people, options=options), "Route 66")
    while len(set(table_of(game).influence)) < 2:
        play_next(game)
    state = table_of(game)
    at = int((now() + timedelta(hours=6, minutes=10)).timestamp())
    act(game, SetDeadline(at, "extended"), actor=HOST)
    awaited, reader = (people.ada, people.bob) if state.mover == 0 else (people.bob, people.ada)
    card = card_of(open_page(browser(reader), "/"), "Route 66")
    points = dict(zip(("ada", "bob"), state.influence, strict=True))
    best_first = sorted(points, key=lambda name: -points[name])
    shown = ["you" if name == reader.username else name for name in best_first]
    assert rows_of(card) == [
        f"{name} {points[each]}" for name, each in zip(shown, best_first, strict=True)
    ]
    assert f"turn {state.turn}, {awaited.username} to move ( 6 hours left )" in card.text
    maker = "made by you" if reader == people.ada else "made by ada"
    assert f"a day a turn, introductory, Boom, {maker}" in card.text


def test_a_finished_game_tells_its_winner_and_its_score(people: Cast) -> None:
    game = store_golden("four-players", people.ada, people.bob, called="Four Corners")
    final = sorted((each.influence for each in table_of(game).final), reverse=True)
    card = card_of(open_page(browser(people.ada), reverse("finished")), "Four Corners")
    assert [int(row.rpartition(" ")[2]) for row in rows_of(card)] == final
    assert "Won by Orange" in card.text
    assert card.heading("Four Corners").tag == "h2"


def test_an_open_game_tells_its_seats_and_its_terms(people: Cast) -> None:
    terms = Terms("Come In", owner=people.bob.pk, watch="public", pace_hours=72)
    game = open_game(people, options=Options(milestones=True), terms=terms)
    act(game, TakeSeat(player=people.bob.pk), actor=HOST)
    card = card_of(open_page(browser(people.ada), "/"), "Come In")
    assert "1 seat free" in card.text
    assert rows_of(card) == ["bob", "free"]
    assert "three days a turn, standard, Milestones, made by bob" in card.text


def test_the_headings_of_a_list_leave_no_level_out(people: Cast) -> None:
    rename_game(start_game(people), "Waits")
    rename_game(open_game(people), "Opens")
    make_ended_game(people, "Over")
    for client, path in (
        (browser(people.ada), "/"),
        (browser(people.bob), "/"),
        (browser(people.mallory), "/"),
        (Client(), "/"),
        (Client(), reverse("finished")),
    ):
        levels = [int(each.tag[1]) for each in open_page(client, path).all("heading")]
        assert levels[0] == 1
        assert all(after <= before + 1 for before, after in pairwise(levels)), levels
