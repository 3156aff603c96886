"""The page of a table, as its players, a stranger and somebody who only watches see it."""

import json
import re
from gzip import compress
from html import unescape
from pathlib import Path
from urllib.parse import urlencode
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.domain import Options
from games.domain.chain import short_head
from games.domain.commands import RunOutOfTime
from games.domain.lobby import AbandonGame, AgreePause, StartGame, TakeSeat
from games.domain.state import Terms
from games.events import store
from games.models import Person
from games.services import act
from tests.doing import (
    browser,
    open_game,
    play_next,
    play_on,
    read_page,
    start_game,
    table_of,
    table_path,
)
from tests.people import HOST, Cast, make_staff

pytestmark = pytest.mark.django_db(transaction=True)

TO_PHOENIX = urlencode({"turn": '{"expand": [{"to": "phoenix", "from": "pueblo"}]}'})


def read_table(person: Person | None, game: UUID, query: str = "") -> str:
    return read_page(browser(person), table_path(game) + query)


def hidden_fields(html: str) -> dict[str, str]:
    """The fields that the form sends, as a browser would."""
    form = html[html.index('id="outcome"') :]
    form = form[: form.index("</form>")]
    return {
        name: unescape(value)
        for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form)
    }


def buttons(html: str) -> list[tuple[str, str]]:
    form = html[html.index('id="draft"') :]
    pattern = r'<button type="submit" id="[\w-]+" name="(\w+)"\s+value="([^"]*)"'
    return [
        (name, unescape(value))
        for name, value in re.findall(pattern, form[: form.index("</form>")])
    ]


def test_the_table_names_the_state_of_its_game(people: Cast) -> None:
    game = start_game(people)
    head = store.head_of(game)
    html = read_table(people.ada, game)
    assert f"<code>{short_head(head.version, head.hash.hex())}</code>" in html
    assert f'href="{reverse("game-anchors", args=[game])}"' in html


def test_a_private_game_is_not_even_there_for_a_stranger(people: Cast) -> None:
    game = start_game(people)
    for query in ("", "?part=live", "?part=turn"):
        for person, status in (
            (people.ada, 200),
            (people.bob, 200),
            (people.mallory, 404),
            (None, 404),
        ):
            assert browser(person).get(table_path(game) + query).status_code == status
            assert browser(person).get(table_path(UUID(int=1)) + query).status_code == 404
    assert browser(people.mallory).post(table_path(game), {"orders": "pass"}).status_code == 404


def test_only_who_is_to_move_has_a_turn_to_put_together(people: Cast) -> None:
    game = open_game(people, terms=Terms("Route 66", owner=people.ada.pk, watch="public"))
    act(game, TakeSeat(player=people.ada.pk), actor=HOST)
    act(game, TakeSeat(player=people.bob.pk), actor=HOST)
    act(game, StartGame(5, first=0), actor=HOST)
    assert 'id="draft"' in read_table(people.ada, game)
    for person in (people.bob, people.mallory, None):
        html = read_table(person, game, f"?{TO_PHOENIX}")
        assert 'id="draft"' not in html
        assert "Blue (ada) is to move." in html


def test_a_turn_is_put_together_and_played_without_a_script(people: Cast) -> None:
    game = start_game(people)
    html = read_table(people.ada, game)
    assert ("turn", '{"expand":[{"to":"phoenix","from":"pueblo"}]}') in buttons(html)
    drafted = read_table(people.ada, game, f"?{TO_PHOENIX}")
    assert "expand to Phoenix from Pueblo" in drafted
    assert "Play this turn" in drafted
    assert table_of(game).turn == 1
    sent = {**hidden_fields(drafted), "play": "1"}
    assert json.loads(sent["turn"]) == {"expand": [{"to": "phoenix", "from": "pueblo"}]}
    assert browser(people.ada).post(table_path(game), sent).status_code == 302
    assert table_of(game).turn == 2
    assert "Blue: Pueblo &gt; Phoenix $0" in read_table(people.bob, game)


def test_a_pass_is_shown_before_it_is_played(people: Cast) -> None:
    game = start_game(people)
    assert "Play this turn" not in read_table(people.ada, game)
    html = read_table(people.ada, game, "?pass=1")
    assert "Play this turn" in html
    browser(people.ada).post(table_path(game), {**hidden_fields(html), "play": "1"})
    assert "Blue: passes" in read_table(people.bob, game)


def test_a_turn_is_played_in_words(people: Cast) -> None:
    game = start_game(people)
    form = {"orders": "expand to Phoenix", "version": table_of(game).version}
    html = read_table(people.ada, game, "?orders=expand+to+Phoenix")
    assert "Play this turn" in html
    assert browser(people.ada).post(table_path(game), form).status_code == 302
    assert table_of(game).turn == 2


@pytest.mark.parametrize(
    ("orders", "problem", "rule"),
    [
        ("expand to Chicago", "No link leads to", "T2"),
        ("increase Denver", "You cannot increase your market share", "T5"),
        ("bonus cash", "No bonus tile can be used", "B1"),
        ("hello", "is not an order", ""),
        ("", "is not an order", ""),
    ],
)
def test_what_is_refused_is_said_with_its_rule_and_kept(
    people: Cast, orders: str, problem: str, rule: str
) -> None:
    game = start_game(people)
    sent = {"orders": orders, "version": table_of(game).version, "play": "1"}
    response = browser(people.ada).post(table_path(game), sent)
    assert response.status_code == 422
    html = response.content.decode()
    assert problem in html
    assert not rule or f"Rule {rule}" in html
    assert not orders or f"{orders}</textarea>" in html
    assert table_of(game).turn == 1


def test_a_refusal_says_what_would_have_been_possible(people: Cast) -> None:
    game = start_game(people)
    assert "Possible: " in read_table(people.ada, game, '?turn={"expand":[{"to":"chicago"}]}')


def test_orders_for_an_old_table_are_not_played_and_what_happened_is_told(people: Cast) -> None:
    game = start_game(people)
    old = hidden_fields(read_table(people.ada, game, f"?{TO_PHOENIX}"))
    play_on(game, 2)
    response = browser(people.ada).post(table_path(game), {**old, "play": "1"})
    assert response.status_code == 409
    html = response.content.decode()
    assert "The game has gone on" in html
    assert "Red: " in html
    assert hidden_fields(html)["version"] == str(table_of(game).version)
    assert table_of(game).turn == 3


def test_who_is_not_to_move_or_does_not_sit_there_plays_nothing(people: Cast) -> None:
    game = start_game(people)
    sent = {"orders": "pass", "version": table_of(game).version}
    out_of_turn = browser(people.bob).post(table_path(game), sent)
    assert out_of_turn.status_code == 422
    assert b"is not" in out_of_turn.content
    refused = browser(make_staff("games.view_game")).post(table_path(game), sent)
    assert (refused.status_code, b"Only who sits" in refused.content) == (403, True)
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
        html, query = client.get(table_path(game)).content.decode(), ""
        while "Choose this" not in html:
            name, value = buttons(html)[state.version % len(buttons(html))]
            query += f"&{name}={value}"
            html = client.get(f"{table_path(game)}?{query}").content.decode()
        answer = client.post(table_path(game), {**hidden_fields(html), "play": "1"})
        assert answer.status_code == 302
    assert table_of(game).status == "playing"


def test_a_played_turn_can_be_taken_back_as_was_agreed(people: Cast) -> None:
    game = start_game(people)
    assert "take_back" not in read_table(people.ada, game)
    play_next(game)
    html = read_table(people.ada, game)
    to = re.findall(r'name="take_back" value="(\d+)"', html)
    assert "take_back" not in read_table(people.bob, game)
    sent = {"take_back": to[0], "version": table_of(game).version}
    assert browser(people.ada).post(table_path(game), sent).status_code == 302
    assert table_of(game).turn == 1
    again = browser(people.ada).post(table_path(game), {**sent, "version": table_of(game).version})
    assert again.status_code == 422


def test_an_open_page_asks_for_little_until_the_game_has_gone_on(people: Cast) -> None:
    game = start_game(people)
    client = browser(people.bob)
    first = client.get(table_path(game) + "?part=live")
    known = {"If-None-Match": first.headers["ETag"]}
    with CaptureQueriesContext(
        connection,
    ) as queries:
        unchanged = client.get(table_path(game) + "?part=live", headers=known)
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert len(queries) == 3, "the session, the person, the game"
    play_next(game)
    changed = client.get(table_path(game) + "?part=live", headers=known)
    assert changed.status_code == 200
    assert "<title>Your turn · Route 66" in changed.content.decode()


def test_what_a_page_asks_the_database_does_not_grow_with_the_game(people: Cast) -> None:
    game = start_game(people, options=Options(introductory=True))
    client, counts = browser(people.ada), []
    client.get(table_path(game))
    for turns in (0, 2, 6):
        play_on(game, turns)
        with CaptureQueriesContext(connection) as queries:
            client.get(table_path(game))
        counts.append(len(queries))
    assert counts == [7, 7, 7]


def test_what_a_tap_brings_is_small(people: Cast) -> None:
    game = start_game(people)
    play_on(game, 10)
    brought = browser(people.ada).get(
        table_path(game) + '?turn={"increase":["denver"]}&part=turn',
        headers={"Accept-Encoding": "gzip"},
    )
    assert len(brought.content) < 5_000
    whole = browser(people.ada).get(table_path(game), headers={"Accept-Encoding": "gzip"})
    assert len(whole.content) < 30_000


def test_a_first_visit_weighs_at_most_150_kilobytes(people: Cast) -> None:
    html = read_table(people.ada, start_game(people))
    named = [*re.findall(r'/static/([^"]+)', html), "js/board.js", "js/draft.js", "js/table.js"]
    files = {Path("static") / name for name in named} | set(Path("static/fonts").glob("*.woff2"))
    weights = [
        len(each.read_bytes() if each.suffix == ".woff2" else compress(each.read_bytes()))
        for each in files
    ]
    assert len(compress(html.encode())) + sum(weights) < 150_000


def test_every_state_of_a_game_has_a_page(people: Cast) -> None:
    game = open_game(people, terms=Terms("Route 66", owner=people.ada.pk, pace_hours=24))
    assert "2 seats are free" in read_table(people.ada, game)
    act(game, TakeSeat(player=people.ada.pk), actor=HOST)
    act(game, TakeSeat(player=people.bob.pk), actor=HOST)
    act(game, StartGame(5, first=0), actor=HOST)
    assert " left" in read_table(people.bob, game)
    act(game, AgreePause(0), actor=HOST)
    act(game, AgreePause(1), actor=HOST)
    assert "Paused" in read_table(people.ada, game)
    act(game, AbandonGame(), actor=HOST)
    html = read_table(people.ada, game)
    assert "This game was abandoned" in html
    assert 'id="draft"' not in html


def test_a_game_that_is_over_tells_where_every_point_came_from(people: Cast) -> None:
    game = start_game(people)
    while table_of(game).status == "playing":
        play_next(game)
    state, html = table_of(game), read_table(people.ada, game)
    rows = re.findall(r"<tr>\s*<th scope=\"row\">.*?</tr>", html, re.DOTALL)
    totals = []
    for row in rows[:2]:
        total, *parts = map(int, re.findall(r"<td class=\"number\">\s*(?:<b>)?(-?\d+)", row))
        assert sum(parts) == total
        totals.append(total)
    assert sorted(totals) == sorted(final.influence for final in state.final)
    assert "wins" in html


def test_players_agree_on_a_pause_from_the_table(people: Cast) -> None:
    game = start_game(people)
    for person in (people.ada, people.bob):
        assert "I want a pause" in read_table(person, game)
    assert "I want a pause" not in read_table(people.ada, game, "?part=turn")


def test_a_seat_that_lost_its_turn_to_the_clock_is_away(people: Cast) -> None:
    game = start_game(people)
    act(game, RunOutOfTime(0), actor=HOST)
    assert "time ran out" in read_table(people.bob, game)


def test_names_are_text_and_nothing_else(people: Cast) -> None:
    game = open_game(people, terms=Terms("<b>Bold</b>", owner=people.ada.pk))
    people.ada.username = "<script>"
    people.ada.save()
    act(game, TakeSeat(player=people.ada.pk), actor=HOST)
    html = read_table(people.ada, game)
    assert "<script>" not in html.replace('<script type="module"', "")
    assert "&lt;b&gt;Bold" in html


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
    html = read_table(people.ada, game)
    assert not [word for word in words if word not in html]


def test_the_next_game_is_offered_only_where_one_waits(people: Cast) -> None:
    game = start_game(people)
    waits = people.ada if table_of(game).to_move == 0 else people.bob
    other = people.bob if waits is people.ada else people.ada
    assert "Next game waiting" not in read_table(other, game)
    start_game(people)
    play_next(game)
    assert "Next game waiting" in read_table(waits, game)


def test_a_game_that_is_over_says_who_won_and_leads_to_its_replay(people: Cast) -> None:
    game = start_game(people)
    while table_of(game).status == "playing":
        play_next(game)
    for who in (people.ada, people.bob):
        html = read_table(who, game)
        head = html[html.index('id="head"') : html.index("</header>", html.index('id="head"'))]
        assert head.count("wins") == len(table_of(game).winners)
        assert html.count("See the whole game") == 1
        assert "Next game waiting" not in html
