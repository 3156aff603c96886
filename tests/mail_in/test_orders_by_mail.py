"""Orders that come by mail: played once, at the version that was seen, and answered once."""

from concurrent.futures import ThreadPoolExecutor
from email import message_from_bytes
from smtplib import SMTPServerDisconnected
from threading import Barrier

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection, connections
from pytest_django import Settings

from games import talk
from games.bots.suggestions import suggestions
from games.domain import Options
from games.domain.commands import command
from games.domain.events import TurnTakenBack
from games.domain.notation import format
from games.domain.text import draw
from games.drawing import board_png
from games.edge import now
from games.events import store
from games.limits import CHAT_LINES
from games.models import ChatLine, Person
from games.services import act
from mail_in.playing import Outcome
from notifications.messages.game import PICTURE_WIDTH
from notifications.models import Inbound, Notice, Preference
from notifications.outbox.queue import LEASE
from notifications.reply_addresses import MARKER, read_address
from tests.doing import actors_of, table_of
from tests.mail_in.mails import (
    answer_turn_mail,
    receive_and_answer,
    receive_mail,
    reply_address_of,
    send_due_answers,
    start_mailed_game,
    texts_of_answers,
    write_mail,
)
from tests.people import HOST

pytestmark = pytest.mark.django_db(transaction=True)
PASS = command("turn", 1, {})
THREADS = 8


def test_a_turn_in_words_is_played_in_the_players_name_and_answered() -> None:
    game, people = start_mailed_game()
    before = table_of(game)
    assert answer_turn_mail(game, people.ada, "expand to Phoenix\n") is Outcome.PLAYED
    after = table_of(game)
    assert after.to_move == 1
    assert actors_of(game)[before.version :][0] == f"user:{people.ada.pk}"
    (answer,) = mail.outbox
    assert answer.to == [people.ada.email]
    assert answer.subject == "Re: Your turn in Route 66"
    assert answer.extra_headers["From"] == "Franchise <no-reply@localhost>"
    assert answer.extra_headers["Auto-Submitted"] == "auto-replied"
    assert answer.extra_headers["In-Reply-To"] == answer.extra_headers["References"]
    assert "Played\nexpand to Phoenix" in answer.body
    assert "Blue: Pueblo > Phoenix $0" in answer.body
    assert "■ Red" in answer.body


def test_an_answer_is_text_and_html_with_the_board_as_it_is_now() -> None:
    game, people = start_mailed_game()
    answer_turn_mail(game, people.ada, "expand to Phoenix\nnote <b>bold</b>")
    (answer,) = mail.outbox
    assert isinstance(answer, EmailMultiAlternatives)
    html = str(answer.alternatives[0][0])
    assert "expand to Phoenix" in html
    assert "&lt;b&gt;bold&lt;/b&gt;" in html
    (picture,) = [
        part for part in answer.message().walk() if part.get_content_type() == "image/png"
    ]
    assert f'src="cid:{picture["Content-ID"].strip("<>")}"' in html
    state = table_of(game)
    assert picture.get_payload(decode=True) == board_png(state, language="en", width=PICTURE_WIDTH)
    assert draw(state) in answer.body


def test_the_answer_is_in_the_players_language() -> None:
    for language, sentence in (("de", "Gespielt\n"), ("fr-CA", "Joué\n"), ("nl", "Played\n")):
        game, people = start_mailed_game()
        Person.objects.filter(pk=people.ada.pk).update(language=language)
        mail.outbox.clear()
        assert answer_turn_mail(game, people.ada, "expandieren nach Phoenix") is Outcome.PLAYED
        assert sentence in texts_of_answers()[0]


def test_a_number_plays_the_suggestion_of_that_number() -> None:
    game, people = start_mailed_game()
    state = table_of(game)
    second = suggestions(state)[1]
    assert answer_turn_mail(game, people.ada, "2") is Outcome.PLAYED
    expected = act_on_copy(state.version, second)
    assert table_of(game).present == expected


def act_on_copy(version: int, order: object) -> object:
    game, _ = start_mailed_game()
    assert table_of(game).version == version
    return act(game, order, actor=HOST).table.present  # type: ignore[arg-type]


def test_a_number_that_was_not_offered_is_refused() -> None:
    game, people = start_mailed_game()
    assert answer_turn_mail(game, people.ada, "7") is Outcome.REFUSED
    assert "There is no suggestion 7." in texts_of_answers()[0]


@pytest.mark.parametrize("word", ["pass", "Pass.", "passe", "Ich passe", "je passe"])
def test_a_pass_is_played_in_three_languages(word: str) -> None:
    game, people = start_mailed_game()
    assert answer_turn_mail(game, people.ada, word) is Outcome.PLAYED
    assert table_of(game).to_move == 1


def test_a_choice_of_the_set_up_is_played() -> None:
    game, people = start_mailed_game(Options())
    state = table_of(game)
    assert state.status == "towns"
    person = people[state.mover]
    town = format(suggestions(state)[0]).removeprefix("town ")
    assert answer_turn_mail(game, person, town) is Outcome.PLAYED
    assert f"starts in {town}" in texts_of_answers()[0]


def test_a_refused_turn_is_answered_with_the_rule_and_what_is_possible() -> None:
    game, people = start_mailed_game()
    before = table_of(game)
    assert answer_turn_mail(game, people.ada, "expand to New York") is Outcome.REFUSED
    assert table_of(game) == before
    (answer,) = mail.outbox
    assert "Not played\nNo link leads to New York" in answer.body
    assert "(rule T2)" in answer.body
    assert "Possible\n" in answer.body
    assert MARKER in answer.body
    bound = read_address(answer.extra_headers["From"].partition("<")[2])
    assert bound is not None
    assert (bound.version, bound.person) == (before.version, people.ada.pk)


def test_an_answer_can_be_answered() -> None:
    game, people = start_mailed_game()
    answer_turn_mail(game, people.ada, "expand to New York")
    address = mail.outbox[0].extra_headers["From"].partition("<")[2].strip(">")
    assert receive_mail(write_mail(people.ada, address, "1")) is Outcome.PLAYED


def test_a_line_that_is_nearly_an_order_lets_nothing_be_played() -> None:
    game, people = start_mailed_game()
    before = table_of(game)
    assert answer_turn_mail(game, people.ada, "expnd to Phoenix\npass") is Outcome.REFUSED
    assert table_of(game) == before
    assert "expnd to Phoenix" in texts_of_answers()[0]


def test_a_line_that_is_no_order_is_named_in_the_answer() -> None:
    game, people = start_mailed_game()
    text = "Hi!\nI was busy all week, sorry.\nexpand to Phoenix\nThanks,\nAda"
    assert answer_turn_mail(game, people.ada, text) is Outcome.PLAYED
    assert "not read as orders\n  I was busy all week, sorry.\n" in texts_of_answers()[0]
    assert "Thanks" not in texts_of_answers()[0]


def test_a_mail_without_orders_is_told_so() -> None:
    game, people = start_mailed_game()
    assert answer_turn_mail(game, people.ada, "What a lovely evening.") is Outcome.NOTHING
    assert "No order could be found" in texts_of_answers()[0]
    assert "\n  1  " in texts_of_answers()[0]


def test_a_turn_is_taken_back_by_answering_the_mail_it_was_played_from() -> None:
    game, people = start_mailed_game()
    address = reply_address_of(game, people.ada)
    before = table_of(game)
    answer_turn_mail(game, people.ada, "expand to Phoenix")
    assert receive_mail(write_mail(people.ada, address, "Take back, please!")) is Outcome.PLAYED
    assert any(isinstance(event, TurnTakenBack) for event in store.read(game))
    assert table_of(game).present == before.present
    assert "Your turn is taken back." in texts_of_answers()[-1]
    assert answer_turn_mail(game, people.ada, "pass") is Outcome.PLAYED


def test_a_take_back_after_another_played_is_refused() -> None:
    game, people = start_mailed_game()
    address = reply_address_of(game, people.ada)
    answer_turn_mail(game, people.ada, "expand to Phoenix")
    answer_turn_mail(game, people.bob, "pass")
    assert receive_mail(write_mail(people.ada, address, "zurücknehmen")) is Outcome.REFUSED
    assert "cannot be taken back" in texts_of_answers()[-1]


def test_a_take_back_with_other_orders_is_refused_as_a_whole() -> None:
    game, people = start_mailed_game()
    assert answer_turn_mail(game, people.ada, "take back\nexpand to Phoenix") is Outcome.REFUSED


def test_a_note_goes_to_the_table_and_stop_ends_the_reminders_of_this_game_alone() -> None:
    game, people = start_mailed_game()
    assert (
        answer_turn_mail(game, people.ada, "note Well played, Bob!\nstop\nexpand to Phoenix")
        is Outcome.PLAYED
    )
    (line,) = ChatLine.objects.all()
    assert (line.game_id, line.person, line.text) == (game, people.ada, "Well played, Bob!")
    (preference,) = Preference.objects.all()
    assert (preference.game_id, preference.reminders) == (game, False)
    assert "Your note stands at the table\n  Well played, Bob!" in texts_of_answers()[0]
    assert answer_turn_mail(game, people.bob, "Stopp") is Outcome.NOTED


def test_a_letter_whose_notes_are_too_many_says_and_plays_nothing() -> None:
    game, people = start_mailed_game()
    for _ in range(CHAT_LINES.most - 1):
        talk.say(game, people.ada, "look", now())
    assert (
        answer_turn_mail(game, people.ada, "note one\nnote two\nexpand to Phoenix")
        is Outcome.REFUSED
    )
    assert ChatLine.objects.count() == CHAT_LINES.most - 1
    assert table_of(game).turn == 1
    assert "60 lines within an hour are the most" in texts_of_answers()[0]
    assert "Your note stands" not in texts_of_answers()[0]


def test_a_late_mail_plays_nothing_and_is_answered_with_the_present_table() -> None:
    game, people = start_mailed_game()
    address = reply_address_of(game, people.ada)
    act(game, command("turn", 0, {"expand": [{"to": "phoenix"}]}), actor=HOST)
    act(game, PASS, actor=HOST)
    before = table_of(game)
    assert receive_mail(write_mail(people.ada, address, "expand to Detroit")) is Outcome.LATE
    assert table_of(game) == before
    (answer,) = mail.outbox
    assert "The game has gone on" in answer.body
    bound = read_address(answer.extra_headers["From"].partition("<")[2])
    assert bound is not None
    assert bound.version == before.version


def test_the_same_mail_twice_is_played_and_answered_once() -> None:
    game, people = start_mailed_game()
    made = write_mail(people.ada, reply_address_of(game, people.ada), "expand to Phoenix")
    assert [receive_mail(made), receive_mail(made)] == [Outcome.PLAYED, Outcome.REPEATED]
    assert len(mail.outbox) == 1


def test_the_same_mail_in_parallel_is_played_and_answered_once() -> None:
    game, people = start_mailed_game()
    raw = bytes(write_mail(people.ada, reply_address_of(game, people.ada), "note once\npass"))
    barrier = Barrier(THREADS)

    def deliver() -> Outcome:
        try:
            connection.ensure_connection()
            barrier.wait(timeout=60)
            return receive_and_answer(raw, None, (), now())
        finally:
            connections.close_all()

    with ThreadPoolExecutor(THREADS) as threads:
        running = [threads.submit(deliver) for _ in range(THREADS)]
    outcomes = sorted(each.result() for each in running)
    assert outcomes == [Outcome.PLAYED] + [Outcome.REPEATED] * (THREADS - 1)
    assert len(mail.outbox) == 1
    assert ChatLine.objects.count() == 1
    assert table_of(game).to_move == 1


def test_mallory_cannot_use_up_the_message_id_of_another() -> None:
    game, people = start_mailed_game()
    made = write_mail(people.ada, reply_address_of(game, people.ada), "pass")
    same_id = write_mail(
        people.bob, reply_address_of(game, people.bob), "note x", Message_ID=made["Message-ID"]
    )
    assert receive_mail(same_id) is Outcome.NOTED
    assert receive_mail(made) is Outcome.PLAYED


class Unreachable(EmailBackend):
    def send_messages(self, messages: object) -> int:
        raise SMTPServerDisconnected


def test_an_answer_that_cannot_be_sent_is_sent_later(settings: Settings) -> None:
    game, people = start_mailed_game()
    reachable = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = f"{__name__}.Unreachable"
    assert answer_turn_mail(game, people.ada, "pass") is Outcome.PLAYED
    settings.EMAIL_BACKEND = reachable
    send_due_answers(now())
    assert not mail.outbox
    send_due_answers(now() + 2 * LEASE)
    send_due_answers(now() + 4 * LEASE)
    assert len(mail.outbox) == 1
    assert Inbound.objects.get().outcome == "played"
    row = Notice.objects.get(message="answer")
    assert row.sent is not None
    assert row.content == ""


def test_nothing_of_a_player_reaches_the_headers_of_an_answer_but_the_subject() -> None:
    game, people = start_mailed_game()
    made = write_mail(people.ada, reply_address_of(game, people.ada), "hm")
    raw = bytes(made)
    evil = b"Subject: =?utf-8?q?Re:_x=0D=0ABcc:_mallory@example.org=0D=0A?=\n"
    raw = raw.replace(b"Subject: Re: Your turn in Route 66\n", evil)
    raw = raw.replace(b"From: Ada ", b"From: =?utf-8?q?a=0D=0ABcc=3A_mallory=40example=2Eorg?= ")
    assert receive_and_answer(raw, None, (), now()) is Outcome.NOTHING
    (answer,) = mail.outbox
    sent = message_from_bytes(bytes(answer.message()))
    assert sent["Bcc"] is None
    assert answer.recipients() == [people.ada.email]
    assert answer.subject == "Re: x Bcc: mallory@example.org"
