"""Mails about turns lost to the clock, seats that change hands, and pauses."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.core.mail import EmailMultiAlternatives

from games.domain.computer_change import WantComputer
from games.domain.lobby import (
    AbandonGame,
    AgreePause,
    EndPause,
    ReplacePlayer,
    TakeOver,
)
from games.domain.ruleset_change import AgreeRuleset, KeepRuleset
from games.domain.state import WhenLate
from games.edge import now
from games.models import Person
from games.overdue import move_on_due
from games.services import act
from notifications.reply_addresses import read_address
from tests.doing import pass_turn, read_mails, start_beside_computer, start_game, table_of
from tests.games.test_overdue import LATE, start_timed
from tests.mail_in.mails import cast_with_mail
from tests.pages import page_of_mail
from tests.people import HOST, Cast

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people() -> Cast:
    return cast_with_mail()


def read_mails_later() -> dict[tuple[str, str], EmailMultiAlternatives]:
    """The mails sent until four days later."""
    return read_mails(now() + timedelta(days=4))


def lose_turns(game: UUID, times: int = 1) -> None:
    """Ada, who begins, loses that many turns; Bob plays his."""
    for number in range(times):
        if number:
            pass_turn(game)
        at = now() + LATE * (number + 1)
        assert move_on_due(at) == 1


def test_a_turn_that_the_computer_played_is_told_with_what_it_did(people: Cast) -> None:
    game = start_timed(people)
    lose_turns(game)
    letter = read_mails_later()["ada", "lost"]
    assert letter.subject == "Route 66: Your time ran out"
    lines = letter.body.splitlines()
    assert lines[1] == "The computer player took turn 1 for you."
    assert "If you lose the next one too" in letter.body
    assert "  Blue: time ran out, " in letter.body
    assert "Blue: time ran out, " in page_of_mail(letter).text
    assert read_address(letter.reply_to[0]) is not None
    assert ("bob", "lost") not in read_mails_later()


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Your turn 1 was passed."),
        ("fr", "Votre tour 1 a été passé."),
        ("de", "In deinem Zug 1 wurde gepasst."),
    ],
)
def test_a_turn_that_was_passed_is_told_in_the_readers_language(
    people: Cast, language: str, line: str
) -> None:
    Person.objects.filter(pk=people.ada.pk).update(language=language)
    game = start_timed(people, "pass")
    lose_turns(game)
    assert read_mails_later()["ada", "lost"].body.splitlines()[1] == line


def test_after_two_lost_turns_in_a_row_the_mail_says_how_to_keep_the_seat(people: Cast) -> None:
    game = start_timed(people)
    lose_turns(game, times=2)
    letter = read_mails_later()["ada", "lost"]
    assert "took turn 3 for you" in letter.body
    assert "Your seat can be taken over now. It stays yours if you" in letter.body


def test_where_the_game_waits_the_mail_can_be_answered(people: Cast) -> None:
    game = start_timed(people, "wait")
    lose_turns(game)
    letter = read_mails_later()["ada", "late"]
    assert letter.subject == "Route 66: Your time ran out: turn 1 waits for you"
    assert "The game waits for you; if it has to wait long" in letter.body
    assert "Answer with a number" in letter.body
    bound = read_address(letter.reply_to[0])
    assert bound is not None
    assert bound.version == table_of(game).version


def test_a_late_mail_does_not_go_after_the_turn_was_played(people: Cast) -> None:
    game = start_timed(people, "wait")
    lose_turns(game)
    pass_turn(game)
    assert ("ada", "late") not in read_mails_later()


@pytest.mark.parametrize("when_late", ["computer", "pass"])
def test_time_that_runs_into_the_bank_is_no_lost_turn(people: Cast, when_late: WhenLate) -> None:
    start_timed(people, when_late, bank_hours=5)
    assert move_on_due(now() + LATE) == 1
    assert ("ada", "lost") not in read_mails_later()
    assert move_on_due(now() + LATE + timedelta(hours=6)) == 1
    assert ("ada", "lost") in read_mails_later()


def test_whose_seat_was_taken_over_is_told_and_the_new_player_can_answer(people: Cast) -> None:
    game = start_timed(people)
    act(game, ReplacePlayer(0, player=people.mallory.pk), actor=HOST)
    mails = read_mails_later()
    assert "■" not in mails["ada", "taken-over"].body.splitlines()[1]
    assert mails["ada", "taken-over"].body.splitlines()[1] == (
        "mallory (● Blue) plays on in your place."
    )
    assert "go on watching" in mails["ada", "taken-over"].body
    assert "-- \nYou played in Route 66.\n" in mails["ada", "taken-over"].body
    assert "-- \nYou play in Route 66.\n" in mails["mallory", "turn"].body
    assert mails["mallory", "turn"].reply_to


def test_a_seat_that_the_computer_keeps_can_be_had_back(people: Cast) -> None:
    game = start_timed(people)
    act(game, ReplacePlayer(0, bot="greedy"), actor=HOST)
    letter = read_mails_later()["ada", "taken-over"]
    assert "Regular (computer, ● Blue) plays on in your place." in letter.body
    assert "You can have your seat back" in letter.body
    act(game, TakeOver(0, people.ada.pk, 0), actor="user:1")
    assert "You play ● Blue again." in read_mails_later()["ada", "back"].body


def test_whom_the_host_put_out_is_not_told_of_a_way_back(people: Cast) -> None:
    game = start_timed(people)
    act(game, ReplacePlayer(1, bot="greedy", by_host=True), actor=HOST)
    letter = read_mails_later()["bob", "taken-over"]
    assert "Regular (computer, ■ Red) plays on in your place." in letter.body
    assert "You can have your seat back" not in letter.body
    assert "go on watching" not in letter.body


def test_who_is_back_already_is_not_told_of_having_been_replaced(people: Cast) -> None:
    game = start_timed(people)
    act(game, ReplacePlayer(0, bot="greedy"), actor=HOST)
    act(game, TakeOver(0, people.ada.pk, 0), actor="user:1")
    mails = read_mails_later()
    assert ("ada", "taken-over") not in mails
    assert ("ada", "back") in mails


def test_a_pause_is_asked_for_agreed_to_and_ended(people: Cast) -> None:
    game = start_timed(people)
    act(game, AgreePause(0), actor="user:1")
    mails = read_mails_later()
    assert "ada (● Blue) would like the clock to stop" in mails["bob", "pause-asked"].body
    assert ("ada", "pause-asked") not in mails
    act(game, AgreePause(1), actor="user:2")
    agreed = read_mails_later()
    assert "the clock stands still" in agreed["ada", "paused"].body
    assert ("bob", "paused") not in agreed
    act(game, EndPause(1), actor="user:2")
    over = read_mails_later()["ada", "resumed"].body
    assert "bob (■ Red) has ended it." in over
    assert "Play by " in over


def test_a_newer_ruleset_is_asked_for_and_agreed_to(people: Cast) -> None:
    game = start_game(people, ruleset="franchise-1")
    act(game, AgreeRuleset(0), actor="user:1")
    mails = read_mails_later()
    asked = mails["bob", "ruleset-asked"].body
    assert "ada (● Blue) would like to play on by the newer ruleset." in asked
    assert ("ada", "ruleset-asked") not in mails
    act(game, AgreeRuleset(1), actor="user:2")
    changed = read_mails_later()
    for person in ("ada", "bob"):
        assert "ruleset 2 holds from here on" in changed[person, "ruleset-changed"].body


def test_another_computer_player_is_asked_for(people: Cast) -> None:
    game = start_beside_computer(people)
    act(game, WantComputer(0, 2, "strong"), actor="user:1")
    mails = read_mails_later()
    asked = mails["bob", "computer-asked"].body
    assert "ada (● Blue) would like Strong (computer) to play ▲ Orange." in asked
    assert ("ada", "computer-asked") not in mails


def test_a_wish_for_another_computer_player_that_was_taken_back_is_not_told(people: Cast) -> None:
    game = start_beside_computer(people)
    for bot in ("strong", None):
        act(game, WantComputer(0, 2, bot), actor="user:1")
    assert ("bob", "computer-asked") not in read_mails_later()


def test_a_wish_for_a_newer_ruleset_that_was_taken_back_is_not_told(people: Cast) -> None:
    game = start_game(people, ruleset="franchise-1")
    for order in (AgreeRuleset(0), KeepRuleset(0)):
        act(game, order, actor="user:1")
    assert ("bob", "ruleset-asked") not in read_mails_later()


def test_who_is_not_to_move_reads_who_is_when_a_pause_ends(people: Cast) -> None:
    game = start_timed(people)
    for order in (AgreePause(0), AgreePause(1), EndPause(0)):
        act(game, order, actor=HOST)
    mails = read_mails_later()
    assert "ada (● Blue) is to move until " in mails["bob", "resumed"].body
    assert ("bob", "pause-asked") not in mails
    assert ("ada", "paused") not in mails


def test_a_pause_that_ended_and_began_again_is_not_told_as_over(people: Cast) -> None:
    game = start_timed(people)
    for order in (AgreePause(0), AgreePause(1), EndPause(0), AgreePause(0), AgreePause(1)):
        act(game, order, actor=HOST)
    assert ("bob", "resumed") not in read_mails_later()


def test_the_turn_mail_of_a_paused_game_says_that_the_clock_stands(people: Cast) -> None:
    game = start_timed(people)
    for order in (AgreePause(0), AgreePause(1)):
        act(game, order, actor=HOST)
    pass_turn(game)
    assert "The clock stands still" in read_mails_later()["bob", "turn"].body


def test_a_lost_turn_of_a_game_that_is_over_says_nothing_of_the_seat(people: Cast) -> None:
    game = start_timed(people)
    lose_turns(game)
    act(game, AbandonGame(), actor=HOST)
    assert "your seat can be taken over" not in read_mails_later()["ada", "lost"].body
