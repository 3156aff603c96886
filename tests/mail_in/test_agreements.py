"""What a table agrees on by answers: a pause, a newer ruleset, another computer player."""

import pytest
from django.core import mail

from games.domain.computer_change import WantComputer
from games.domain.lobby import StartGame, TakeSeat
from games.domain.ruleset_change import AgreeRuleset
from games.services import act
from tests.doing import open_game, start_beside_computer, start_game, table_of
from tests.mail_in.mails import (
    answer_turn_mail,
    cast_with_mail,
    latest,
    reply_address_of,
    send_all,
    start_mailed_game,
    write_to,
)
from tests.people import HOST

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_pause_is_asked_for_agreed_to_and_ended_by_answers() -> None:
    game, people = start_mailed_game()
    mails = write_to(reply_address_of(game, people.ada), people.ada, "pause")
    asked = latest(mails, people.bob)
    assert "A pause is asked for" in asked.body
    write_to(asked.reply_to[0], people.bob, "yes please")
    assert table_of(game).paused
    mails = write_to(asked.reply_to[0], people.bob, "resume")
    assert not table_of(game).paused
    answer = next(each for each in mails if each.to == [people.bob.email])
    assert answer.body.startswith("The pause is over\nRoute 66: ada (● Blue) is to move until ")


def test_who_agrees_to_the_pause_of_another_is_told_so() -> None:
    people = cast_with_mail()
    game = open_game(people, seats=3)
    for person in people.ada, people.bob, people.mallory:
        act(game, TakeSeat(player=person.pk), actor=HOST)
    act(game, StartGame(5, first=0), actor=HOST)
    for person, lead in (
        (people.ada, "You want a pause"),
        (people.bob, "You have agreed to a pause"),
    ):
        answer_turn_mail(game, person, "pause" if person == people.ada else "yes")
        assert mail.outbox[-1].body.startswith(f"{lead}\nRoute 66: The clock stops when all have")


def test_the_newer_ruleset_is_agreed_to_by_an_answer() -> None:
    people = cast_with_mail()
    game = start_game(people, ruleset="franchise-1")
    act(game, AgreeRuleset(0), actor=f"user:{people.ada.pk}")
    asked = latest(send_all(), people.bob)
    mails = write_to(asked.reply_to[0], people.bob, "yes")
    assert any("You have agreed to the newer rules." in str(each.body) for each in mails)
    assert table_of(game).setup.ruleset == "franchise-2"


def test_another_computer_player_is_agreed_to_by_an_answer() -> None:
    people = cast_with_mail()
    game = start_beside_computer(people)
    act(game, WantComputer(0, 2, "strong"), actor=f"user:{people.ada.pk}")
    asked = latest(send_all(), people.bob)
    mails = write_to(asked.reply_to[0], people.bob, "yes")
    assert any("You have agreed to the other computer player." in str(each.body) for each in mails)
    assert table_of(game).setup.seats[2].bot == "strong"
