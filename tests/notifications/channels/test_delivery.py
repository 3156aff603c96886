"""What becomes of mails by what the mail server says: of the address, the mail, the host, the moment."""

import logging
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
import time_machine
from pytest_django import Settings

from franchise_site.health import state_of_mail
from games.models import Person
from notifications.channels.carrier import Carrier
from notifications.channels.channel import Fate
from notifications.channels.mail import MOST_TRIES, deliver
from notifications.channels.mime import mail_of
from notifications.channels.trouble import explain, mail_trouble
from notifications.messages.message import Message, Text
from notifications.models import Bounce, Notice
from notifications.outbox.queue import send_due
from tests.doing import start_game
from tests.mail_in.mails import start_mailed_game
from tests.notifications.channels.server import Server, serve, use_mail_server
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)
AT = datetime(2026, 3, 2, 10, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
RELAY = "554 5.7.1 Relay access denied"


@pytest.fixture
def server(settings: Settings) -> Iterator[Server]:
    server = Server()
    use_mail_server(settings, f"smtp://127.0.0.1:{server.port}")
    with serve(server), time_machine.travel(AT, tick=False):
        yield server


def make_three_mails() -> Cast:
    """Two to Ada, one to Bob, each of a game of its own."""
    people = start_mailed_game()[1]
    for _ in range(2):
        start_game(people)
    turns = Notice.objects.filter(message="turn").order_by("game_id")
    turns.exclude(pk__in=[each.pk for each in turns[:2]]).delete()
    kept = list(Notice.objects.filter(recipient=people.bob)[:1])
    Notice.objects.filter(message="started").exclude(pk__in=[each.pk for each in kept]).delete()
    Notice.objects.update(later="")
    # Turns that fall due within a minute are one mail.
    Notice.objects.filter(pk=turns[0].pk).update(due=AT - 2 * MINUTE)
    return people


def count_unsent() -> int:
    return Notice.objects.filter(sent=None).count()


def nobody_is_barred() -> bool:
    return not Person.objects.exclude(mail_refused=None).exists() and not Bounce.objects.exists()


def send_all(at: datetime) -> None:
    while send_due(at):
        pass


def send_one(number: str, at: datetime, to: str = "zoe@example.org") -> Fate:
    with closing(Carrier()) as carrier:
        return deliver(mail_of(Message(to, number, Text("Hello", "Hello"))), carrier, 0, at)


@pytest.mark.parametrize(
    ("command", "reply", "sentence"),
    [
        ("RCPT", RELAY, "passes no mail on for us"),
        ("RCPT", "550 relay not permitted", "passes no mail on for us"),
        ("MAIL", "553 5.7.1 Sender address rejected: not owned by user", "refuses us as a sender"),
        ("MAIL", "530 5.7.0 Must issue a STARTTLS command first", "refuses us as a sender"),
        ("DATA", "550 5.7.26 unauthenticated", "does not believe that our mail is ours"),
    ],
)
def test_the_hosts_mistake_bars_nobody_and_all_that_was_held_goes_after_its_repair(
    server: Server, caplog: pytest.LogCaptureFixture, command: str, reply: str, sentence: str
) -> None:
    make_three_mails()
    server.answers[command] = reply
    for minute in range(0, 60, 5):
        send_all(AT + minute * MINUTE)
    assert count_unsent() == 3
    assert nobody_is_barred()
    trouble = mail_trouble()
    assert trouble is not None
    assert trouble.said == reply
    (loud,) = [each for each in caplog.records if each.levelno == logging.ERROR]
    assert sentence in vars(loud)["why"]
    assert trouble.count <= 3 * 6

    server.answers.clear()
    assert send_one("first", AT + HOUR).went
    send_all(AT + HOUR)
    assert count_unsent() == 0
    assert len(server.taken) == 1 + 3
    assert mail_trouble() is None


def test_one_who_is_turned_away_while_mail_goes_to_others_holds_up_nobody(server: Server) -> None:
    make_three_mails()
    server.answers["ada@example.org"] = RELAY
    for minute in range(0, 120, 4):
        at = AT + minute * MINUTE
        send_all(at)
        assert send_one(str(minute), at).went
    assert {each.to for each in server.taken} == {"bob@example.org", "zoe@example.org"}
    assert nobody_is_barred()
    assert mail_trouble() is None
    assert server.tries - len(server.taken) <= 2 * 8


def test_a_mistake_that_one_provider_alone_sees_is_told_and_loses_no_mail(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    people = make_three_mails()
    Person.objects.filter(pk=people.bob.pk).update(email="bob@strict.example.net")
    server.answers["bob@strict.example.net"] = "550 5.7.26 Not signed, so not taken"
    for hour in range(0, 24 * 7, 2):
        at = AT + hour * HOUR
        send_all(at)
        assert send_one(str(hour), at).went
    assert Notice.objects.filter(recipient=people.bob, sent=None).count() == 1
    assert nobody_is_barred()
    trouble = mail_trouble()
    assert trouble is not None
    assert "strict.example.net: 550 5.7.26 Not signed" in explain(trouble)
    assert "does not go out to every domain since" in state_of_mail()
    assert len([each for each in caplog.records if each.levelno == logging.ERROR]) == 1

    server.answers.clear()
    repaired = AT + 7 * DAY
    assert send_one("first", repaired, "bea@strict.example.net").went
    send_all(repaired)
    assert count_unsent() == 0
    assert mail_trouble() is None


def test_a_domain_to_which_nothing_goes_any_more_is_forgotten(server: Server) -> None:
    server.answers["bob@strict.example.net"] = "550 5.7.26 Not signed, so not taken"
    assert not send_one("bobs", AT, "bob@strict.example.net").went
    assert send_one("early", AT + HOUR).went
    assert mail_trouble() is not None
    assert send_one("late", AT + 2 * DAY).went
    assert mail_trouble() is None


@pytest.mark.parametrize("reply", ["550 5.1.1 User unknown", "550 nobody here", "550 5.2.1 off"])
def test_an_address_is_barred_after_it_turned_mail_away_on_two_days(
    server: Server, reply: str
) -> None:
    people = make_three_mails()
    server.answers["ada@example.org"] = reply
    for hour in range(6):
        send_all(AT + hour * HOUR)
    people.ada.refresh_from_db()
    assert people.ada.mail_refused is None
    assert Notice.objects.filter(recipient=people.ada, sent=None).count() == 2
    assert server.tries == 3
    send_all(AT + DAY + HOUR)
    people.ada.refresh_from_db()
    assert people.ada.mail_refused is not None
    assert count_unsent() == 0
    assert {each.to for each in server.taken} == {"bob@example.org"}
    assert mail_trouble() is None


def test_an_address_that_was_refused_once_gets_its_mail_a_day_later(server: Server) -> None:
    people = make_three_mails()
    server.answers["ada@example.org"] = "550 5.1.1 User unknown"
    send_all(AT)
    server.answers.clear()
    send_all(AT + DAY + HOUR)
    people.ada.refresh_from_db()
    assert people.ada.mail_refused is None
    assert [each.to for each in server.taken].count("ada@example.org") == 2


@pytest.mark.parametrize(
    ("command", "reply"),
    [
        ("DATA", "554 Transaction failed"),
        ("DATA", "554 5.7.1 looks like spam"),
        ("DATA", "552 5.3.4 Message too big"),
        ("MAIL", "552 5.3.4 Message size exceeds fixed limit"),
    ],
)
def test_what_is_wrong_with_a_mail_ends_that_mail_alone(
    server: Server, caplog: pytest.LogCaptureFixture, command: str, reply: str
) -> None:
    make_three_mails()
    server.answers[command] = reply
    send_all(AT)
    assert count_unsent() == 0
    assert nobody_is_barred()
    assert mail_trouble() is None
    loud = [vars(each)["why"] for each in caplog.records if each.levelno == logging.ERROR]
    assert loud == [reply] * 3


@pytest.mark.parametrize("reply", ["552 5.2.2 Mailbox full", "450 4.2.0 Greylisted"])
def test_what_may_pass_is_tried_ever_less_often_and_given_up_after_days(
    server: Server, caplog: pytest.LogCaptureFixture, reply: str
) -> None:
    server.answers["RCPT"] = reply
    make_three_mails()
    Notice.objects.exclude(message="started", recipient__username="bob").delete()
    tries = []
    while count_unsent():
        at = Notice.objects.get().due
        send_due(at)
        tries.append(at)
    waits = [later - earlier for earlier, later in pairwise(tries)]
    assert [wait // MINUTE for wait in waits[:4]] == [2, 4, 8, 16]
    assert max(waits) < 4 * HOUR + MINUTE
    assert len(tries) == MOST_TRIES
    assert 4 * DAY < tries[-1] - tries[0] < 6 * DAY
    assert nobody_is_barred()
    assert [each.levelno for each in caplog.records].count(logging.ERROR) == 1


def test_what_was_greylisted_goes_a_little_later(server: Server) -> None:
    make_three_mails()
    server.answers["RCPT"] = "450 4.2.0 Greylisted"
    send_all(AT)
    server.answers.clear()
    send_all(AT + MINUTE)
    assert server.taken == []
    send_all(AT + 3 * MINUTE)
    assert len(server.taken) == 3
