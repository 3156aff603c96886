"""What suggestions and answers say of a turn's price."""

import re
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils.translation import override

from games.domain import moves
from games.domain.commands import command
from games.domain.notation import Language
from mail_in.playing import Outcome
from notifications.messages.content import Reader, order_choices
from notifications.messages.worth import cost_line, spent_line
from notifications.reply_addresses import read_address
from tests.doing import html_of, play_on, read_mails, table_of
from tests.domain.tables import lay, turn
from tests.mail_in.mails import answer_turn_mail, receive_mail, start_mailed_game, write_mail
from tests.pages import open_page, page_of_mail

pytestmark = pytest.mark.django_db(transaction=True)

LAID = "detroit: blue\nomaha: blue\nchicago: red"
TWICE = [{"to": "chicago", "from": "detroit"}, {"to": "kansas-city"}]


def test_the_bonus_tile_is_named_before_the_dollars() -> None:
    state = lay(3, LAID, money={"blue": 20}, bonus={"blue": 1}, turn=30)
    events = turn(state, bonus="expand", expand=TWICE)
    assert cost_line(events, "en").startswith("Spends your bonus tile (second expansion), $")
    assert spent_line(events, "en").startswith("Spent: your bonus tile (second expansion), $")


def test_each_use_of_a_bonus_tile_is_told() -> None:
    state = lay(3, LAID, money={"blue": 20}, bonus={"blue": 1}, turn=30)
    doubled = turn(state, bonus="share", expand=[], increase=["detroit"], double="detroit")
    assert "your bonus tile (double market share)" in cost_line(doubled, "en")
    cash = turn(state, bonus="cash", expand=TWICE[:1])
    assert "your bonus tile (for money)" in cost_line(cash, "en")


def test_a_turn_that_spends_nothing_says_so_before_and_nothing_after() -> None:
    passed = turn(lay(3, LAID))
    assert cost_line(passed, "en") == "Costs nothing."
    assert spent_line(passed, "en") == ""


@pytest.mark.parametrize(
    ("language", "cost"),
    [
        ("en", "Spends your bonus tile (second expansion), $"),
        ("de", "Kostet dein Bonusplättchen (zweite Expansion), "),
        ("fr", "Coûte votre tuile Bonus (second développement), "),
    ],
)
def test_a_suggestion_says_first_what_it_costs(language: Language, cost: str) -> None:
    state = lay(3, LAID, money={"blue": 20}, bonus={"blue": 1}, turn=30)
    with override(language):
        (choice,) = order_choices(
            state,
            [command("turn", 0, {"bonus": "expand", "expand": TWICE})],
            Reader(1, language, "UTC", {}),
        )
    assert choice.about[0].startswith(cost)
    assert len(choice.about) == 3


def test_what_a_reason_tells_is_not_told_again() -> None:
    state = lay(3, "detroit: blue blue\ncharlotte: red", money={"blue": 9})
    order = command("turn", 0, {"expand": [{"to": "chicago"}], "increase": ["detroit"]})
    (choice,) = order_choices(state, [order], Reader(1, "en", "UTC", {}))
    _, why, effects = choice.about
    assert "Takes Detroit: 4 points" in why
    assert effects == "Blue marks Great Lakes; then $6, next income $2."


def test_an_answer_says_which_tile_was_spent_though_no_line_named_it() -> None:
    game, people = start_mailed_game()
    play_on(game, 2)
    state = table_of(game)
    ways = sorted(moves.links(state, *moves.near_places(state)), key=lambda way: way.cost)
    near = list(dict.fromkeys(way.path[-1] for way in ways))[:2]
    text = "\n".join(
        f"expand to {state.board.places[state.board.index[place]].name}" for place in near
    )
    assert answer_turn_mail(game, people.ada, text) is Outcome.PLAYED
    answer = mail.outbox[-1]
    assert isinstance(answer, EmailMultiAlternatives)
    assert "Spent: your bonus tile (second expansion)" in str(answer.body)
    assert "Spent: your bonus tile (second expansion)" in html_of(answer)


def test_a_tap_without_the_web_sends_the_number_to_the_reply_address() -> None:
    game, people = start_mailed_game()
    letter = read_mails()["ada", "turn"]
    links = [each["href"] for each in page_of_mail(letter).all("link")]
    second = urlsplit([each for each in links if each.startswith("mailto:")][1])
    assert parse_qs(second.query) == {"subject": ["Re: Route 66"], "body": ["2"]}
    bound = read_address(unquote(second.path))
    assert bound is not None
    assert (bound.game_id, bound.person) == (game, people.ada.pk)
    assert "nothing else is needed" in letter.body
    reply = write_mail(people.ada, unquote(second.path), "2")
    assert receive_mail(reply) is Outcome.PLAYED
    assert table_of(game).to_move == 1


def test_the_page_of_a_tap_says_what_it_costs() -> None:
    start_mailed_game()
    letter = read_mails()["ada", "turn"]
    cost = re.search(r"^     (Spends \$\d+|Costs nothing)\.$", str(letter.body), re.MULTILINE)
    links = [each["href"] for each in page_of_mail(letter).all("link")]
    path = next(urlsplit(each).path for each in links if "/mail/play/" in each)
    assert cost is not None
    assert cost[1] in open_page(Client(), path).text
