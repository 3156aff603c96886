"""The page of a table, as its players, a stranger and somebody who only watches see it."""

import json
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit
from uuid import UUID

import pytest
from django.urls import reverse

from games.domain import Options
from games.domain.chain import short_head
from games.domain.commands import RunOutOfTime
from games.domain.lobby import AbandonGame, AgreePause, StartGame, TakeSeat
from games.domain.state import Terms
from games.events import store
from games.models import Game, Person
from games.services import act
from tests.doing import (
    browser,
    open_game,
    play_next,
    play_on,
    start_game,
    table_of,
    table_path,
)
from tests.pages import Element, open_page, page_of
from tests.people import HOST, Cast, make_staff

pytestmark = pytest.mark.django_db(transaction=True)

TO_PHOENIX = urlencode({"turn": '{"expand": [{"to": "phoenix", "from": "pueblo"}]}'})


TAKE_BACK = "Take the turn back"


def open_table(person: Person | None, game: UUID, query: str = "") -> Element:
    return open_page(browser(person), table_path(game) + query)


def names_of_buttons(page: Element) -> list[str]:
    return [each.name for each in page.all("button")]


def outcome_of(page: Element) -> dict[str, str]:
    """The fields that the form of a turn sends."""
    return page.by_id("outcome").values


def offers_of(page: Element) -> list[tuple[str, str]]:
    return [(each["name"], each["value"]) for each in page.by_id("draft").all("button")]


def has_draft(page: Element) -> bool:
    return "draft" in [each.attributes.get("id") for each in page]


def test_the_table_names_the_state_of_its_game(people: Cast) -> None:
    game = start_game(people)
    head = store.head_of(game)
    page = open_table(people.ada, game)
    assert short_head(head.version, head.hash.hex()) in [
        each.text for each in page if each.tag == "code"
    ]
    assert reverse("game-anchors", args=[game]) in [
        each.attributes.get("href") for each in page.all("link")
    ]


def test_a_private_game_is_not_even_there_for_a_stranger(people: Cast) -> None:
    game = start_game(people)
    for query in ("", "?part=live", "?part=turn"):
        for person, status in (
            (people.ada, 200),
            (people.bob, 200),
            (people.mallory, 404),
            (None, 302),
        ):
            assert browser(person).get(table_path(game) + query).status_code == status
            none = 404 if status == 200 else status
            assert browser(person).get(table_path(UUID(int=1)) + query).status_code == none
    assert browser(people.mallory).post(table_path(game), {"orders": "pass"}).status_code == 404


def test_only_who_is_to_move_has_a_turn_to_put_together(people: Cast) -> None:
    game = open_game(people, terms=Terms("Route 66", owner=people.ada.pk, watch="public"))
    act(game, TakeSeat(player=people.ada.pk), actor=HOST)
    act(game, TakeSeat(player=people.bob.pk), actor=HOST)
    act(game, StartGame(5, first=0), actor=HOST)
    assert has_draft(open_table(people.ada, game))
    for person in (people.bob, people.mallory, None):
        page = open_table(person, game, f"?{TO_PHOENIX}")
        assert not has_draft(page)
        assert "Blue (ada) is to move." in page.by_id("head").text


def test_a_turn_is_put_together_and_played_without_a_script(people: Cast) -> None:
    game = start_game(people)
    page = open_table(people.ada, game)
    assert ("turn", '{"expand":[{"to":"phoenix","from":"pueblo"}]}') in offers_of(page)
    drafted = open_table(people.ada, game, f"?{TO_PHOENIX}")
    assert "Blue expands from Pueblo to Phoenix" in drafted.by_id("outcome").text
    drafted.by_id("outcome").button("Play this turn")
    assert table_of(game).turn == 1
    sent = {**outcome_of(drafted), "play": "1"}
    assert json.loads(sent["turn"]) == {"expand": [{"to": "phoenix", "from": "pueblo"}]}
    assert browser(people.ada).post(table_path(game), sent).status_code == 302
    assert table_of(game).turn == 2
    assert "Blue expands from Pueblo to Phoenix for $0." in open_table(people.bob, game).text


def test_the_board_is_called_by_the_turn_it_is_shown_in(people: Cast) -> None:
    game = start_game(people)
    for person, called in (
        (people.ada, "Your turn 1"),
        (people.bob, "Franchise, Turn 1, Blue to move"),
    ):
        for query in ("", f"?{TO_PHOENIX}"):
            page = open_table(person, game, query)
            (board,) = (
                each for each in page if "board" in each.attributes.get("class", "").split()
            )
            title = next(each for each in board if each.tag == "title")
            assert "".join(title.pieces()) == called


def test_a_pass_is_shown_before_it_is_played(people: Cast) -> None:
    game = start_game(people)
    assert "Play this turn" not in names_of_buttons(open_table(people.ada, game))
    page = open_table(people.ada, game, "?pass=1")
    page.button("Play this turn")
    browser(people.ada).post(table_path(game), {**outcome_of(page), "play": "1"})
    assert "Blue passes." in open_table(people.bob, game).text


def test_a_turn_is_played_in_words(people: Cast) -> None:
    game = start_game(people)
    form = {"orders": "expand to Phoenix", "version": table_of(game).version}
    open_table(people.ada, game, "?orders=expand+to+Phoenix").button("Play this turn")
    assert browser(people.ada).post(table_path(game), form).status_code == 302
    assert table_of(game).turn == 2


@pytest.mark.parametrize(
    ("orders", "problem", "rule"),
    [
        ("expand to Chicago", "No link leads to", "T2"),
        ("increase Denver", "You cannot increase your market share", "T5"),
        ("bonus cash", "No bonus tile can be used", "B1"),
        ("Lorem", "is not understood", ""),
        (" ", "Nothing is chosen yet", ""),
    ],
)
def test_what_is_refused_is_said_with_its_rule_and_kept(
    people: Cast, orders: str, problem: str, rule: str
) -> None:
    game = start_game(people)
    sent = {"orders": orders, "version": table_of(game).version, "play": "1"}
    response = browser(people.ada).post(table_path(game), sent)
    assert response.status_code == 422
    page = page_of(response)
    assert problem in page.by_id("head").alert
    assert len(page.all("alert")) == 1
    assert f"Rule {rule}" in page.by_id("head").alert or not rule
    assert page.field("One order a line, as in a mail").value == orders
    assert table_of(game).turn == 1


def test_what_was_not_understood_is_marked_and_what_was_meant_is_a_button(people: Cast) -> None:
    game = start_game(people)
    response = browser(people.ada).get(table_path(game), {"orders": "please expand to Phoenx"})
    assert b"please expand to <mark>Phoenx</mark>" in response.content
    assert "expand to Phoenix" in names_of_buttons(page_of(response))
    unclear = browser(people.ada).get(table_path(game), {"orders": "Lorem"})
    assert "Did you mean" not in page_of(unclear).text


def test_a_refusal_says_what_would_have_been_possible(people: Cast) -> None:
    game = start_game(people)
    assert "Possible: " in open_table(people.ada, game, '?turn={"expand":[{"to":"chicago"}]}').alert


def test_a_turn_that_is_sent_again_is_played_once(people: Cast) -> None:
    game = start_game(people)
    sent = {**outcome_of(open_table(people.ada, game, f"?{TO_PHOENIX}")), "play": "1"}
    for part, status in (("", 302), ("", 302), ("live", 200)):
        answer = browser(people.ada).post(table_path(game), {**sent, "part": part})
        assert answer.status_code == status
    assert not page_of(answer).all("alert")
    assert table_of(game).turn == 2


def test_a_turn_that_is_played_signed_out_comes_back_after_the_sign_in(people: Cast) -> None:
    game = start_game(people)
    for query in (TO_PHOENIX, "orders=expand+to+Phoenix", "pass=1"):
        page = open_table(people.ada, game, f"?{query}")
        sent = {**outcome_of(page), **dict(parse_qsl(query)), "play": "1"}
        answer = browser(None).post(table_path(game), sent)
        (back,) = parse_qs(urlsplit(answer["Location"]).query)["next"]
        assert answer["Location"].startswith(reverse("login"))
        assert page_of(browser(people.ada).get(back)).by_id("outcome").button("Play this turn")
    assert table_of(game).turn == 1


def test_what_is_asked_for_somebody_who_is_signed_out_leads_to_the_sign_in(people: Cast) -> None:
    game = start_game(people)
    Game.objects.filter(pk=game).update(watch="public")
    for part in ("live", "turn"):
        query = {"part": part, "reader": people.ada.pk}
        for person, status in ((people.ada, 200), (people.bob, 302), (None, 302)):
            assert browser(person).get(table_path(game), query).status_code == status


def test_orders_for_an_old_table_are_not_played_and_what_happened_is_told(people: Cast) -> None:
    game = start_game(people)
    old = outcome_of(open_table(people.ada, game, f"?{TO_PHOENIX}"))
    play_on(game, 2)
    response = browser(people.ada).post(table_path(game), {**old, "play": "1"})
    assert response.status_code == 409
    page = page_of(response)
    assert "The game has gone on" in page.by_id("head").alert
    assert "Red expands" in page.by_id("head").alert
    assert outcome_of(page)["version"] == str(table_of(game).version)
    assert table_of(game).turn == 3


def test_who_is_not_to_move_or_does_not_sit_there_plays_nothing(people: Cast) -> None:
    game = start_game(people)
    sent = {"orders": "pass", "version": table_of(game).version}
    out_of_turn = browser(people.bob).post(table_path(game), sent)
    assert out_of_turn.status_code == 422
    assert "is not" in page_of(out_of_turn).alert
    refused = browser(make_staff("games.view_game")).post(table_path(game), sent)
    assert (refused.status_code, b"Only those who sit" in refused.content) == (403, True)
    assert browser(people.ada).post(table_path(game), {"orders": "pass"}).status_code == 422
    assert table_of(game).turn == 1


def test_nothing_that_a_form_may_say_is_an_error(people: Cast) -> None:
    game = start_game(people)
    for text in (
        "x", "[]", "[" * 5000, '{"do": 1}', '{"expand": [{"to": "a"}]}', '{"bonus": "gold"}',
        '{"boom": "omaha"}', '{"regions": ["mars"]}',
    ):  # fmt: skip
        form = {"turn": text, "tile": "x"}
        assert browser(people.ada).get(table_path(game), form).status_code == 200
        sent = {"version": table_of(game).version, **form}
        response = browser(people.ada).post(table_path(game), sent)
        assert response.status_code == 422, text


@pytest.mark.sqlite
@pytest.mark.parametrize(
    "options",
    [Options(), Options(boom=True), Options(layout="draft"), Options(region_tiles=3)],
    ids=["towns", "boom", "draft", "chosen tiles"],
)
def test_the_choices_of_the_set_up_are_made_by_buttons(people: Cast, options: Options) -> None:
    game = start_game(people, options=options)
    clients = browser(people.ada), browser(people.bob)
    while (state := table_of(game)).status != "playing":
        client = clients[state.mover]
        page, query = open_page(client, table_path(game)), ""
        while "Choose this" not in names_of_buttons(page):
            offers = offers_of(page)
            name, value = offers[state.version % len(offers)]
            query += f"&{name}={value}"
            page = open_page(client, f"{table_path(game)}?{query}")
        answer = client.post(table_path(game), {**outcome_of(page), "play": "1"})
        assert answer.status_code == 302
    assert table_of(game).status == "playing"


def test_a_played_turn_can_be_taken_back_as_was_agreed(people: Cast) -> None:
    game = start_game(people)
    assert TAKE_BACK not in names_of_buttons(open_table(people.ada, game))
    play_next(game)
    back = open_table(people.ada, game).button(TAKE_BACK)
    assert TAKE_BACK not in names_of_buttons(open_table(people.bob, game))
    sent = {back["name"]: back["value"], "version": table_of(game).version}
    assert browser(people.ada).post(table_path(game), sent).status_code == 302
    assert table_of(game).turn == 1
    again = browser(people.ada).post(table_path(game), {**sent, "version": table_of(game).version})
    assert again.status_code == 422


def test_a_starting_town_can_be_taken_back_as_was_agreed(people: Cast) -> None:
    game = start_game(people, options=Options())
    play_next(game)
    back = open_table(people.bob, game).button(TAKE_BACK)
    assert TAKE_BACK not in names_of_buttons(open_table(people.ada, game))
    sent = {back["name"]: back["value"], "version": table_of(game).version}
    assert browser(people.bob).post(table_path(game), sent).status_code == 302
    assert (table_of(game).status, table_of(game).mover) == ("towns", 1)
    play_next(game)
    assert (table_of(game).status, table_of(game).mover) == ("towns", 0)


def test_every_state_of_a_game_has_a_page(people: Cast) -> None:
    game = open_game(people, terms=Terms("Route 66", owner=people.ada.pk, pace_hours=24))
    assert "2 seats are free" in open_table(people.ada, game).text
    act(game, TakeSeat(player=people.ada.pk), actor=HOST)
    act(game, TakeSeat(player=people.bob.pk), actor=HOST)
    act(game, StartGame(5, first=0), actor=HOST)
    assert " left" in open_table(people.bob, game).by_id("head").text
    act(game, AgreePause(0), actor=HOST)
    act(game, AgreePause(1), actor=HOST)
    assert "Paused" in open_table(people.ada, game).by_id("head").text
    act(game, AbandonGame(), actor=HOST)
    page = open_table(people.ada, game)
    assert "This game was abandoned" in page.by_id("head").text
    assert not has_draft(page)


def test_players_agree_on_a_pause_from_the_table(people: Cast) -> None:
    game = start_game(people)
    for person in (people.ada, people.bob):
        open_table(person, game).button("I want a pause")
    assert "I want a pause" not in names_of_buttons(open_table(people.ada, game, "?part=turn"))


def test_a_seat_that_lost_its_turn_to_the_clock_is_away(people: Cast) -> None:
    game = start_game(people)
    act(game, RunOutOfTime(0), actor=HOST)
    assert "Blue has run out of time." in open_table(people.bob, game).text


def test_names_are_text_and_nothing_else(people: Cast) -> None:
    game = open_game(people, terms=Terms("<b>Bold</b>", owner=people.ada.pk))
    people.ada.username = "<script>"
    people.ada.save()
    act(game, TakeSeat(player=people.ada.pk), actor=HOST)
    page = open_table(people.ada, game)
    assert all("type" in each.attributes for each in page if each.tag == "script")
    assert "<script>" in page.text
    page.heading("<b>Bold</b>")


@pytest.mark.parametrize(
    ("language", "words"),
    [("fr", ("Bleu", "Quatre Coins", "3\u00a0$")), ("de", ("Blau", "Vier Ecken", "3\u00a0$"))],
)
def test_the_table_is_told_in_the_readers_language(
    people: Cast, language: str, words: tuple[str, ...]
) -> None:
    game = start_game(people)
    people.ada.language = language
    people.ada.save()
    told = open_table(people.ada, game).text
    assert not [word for word in words if " ".join(word.split()) not in told]


def test_the_next_game_is_offered_only_where_one_waits(people: Cast) -> None:
    game = start_game(people)
    waits = people.ada if table_of(game).to_move == 0 else people.bob
    other = people.bob if waits is people.ada else people.ada
    assert "for you" not in open_table(other, game).text
    start_game(people)
    play_next(game)
    page = open_table(waits, game)
    assert [each.name for each in page.all("link")].count("1 other game waits for you") == 2
