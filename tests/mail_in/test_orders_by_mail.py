"""Orders that come by mail: played once and answered once."""

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
from games.drawing import board_png_for_mail
from games.edge import now
from games.events import store
from games.limits import CHAT_LINES
from games.models import ChatLine, Person
from games.services import act
from mail_in.playing import Outcome
from notifications.messages.news import PICTURE_WIDTH
from notifications.models import Inbound, Notice, Preference
from notifications.outbox.queue import LEASE
from notifications.reply_addresses import MARKER, read_address
from tests.doing import actors_of, html_of, table_of
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
from tests.waiting import PATIENCE

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
    assert answer.subject == "[Played] Re: Your turn in Route 66"
    assert answer.extra_headers["From"] == "franchise@localhost"
    assert answer.extra_headers["Auto-Submitted"] == "auto-replied"
    assert answer.extra_headers["In-Reply-To"] == answer.extra_headers["References"]
    assert "Played\nRoute 66: expand to Phoenix" in answer.body
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
    assert picture.get_payload(decode=True) == board_png_for_mail(
        state, language="en", width=PICTURE_WIDTH
    )
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
    assert "Not played\nRoute 66: No link leads to New York" in answer.body
    assert "(rule T2)" in answer.body
    assert "Possible\n" in answer.body
    assert MARKER in answer.body
    bound = read_address(answer.reply_to[0])
    assert bound is not None
    assert (bound.version, bound.person) == (before.version, people.ada.pk)


def test_an_answer_can_be_answered() -> None:
    game, people = start_mailed_game()
    answer_turn_mail(game, people.ada, "expand to New York")
    address = mail.outbox[0].reply_to[0]
    assert receive_mail(write_mail(people.ada, address, "1")) is Outcome.PLAYED


def test_a_line_that_is_nearly_an_order_lets_nothing_be_played() -> None:
    game, people = start_mailed_game()
    before = table_of(game)
    assert (
        answer_turn_mail(game, people.ada, "expnd to Phoenix\nincrease Pueblo") is Outcome.REFUSED
    )
    assert table_of(game) == before
    assert "“expnd” is not understood." in texts_of_answers()[0]
    assert "[expnd] to Phoenix" in texts_of_answers()[0]


def answer_the_answer(person: Person, text: str) -> Outcome:
    return receive_mail(write_mail(person, mail.outbox[-1].reply_to[0], text))


@pytest.mark.parametrize(
    "text",
    [
        "expand to Phoenx",
        "expnd to Phoenix",
        "Phoenix",
        "expand to Phoenix?",
        "I was busy all week, sorry.\nexpand to Phoenix",
    ],
)
def test_a_number_in_answer_to_a_refusal_plays_what_was_meant(text: str) -> None:
    game, people = start_mailed_game()
    assert answer_turn_mail(game, people.ada, text) is Outcome.REFUSED
    (answer,) = mail.outbox
    assert isinstance(answer, EmailMultiAlternatives)
    assert "Answer with the number of what you meant\n  1  expand to Phoenix\n" in answer.body
    assert "Play this" not in html_of(answer)
    assert answer_the_answer(people.ada, "2") is Outcome.REFUSED
    mail.outbox.pop()
    assert answer_the_answer(people.ada, "1") is Outcome.PLAYED
    assert "Played\nRoute 66: expand to Phoenix" in texts_of_answers()[-1]


def test_the_number_of_the_refusal_says_as_well_what_was_offered() -> None:
    """Where a mail program forgets the reply address."""
    game, people = start_mailed_game()
    assert answer_turn_mail(game, people.ada, "expand to Phoenx") is Outcome.REFUSED
    number = str(mail.outbox[-1].extra_headers["Message-ID"])
    made = write_mail(people.ada, "play@localhost", "1", In_Reply_To=number)
    assert receive_mail(made) is Outcome.PLAYED
    assert "Played\nRoute 66: expand to Phoenix" in texts_of_answers()[-1]


def test_each_refusal_keeps_what_it_offered() -> None:
    game, people = start_mailed_game()
    for text in ("expand to Phoenx", "expand to Detroitt"):
        assert answer_turn_mail(game, people.ada, text) is Outcome.REFUSED
    mail.outbox.pop()
    assert answer_the_answer(people.ada, "1") is Outcome.PLAYED
    assert "Played\nRoute 66: expand to Phoenix" in texts_of_answers()[-1]


@pytest.mark.parametrize("text", ["1  expand to Detroit", "4  expand to Phoenix"])
def test_a_suggestion_with_other_words_is_refused(text: str) -> None:
    game, people = start_mailed_game()
    assert answer_turn_mail(game, people.ada, text) is Outcome.REFUSED


def test_a_suggestion_is_played_as_it_was_printed() -> None:
    game, people = start_mailed_game()
    printed = format(suggestions(table_of(game))[1]).replace("\n", "; ")
    assert answer_turn_mail(game, people.ada, f"2  {printed}") is Outcome.PLAYED


def test_what_takes_back_lets_nothing_be_played() -> None:
    game, people = start_mailed_game()
    text = "expand to Phoenix\n\nWait, no, forget that"
    assert answer_turn_mail(game, people.ada, text) is Outcome.REFUSED
    assert "“Wait, no, forget that” seems to take something back" in texts_of_answers()[0]


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
    assert texts_of_answers()[-1].startswith("Not taken back\n")
    assert mail.outbox[-1].subject.startswith("[Not taken back] Re: ")


def test_a_take_back_with_other_orders_is_refused_as_a_whole() -> None:
    game, people = start_mailed_game()
    assert answer_turn_mail(game, people.ada, "take back\nexpand to Phoenix") is Outcome.REFUSED


def test_a_note_goes_to_the_table_and_the_reminders_of_this_game_alone_end() -> None:
    game, people = start_mailed_game()
    assert (
        answer_turn_mail(
            game, people.ada, "note Well played, Bob!\nstop reminders\nexpand to Phoenix"
        )
        is Outcome.PLAYED
    )
    (line,) = ChatLine.objects.all()
    assert (line.game_id, line.person, line.text) == (game, people.ada, "Well played, Bob!")
    (preference,) = Preference.objects.all()
    assert (preference.game_id, preference.reminders) == (game, False)
    assert "Said at the table\n  Well played, Bob!" in texts_of_answers()[0]
    assert answer_turn_mail(game, people.bob, "Keine Erinnerungen") is Outcome.NOTED


@pytest.mark.usefixtures("still")
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
    assert "Said at the table" not in texts_of_answers()[0]


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
            barrier.wait(PATIENCE)
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
    assert answer.subject == "[Not played] Re: x Bcc: mallory@example.org"


def test_a_note_that_is_too_long_is_refused_with_all_else_of_its_mail() -> None:
    game, people = start_mailed_game()
    note = f"note {'well played, ' * 100}"
    assert answer_turn_mail(game, people.ada, f"{note}\nexpand to Phoenix") is Outcome.REFUSED
    assert "characters are too many: at most 1000 fit" in texts_of_answers()[0]
    assert not ChatLine.objects.exists()
    assert table_of(game).to_move == 0
