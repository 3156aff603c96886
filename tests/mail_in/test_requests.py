"""Requests by mail: whole evenings without opening a page."""

import base64
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db import connections

from games.domain.lobby import TakeSeat
from games.domain.state import Terms
from games.edge import now
from games.limits import ANSWERS_TO_NOTHING, MAILS_AT_DESK, MAILS_WITHOUT_PROOF
from games.models import Game, Person
from games.queries import my_games
from games.services import act
from mail_in.playing import Outcome
from mail_in.receiving import receive
from mail_in.requests import Request, request_in
from notifications.models import NoInvitations, Notice, Preference
from tests.doing import open_game, table_of
from tests.mail_in.mails import (
    all_mails,
    answer_turn_mail,
    cast_with_mail,
    latest,
    receive_and_answer,
    receive_mail,
    reply_address_of,
    send_all,
    start_mailed_game,
    write_mail,
    write_to,
)
from tests.people import HOST

pytestmark = pytest.mark.django_db(transaction=True)
DESK = "play@localhost"


def stranger(name: str) -> Person:
    """Somebody without an account; never saved."""
    return Person(username=name, email=f"{name}@example.org")


def ask(person: Person, text: str) -> EmailMultiAlternatives:
    """Writes to the desk, and again in answer to what comes back."""
    first = latest(write_to(DESK, person, "hello"), person)
    return latest(write_to(first.reply_to[0], person, text), person)


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("Help", Request("help", "en")),
        ("status, please", Request("status", "en")),
        ("* LIST *", Request("list", "en")),
        ("new game with ada@example.org", Request("new-game", "en", "with ada@example.org")),
        ("Hilfe!", Request("help", "de")),
        ("neue Partie mit ada@example.org", Request("new-game", "de", "mit ada@example.org")),
        ("Abbestellen", Request("unsubscribe", "de")),
        ("Aide", Request("help", "fr")),
        ("S’inscrire Marie", Request("sign-up", "fr", "Marie")),
        ("désabonner", Request("unsubscribe", "fr")),
        ("join the dots", Request("join", "en", "the dots")),
        ("helpless", None),
        ("expand to Phoenix", None),
    ],
)
def test_a_request_is_read_in_every_language(line: str, request_: Request | None) -> None:
    assert request_in(line.strip("* ")) == request_


def test_a_game_is_made_joined_and_begun_by_mail_alone() -> None:
    ada, ben = stranger("ada"), stranger("ben")
    signed = ask(ada, "sign up Ada")
    assert "You are signed up as Ada." in signed.body
    made = latest(
        write_to(signed.reply_to[0], ada, "new game Route 66 with ben@example.org, a week a turn"),
        ada,
    )
    assert "“Route 66” is made." in made.body
    assert "ben@example.org" in made.body
    invitation = latest(all_mails(), ben)
    assert "Answer “yes”" in invitation.body
    mails = write_to(invitation.reply_to[0], ben, "yes", In_Reply_To=number_of(invitation))
    assert "You sit at the table of “Route 66”." in latest(mails, ben).body
    full = latest(mails, ada)
    assert "All seats are taken" in full.subject
    mails = write_to(full.reply_to[0], ada, "start")
    game = Game.objects.get()
    assert game.status == "playing"
    assert table_of(game.id).terms.pace_hours == 168
    turns = [each for each in mails if ".turn." in number_of(each)]
    assert len(turns) == 1


def test_many_sign_up_by_mail_at_the_same_time() -> None:
    strangers = [stranger(f"guest{number}") for number in range(6)]
    mails = []
    for each in strangers:
        desk = latest(write_to(DESK, each, "hello"), each).reply_to[0]
        mails.append(bytes(write_mail(each, desk, f"sign up {each.username.title()}")))

    def deliver(raw: bytes) -> Outcome:
        try:
            return receive(raw, None, (), now())
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(mails)) as threads:
        assert set(threads.map(deliver, mails)) == {Outcome.ANSWERED}
    assert Person.objects.count() == len(strangers)


def number_of(letter: EmailMultiAlternatives) -> str:
    return str(letter.extra_headers["Message-ID"])


def test_a_number_counts_that_a_program_has_encoded() -> None:
    game, people = start_mailed_game()
    turn = latest(send_all(), people.ada)
    order = write_mail(people.ada, DESK, "expand to Phoenix", In_Reply_To=f"  {number_of(turn)}")
    raw = order.as_bytes().replace(b"In-Reply-To:", b"X-Old:")
    word = base64.b64encode(number_of(turn).encode())
    raw = b"In-Reply-To: =?utf-8?b?%b?=\n%b" % (word, raw)
    assert receive_and_answer(raw, None, (), now()) is Outcome.PLAYED
    assert table_of(game).to_move == 1


def test_without_proof_of_the_address_nothing_is_done() -> None:
    ada = stranger("ada")
    assert receive_mail(write_mail(ada, DESK, "sign up Ada")) is Outcome.NOTHING
    assert not Person.objects.exists()
    (answer,) = mail.outbox
    assert "Nothing was done yet" in answer.body
    other = stranger("mallory")
    receive_mail(write_mail(other, answer.reply_to[0], "sign up Mallory"))
    assert not Person.objects.exists()


def test_a_made_up_number_proves_nothing_and_a_real_one_does() -> None:
    game, people = start_mailed_game()
    turn = latest(send_all(), people.ada)
    forged = re.sub(r"\.[a-z2-7]{18}@", f".{'a' * 18}@", number_of(turn))
    before = table_of(game)
    receive_mail(write_mail(people.ada, DESK, "expand to Phoenix", In_Reply_To=forged))
    assert table_of(game) == before
    order = write_mail(people.ada, DESK, "expand to Phoenix", In_Reply_To=number_of(turn))
    assert receive_mail(order) is Outcome.PLAYED
    assert table_of(game).to_move == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("help", "a number, or orders, one a line"),
        ("status", "Pueblo"),
        ("history", "Blue starts in"),
        ("list", "It is your turn."),
        ("tables", "No table is open just now."),
        ("join nowhere", "No open table is called “nowhere”."),
        ("start", "Nothing was done"),
        ("yes", "Nothing there waits"),
    ],
)
def test_what_is_asked_is_told_and_the_turn_can_still_be_played(text: str, says: str) -> None:
    game, people = start_mailed_game()
    before = table_of(game)
    answer_turn_mail(game, people.ada, text)
    (answer,) = mail.outbox
    assert says in str(answer.body)
    assert table_of(game) == before
    assert receive_mail(write_mail(people.ada, answer.reply_to[0], "1")) is Outcome.PLAYED


def test_a_public_table_is_joined_by_its_name() -> None:
    people = cast_with_mail()
    game = open_game(people, terms=Terms("Route 66", people.ada.pk, watch="public"))
    answer = ask(people.bob, "tables")
    assert "Route 66" in answer.body
    assert (
        "You sit at the table"
        in latest(write_to(answer.reply_to[0], people.bob, "join route 66"), people.bob).body
    )
    assert [each.id for each in my_games(people.bob)] == [game]


@pytest.mark.parametrize("text", ["unsubscribe", "Abbestellen", "me désabonner", "STOP"])
def test_who_unsubscribes_gets_nothing_more_until_they_subscribe(text: str) -> None:
    game, people = start_mailed_game()
    answer = latest(write_to(reply_address_of(game, people.ada), people.ada, text), people.ada)
    wish = Preference.objects.get(person=people.ada, game_id__isnull=True)
    assert (wish.mail, wish.reminders) == ("none", False)
    assert NoInvitations.objects.filter(address=people.ada.email).exists()
    write_to(answer.reply_to[0], people.ada, "subscribe")
    assert not Preference.objects.exists()
    assert not NoInvitations.objects.exists()


def test_a_mail_from_another_address_is_told_to_the_persons_own() -> None:
    game, people = start_mailed_game()
    before = table_of(game)
    elsewhere = Person(username="ada", email="ada+games@example.org")
    to = reply_address_of(game, people.ada)
    assert receive_mail(write_mail(elsewhere, to, "pass")) is Outcome.STRANGER
    assert table_of(game) == before
    (answer,) = mail.outbox
    assert answer.to == [people.ada.email]
    assert "ada+games@example.org" in answer.body


@pytest.mark.sqlite
@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("text", ["I am in Chicago", "note away until Monday", "help", "yes"])
def test_a_loop_of_answers_ends_whatever_they_say(text: str) -> None:
    game, people = start_mailed_game()
    to = reply_address_of(game, people.ada)
    for number in range(40):
        receive_mail(write_mail(people.ada, to, text, Message_ID=f"<{number}@example.org>"))
    assert len(mail.outbox) <= ANSWERS_TO_NOTHING.most
    mail.outbox.clear()
    for number in range(40):
        receive_mail(write_mail(people.bob, DESK, text, Message_ID=f"<{number}@example.org>"))
    assert len(mail.outbox) <= MAILS_WITHOUT_PROOF.most
    first = latest(all_mails(), people.bob)
    mail.outbox.clear()
    for number in range(40, 80):
        again = write_mail(
            people.bob, first.reply_to[0], text, Message_ID=f"<{number}@example.org>"
        )
        receive_mail(again)
    assert len(mail.outbox) <= MAILS_AT_DESK.most


@pytest.mark.parametrize(
    ("text", "seats", "pace", "watch"),
    [
        ("new game with a computer", 2, 24, "private"),
        (
            "new game Sunday with ben@example.org and carol@example.org, no clock",
            3,
            None,
            "private",
        ),
        (
            "Neue Partie „Rennen“ mit Computer, einem Könner und jemandem, 12 Stunden",
            4,
            12,
            "private",
        ),
        ("nouvelle partie avec quelqu’un et l’ordinateur; publique", 3, 24, "public"),
    ],
)
def test_a_new_game_is_as_it_is_asked_for(
    text: str, seats: int, pace: int | None, watch: str
) -> None:
    _, people = start_mailed_game()
    Game.objects.all().update(owner=None)
    ask(people.bob, text)
    state = table_of(Game.objects.get(owner=people.bob).id)
    assert (len(state.setup.seats), state.terms.pace_hours) == (seats, pace)
    assert state.terms.watch == watch
    assert state.setup.seats[0].player == people.bob.pk


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("new game", "does not say who is to play"),
        ("new game with ben at example", "is not an address, a seat or a pace"),
        ("new game with ben@", "is not an address for mail"),
        ("new game with " + ", ".join(["computer"] * 5), "does not say who"),
    ],
)
def test_a_new_game_that_cannot_be_read_is_refused_with_what_would_do(text: str, says: str) -> None:
    people = cast_with_mail()
    assert says in ask(people.bob, text).body
    assert not Game.objects.exists()


def test_a_daily_reader_is_told_at_once_that_the_table_is_full() -> None:
    """The daily mail is about games that go on."""
    people = cast_with_mail()
    Preference.objects.create(person=people.ada, mail=Preference.Mail.DAILY)
    game = open_game(people)
    for person in (people.ada, people.bob):
        act(game, TakeSeat(player=person.pk), actor=HOST)
    assert [each.to for each in send_all() if ".full." in number_of(each)] == [[people.ada.email]]


def test_an_owner_without_a_seat_is_told_that_the_table_is_full() -> None:
    people = cast_with_mail()
    game = open_game(people)
    for person in (people.bob, people.mallory):
        act(game, TakeSeat(player=person.pk), actor=HOST)
    (told,) = send_all()
    assert told.to == [people.ada.email]
    assert str(told.subject) == "Route 66: All seats are taken"
    assert "You can start the game at the table." in told.body
    assert "You made the table Route 66." in told.body
    assert "● Blue, bob" in told.body


def test_a_full_table_that_has_begun_leaves_no_mail_that_says_so() -> None:
    game, _ = start_mailed_game()
    assert not Notice.objects.filter(game_id=game, message="full").exists()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("bob", "is called “bob” already"),
        ("x" * 41, "is not a name: at most 40"),
        ("Computer", "already"),
    ],
)
def test_a_name_is_refused_by_mail_as_on_the_page(name: str, says: str) -> None:
    people = cast_with_mail()
    assert says in " ".join(ask(people.ada, f"name {name}").body.split())
    people.ada.refresh_from_db()
    assert people.ada.name == ""


def test_who_has_not_made_the_table_is_told_that_they_cannot_begin() -> None:
    people = cast_with_mail()
    game = open_game(people)
    for person in (people.ada, people.bob):
        act(game, TakeSeat(player=person.pk), actor=HOST)
    answer = latest(write_to(reply_address_of(game, people.bob), people.bob, "start"), people.bob)
    assert "Only the person who made this table can do this." in answer.body
    assert table_of(game).status == "open"
