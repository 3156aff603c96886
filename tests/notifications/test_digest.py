"""The daily mail: who gets it, and what it tells."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.domain.computer_change import WantComputer
from games.domain.lobby import AbandonGame, AgreePause, EndPause, ReplacePlayer
from games.domain.ruleset_change import AgreeRuleset
from games.domain.take_backs import TakeBack
from games.edge import now
from games.models import Person
from games.overdue import move_on_due
from games.services import act
from mail_in.playing import Outcome
from notifications.models import NO_GAME, Digest, Preference
from notifications.outbox.queue import send_due
from notifications.outbox.schedule import begin_digests
from notifications.reply_addresses import MARKER, desk_address, message_id, read_address
from tests.doing import play_turn, start_beside_computer, table_of
from tests.mail_in.mails import (
    cast_with_mail,
    receive_mail,
    start_mailed_game,
    write_mail,
)
from tests.notifications.daily import AT, choose_daily_mail, mails_by, seven, start_another_game
from tests.pages import page_of_mail
from tests.people import HOST

pytestmark = pytest.mark.django_db(transaction=True)
Mail = Preference.Mail


def test_who_wants_one_mail_a_day_gets_no_others(clock: time_machine.Traveller) -> None:
    game, people = start_mailed_game()
    choose_daily_mail(people.ada)
    while send_due(now()):
        pass
    assert {each.to[0] for each in mail.outbox} == {"bob@example.org"}
    (letter,) = mails_by(clock, seven())
    assert letter.to == ["ada@example.org"]
    assert table_of(game).to_move == 0


def test_the_daily_mail_says_whose_turn_waits_and_until_when_in_the_readers_zone(
    clock: time_machine.Traveller,
) -> None:
    Person.objects.create(username="ada", time_zone="America/New_York")
    game, people = start_mailed_game()
    choose_daily_mail(people.ada)
    assert mails_by(clock, seven(zone="America/New_York") - timedelta(seconds=1)) == []
    (letter,) = mails_by(clock, seven(zone="America/New_York"))
    assert letter.subject == "Your turn in Route 66"
    lines = letter.body.splitlines()
    assert lines[:2] == [
        "Your turn in Route 66",
        "Route 66: Your turn 1. Play by Tue 3 March, 07:00 EST.",
    ]
    page = page_of_mail(letter)
    for text in (letter.body, page.text):
        assert MARKER in text
        assert "To play in Route 66, answer this mail" in text.replace("\n", " ")
        assert "Answer with a number" in text
    led_to = "\n".join(each["href"] for each in page.all("link"))
    for links in (letter.body, led_to):
        assert f"/games/{game}/" in links
        assert "/account/mail/" in links
    assert "/mail/play/" in led_to
    bound = read_address(letter.reply_to[0])
    assert bound is not None
    assert (bound.game_id, bound.person) == (NO_GAME, people.ada.pk)
    assert letter.extra_headers["Auto-Submitted"] == "auto-generated"
    assert letter.extra_headers["Message-ID"] == message_id(f"digest.{people.ada.pk}.2026-03-03.1")


@pytest.mark.parametrize(
    ("language", "title"), [("fr", "À vous de jouer dans Route 66"), ("de", "Du bist am Zug bei")]
)
def test_the_daily_mail_speaks_its_readers_language(
    clock: time_machine.Traveller, language: str, title: str
) -> None:
    Person.objects.create(username="ada", language=language)
    _, people = start_mailed_game()
    choose_daily_mail(people.ada)
    (letter,) = mails_by(clock, seven())
    assert letter.subject.startswith(title)
    page = page_of_mail(letter)
    assert title in page.text
    assert page.language == language


def test_the_daily_mail_can_be_answered_with_a_number(clock: time_machine.Traveller) -> None:
    game, people = start_mailed_game()
    choose_daily_mail(people.ada)
    (letter,) = mails_by(clock, seven())
    assert receive_mail(write_mail(people.ada, letter.reply_to[0], "1")) is Outcome.PLAYED
    assert table_of(game).to_move == 1


def test_of_several_turns_the_most_urgent_comes_first_and_each_has_its_own_address(
    clock: time_machine.Traveller,
) -> None:
    people = cast_with_mail()
    slow = start_another_game(people, "Slow Road", None)
    week = start_another_game(people, "Long Road", 168)
    soon = start_another_game(people, "Short Road", 24)
    choose_daily_mail(people.ada)
    (letter,) = mails_by(clock, seven())
    assert letter.subject == "3 turns wait for you"
    places = [letter.body.index(f"{name} Road: ") for name in ("Short", "Long", "Slow")]
    assert places == sorted(places)
    written = [word for word in letter.body.split() if word.startswith("mailto:play+")]
    bounds = [read_address(word.removeprefix("mailto:")) for word in written]
    assert [bound.game_id for bound in bounds if bound] == [soon, week, slow]


def test_the_daily_mail_tells_what_happened_since_the_last_one(
    clock: time_machine.Traveller,
) -> None:
    game, people = start_mailed_game()
    choose_daily_mail(people.bob)
    clock.shift(timedelta(hours=1))
    play_turn(game, expand=[{"to": "phoenix"}])
    (letter,) = mails_by(clock, seven())
    assert letter.subject == "Your turn in Route 66"
    assert "Blue: Pueblo > Phoenix $0" in letter.body
    assert "Blue: Pueblo > Phoenix $0" in page_of_mail(letter).text
    play_turn(game, expand=[{"to": "atlanta"}])
    (letter,) = mails_by(clock, seven(2))
    assert letter.subject == "What happened in your games"
    assert "Phoenix" not in letter.body
    assert "Red: Montgomery > Atlanta" in letter.body
    assert letter.reply_to == [desk_address(people.bob.email)]
    assert MARKER not in letter.body


def test_a_turn_that_was_taken_back_is_not_told_but_that_it_was(
    clock: time_machine.Traveller,
) -> None:
    people = cast_with_mail()
    game = start_another_game(people, "Route 66")
    choose_daily_mail(people.bob)
    clock.shift(timedelta(hours=1))
    start = table_of(game).version
    play_turn(game, expand=[{"to": "phoenix"}])
    act(game, TakeBack(start, 0), actor=f"user:{people.ada.pk}")
    (letter,) = mails_by(clock, seven())
    assert "Phoenix" not in letter.body
    assert "A turn was taken back." in letter.body


def test_games_that_began_ended_or_were_abandoned_and_seats_taken_over_are_told(
    clock: time_machine.Traveller,
) -> None:
    people = cast_with_mail()
    choose_daily_mail(*people)
    clock.shift(timedelta(hours=1))
    over, begun, left = (start_another_game(people, name) for name in ("Over", "Begun", "Left"))
    play_turn(over)
    play_turn(over)
    act(begun, ReplacePlayer(0, player=people.mallory.pk), actor=HOST)
    act(left, AbandonGame(), actor=HOST)
    letters = {each.to[0].partition("@")[0]: each for each in mails_by(clock, seven())}
    assert "Over\n  The game has started.\n" in letters["bob"].body
    assert "Final scoring" in letters["bob"].body
    assert "Final scoring" in page_of_mail(letters["bob"]).text
    assert "The game was abandoned." in letters["bob"].body
    assert "You play ● Blue from here on." in letters["mallory"].body.replace("\n     ", "")
    assert "Over" not in letters["mallory"].body
    (letter,) = mails_by(clock, seven(2))
    assert letter.to == ["mallory@example.org"]


def test_a_lost_turn_is_told_in_the_daily_mail_with_what_it_means_for_the_seat(
    clock: time_machine.Traveller,
) -> None:
    people = cast_with_mail()
    start_another_game(people, "Route 66", pace_hours=12)
    choose_daily_mail(people.ada)
    clock.shift(timedelta(hours=13))
    move_on_due(now())
    (letter,) = mails_by(clock, seven())
    text = " ".join(letter.body.split())
    assert "Your time ran out. If you lose the next one too, your seat can be taken over." in text
    assert "Blue: time ran out, " in text


def test_pauses_are_told_in_the_daily_mail(clock: time_machine.Traveller) -> None:
    game, people = start_mailed_game()
    choose_daily_mail(people.bob)
    clock.shift(timedelta(hours=1))
    act(game, AgreePause(0), actor="user:1")
    act(game, AgreePause(1), actor="user:2")
    act(game, EndPause(0), actor="user:1")
    send_due(now())
    assert not any("ause" in each.subject for each in mail.outbox)
    (letter,) = mails_by(clock, seven())
    text = " ".join(letter.body.split())
    assert "ada (● Blue) would like the clock to stop for a while." in text
    assert "The game is paused. All have agreed" in text
    assert "The pause is over. ada (● Blue) has ended it." in text


def test_a_newer_ruleset_is_told_in_the_daily_mail(clock: time_machine.Traveller) -> None:
    game, people = start_mailed_game(ruleset="franchise-1")
    choose_daily_mail(people.bob)
    clock.shift(timedelta(hours=1))
    for seat in (0, 1):
        act(game, AgreeRuleset(seat), actor=f"user:{seat + 1}")
    (letter,) = mails_by(clock, seven())
    text = " ".join(letter.body.split())
    assert "ada (● Blue) would like to play on by the newer ruleset." in text
    assert "All have agreed: ruleset 2 holds from here on." in text


def test_a_wish_for_another_computer_player_is_told_in_the_daily_mail(
    clock: time_machine.Traveller,
) -> None:
    people = cast_with_mail()
    game = start_beside_computer(people)
    choose_daily_mail(people.bob)
    clock.shift(timedelta(hours=1))
    for bot in ("strong", None):
        act(game, WantComputer(0, 2, bot), actor="user:1")
    (letter,) = mails_by(clock, seven())
    asks = "ada (● Blue) would like Strong (computer) to play ▲ Orange."
    assert " ".join(letter.body.split()).count(asks) == 1


def test_whoever_loses_a_seat_is_told_at_once_even_with_daily_mails(
    clock: time_machine.Traveller,
) -> None:
    game, people = start_mailed_game()
    choose_daily_mail(people.bob)
    act(game, ReplacePlayer(1, bot="greedy"), actor=HOST)
    send_due(now())
    alone = [each.subject for each in mail.outbox if each.to == ["bob@example.org"]]
    assert alone == ["Route 66: Your seat was taken over"]


def test_a_daily_mail_of_one_game_alone_leaves_the_others_as_they_are(
    clock: time_machine.Traveller,
) -> None:
    people = cast_with_mail()
    one, other = start_another_game(people, "One"), start_another_game(people, "Other")
    choose_daily_mail(people.ada, game=one)
    while send_due(now()):
        pass
    kinds = [each.extra_headers["Message-ID"].split(".") for each in mail.outbox]
    mine = {
        (kind[0][1:], kind[2])
        for each, kind in zip(mail.outbox, kinds, strict=True)
        if each.to == ["ada@example.org"]
    }
    assert mine == {(str(other), "turn")}
    (letter,) = mails_by(clock, seven())
    assert "One: " in letter.body
    assert "Other" not in letter.body


def test_no_daily_mail_goes_to_an_address_that_is_missing_or_turns_mail_away(
    clock: time_machine.Traveller,
) -> None:
    game, people = start_mailed_game()
    choose_daily_mail(people.ada, people.bob)
    play_turn(game, expand=[{"to": "phoenix"}])
    Person.objects.filter(pk=people.ada.pk).update(email="")
    Person.objects.filter(pk=people.bob.pk).update(mail_refused=AT)
    assert mails_by(clock, seven()) == []


def test_one_post_of_a_machine_ends_the_daily_mail(clock: time_machine.Traveller) -> None:
    game, people = start_mailed_game()
    choose_daily_mail(people.ada)
    choose_daily_mail(people.ada, game=game)
    (letter,) = mails_by(clock, seven())
    path = "/" + letter.extra_headers["List-Unsubscribe"].strip("<>").split("/", 3)[3]
    browser = Client(enforce_csrf_checks=True)
    assert b"No daily mail any more?" in browser.get(path).content
    assert Preference.objects.filter(mail=Mail.DAILY).count() == 2
    assert browser.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not Preference.objects.exclude(mail=Mail.NONE).exists()
    assert mails_by(clock, seven(2)) == []


def test_any_number_of_people_may_come_to_want_one_at_once() -> None:
    """Each statement has a bound on what it carries; 16,384 rows in one were refused."""
    Person.objects.bulk_create([Person(username=f"reader{number}") for number in range(1100)])
    wanting = [Preference(person=each, mail=Mail.DAILY) for each in Person.objects.all()]
    Preference.objects.bulk_create(wanting)
    with CaptureQueriesContext(connection) as queries:
        begin_digests(now())
    written = [each["sql"] for each in queries if each["sql"].startswith("INSERT")]
    assert len(written) >= 2
    assert Digest.objects.count() == 1100
