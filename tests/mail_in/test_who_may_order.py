"""Mail of strangers, forgers and machines: nothing is played, and nobody is answered."""

from email import message_from_bytes

import pytest
from django.core import mail

from games.domain.lobby import ReplacePlayer
from games.edge import now
from games.models import ChatLine
from games.services import act
from mail_in.playing import Outcome
from mail_in.receiving import receive
from tests.doing import table_of
from tests.mail_in.mails import (
    answer_turn_mail,
    receive_and_answer,
    receive_mail,
    reply_address_of,
    start_mailed_game,
    write_mail,
)
from tests.people import HOST

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_mail_from_another_address_is_nobodys() -> None:
    game, people = start_mailed_game()
    before = table_of(game)
    address = reply_address_of(game, people.ada)
    for stranger in (people.bob, people.mallory):
        assert (
            receive_mail(write_mail(stranger, address, "expand to Phoenix\nnote hi"))
            is Outcome.STRANGER
        )
    people.ada.email = ""
    people.ada.save(update_fields=["email"])
    assert receive_mail(write_mail(people.ada, address, "pass", From="Ada <>")) is Outcome.STRANGER
    assert table_of(game) == before
    assert {each.to[0] for each in mail.outbox} <= {"ada@example.org"}
    assert not ChatLine.objects.exists()


def test_a_mail_that_names_two_senders_is_nobodys() -> None:
    game, people = start_mailed_game()
    text = write_mail(people.ada, reply_address_of(game, people.ada), "pass")
    raw = bytes(text).replace(b"From: ", b"From: Mallory <mallory@example.org>, ")
    assert receive(raw, None, (), now()) is Outcome.STRANGER
    twice = b"From: mallory@example.org\n" + bytes(text)
    assert receive(twice, None, (), now()) is Outcome.STRANGER


def test_the_senders_address_may_be_written_in_any_case() -> None:
    game, people = start_mailed_game()
    assert answer_turn_mail(game, people.ada, "pass", From="ADA@Example.ORG") is Outcome.PLAYED


def test_who_no_longer_sits_there_is_a_stranger() -> None:
    game, people = start_mailed_game()
    address = reply_address_of(game, people.ada)
    act(game, ReplacePlayer(0, player=people.mallory.pk), actor=HOST)
    assert receive_mail(write_mail(people.ada, address, "note still here?")) is Outcome.STRANGER
    assert not mail.outbox


def test_a_forged_or_altered_address_is_nobodys() -> None:
    game, people = start_mailed_game()
    address = reply_address_of(game, people.ada)
    for i in range(5, 63):
        letter = "a" if address[i] != "a" else "b"
        altered = address[:i] + letter + address[i + 1 :]
        assert receive_mail(write_mail(people.ada, altered, "pass")) is Outcome.NOBODY
    assert not mail.outbox
    assert table_of(game).to_move == 0


@pytest.mark.parametrize(
    "field",
    [
        {"Auto-Submitted": "auto-replied"},
        {"Auto_Submitted": "auto-generated; owner-email=x"},
        {"Precedence": "bulk"},
        {"X-Autoreply": "yes"},
        {"X-Auto-Response-Suppress": "All", "Auto-Submitted": "auto-generated"},
        {"Return-Path": "<>"},
        {"Subject": "Automatic reply: Your turn"},
        {"Subject": "Abwesenheitsnotiz: Du bist am Zug"},
        {"Subject": "Réponse automatique : à vous"},
    ],
)
def test_an_automatic_mail_plays_nothing_and_is_not_answered(field: dict[str, str]) -> None:
    game, people = start_mailed_game()
    before = table_of(game)
    assert answer_turn_mail(game, people.ada, "pass", **field) is Outcome.AUTOMATIC
    assert table_of(game) == before
    assert not mail.outbox


@pytest.mark.parametrize("wish", ["All", "OOF", "DR, OOF, AutoReply", "OOF, AutoReply"])
def test_a_person_whose_program_wants_no_automatic_answer_plays_and_is_answered(wish: str) -> None:
    """Exchange writes X-Auto-Response-Suppress into what people send."""
    game, people = start_mailed_game()
    field = {"X-Auto-Response-Suppress": wish}
    assert answer_turn_mail(game, people.ada, "expand to Phoenix", **field) is Outcome.PLAYED
    assert table_of(game).to_move == 1
    assert [each.to for each in mail.outbox] == [[people.ada.email]]


def test_a_bounce_is_not_answered() -> None:
    game, people = start_mailed_game()
    made = write_mail(people.ada, reply_address_of(game, people.ada), "pass")
    assert receive_mail(made, envelope_from="") is Outcome.AUTOMATIC
    report = bytes(made).replace(b"text/plain", b"multipart/report; boundary=x")
    assert receive(report, "ada@example.org", (), now()) is Outcome.AUTOMATIC
    assert not mail.outbox


def test_an_answer_that_comes_back_is_not_answered() -> None:
    game, people = start_mailed_game()
    answer_turn_mail(game, people.ada, "hello?")
    answer = message_from_bytes(bytes(mail.outbox[0].message()))
    answer.replace_header("From", people.ada.email)
    answer.replace_header("To", reply_address_of(game, people.ada))
    assert receive_and_answer(bytes(answer), None, (), now()) is Outcome.AUTOMATIC
    assert len(mail.outbox) == 1


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("I am away until the {number}th.", Outcome.NOTHING),
        ("I am in Chicago. {number}", Outcome.NOTHING),
        ("Expand in a meeting until {number}", Outcome.REFUSED),
    ],
)
def test_a_program_that_answers_every_answer_is_soon_not_answered_any_more(
    text: str, outcome: Outcome
) -> None:
    game, people = start_mailed_game()
    for number in range(15):
        assert answer_turn_mail(game, people.ada, text.format(number=number)) is outcome
    assert len(mail.outbox) == 10
    assert answer_turn_mail(game, people.ada, "pass") is Outcome.PLAYED
    assert len(mail.outbox) == 11
