"""Mails about one game that fall due together are one, and go with one number whatever happens."""

from datetime import timedelta
from unittest.mock import patch
from uuid import UUID

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client

from games.edge import now
from games.models import Person
from games.overdue import move_on_due
from mail_in.playing import Outcome
from notifications.messages.batch import Batch
from notifications.messages.catalogue import MESSAGES
from notifications.models import Notice
from notifications.outbox.queue import LEASE, send_due
from notifications.reply_addresses import message_id
from tests.doing import pass_turn, table_of
from tests.games.test_overdue import LATE, start_timed
from tests.mail_in.mails import cast_with_mail, receive_mail, start_mailed_game, write_mail
from tests.notifications.daily import start_another_game
from tests.notifications.dying import dying_after_sending
from tests.pages import page_of
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)
MINUTE = timedelta(minutes=1)


def send_all_due(seconds: float = 0) -> None:
    while send_due(now() + timedelta(seconds=seconds)):
        pass


def mails_to(name: str) -> list[EmailMessage]:
    return [each for each in mail.outbox if each.to == [f"{name}@example.org"]]


def numbers_of(mails: list[EmailMessage]) -> list[str]:
    return [each.extra_headers["Message-ID"] for each in mails]


def own_number(people: Cast, message: str) -> str:
    notice = Notice.objects.get(recipient=people.ada, message=message)
    return message_id(f"{notice.game_id}.{notice.occasion}.{message}.{people.ada.pk}")


def test_a_game_that_starts_with_the_readers_turn_is_one_mail() -> None:
    game, people = start_mailed_game()
    send_all_due()
    (letter,) = mails_to("ada")
    assert letter.subject == "Route 66: Your turn 1"
    text = str(letter.body)
    assert text.index("The game has started\n  You begin.") < text.index("Standings")
    assert text.count("Standings") == 1
    assert numbers_of([letter]) == [own_number(people, "turn")]
    assert not Notice.objects.filter(message__in=("started", "turn"), sent=None).exists()
    assert receive_mail(write_mail(people.ada, letter.reply_to[0], "1")) is Outcome.PLAYED
    assert table_of(game).to_move == 1


def test_a_lost_turn_is_told_with_the_next_one_where_that_begins_within_a_minute() -> None:
    people = cast_with_mail()
    game = start_timed(people)
    send_all_due()
    lost = now() + LATE
    assert move_on_due(lost) == 1
    mail.outbox.clear()
    while send_due(lost + timedelta(seconds=10)):
        pass
    assert mails_to("ada") == []
    pass_turn(game)
    while send_due(lost + timedelta(seconds=20)):
        pass
    (letter,) = mails_to("ada")
    assert letter.subject == "Route 66: Your turn 3"
    assert "Your time ran out\n  The computer player took turn 1 for you." in str(letter.body)


def test_a_lost_turn_is_told_alone_after_a_minute() -> None:
    people = cast_with_mail()
    start_timed(people)
    send_all_due()
    lost = now() + LATE
    assert move_on_due(lost) == 1
    while send_due(lost + MINUTE):
        pass
    assert mails_to("ada")[-1].subject == "Route 66: Your time ran out"


@pytest.mark.parametrize("is_played", [False, True])
def test_what_a_killed_worker_sent_goes_again_with_the_same_number(
    is_played: bool,
) -> None:
    game, people = start_mailed_game()
    Notice.objects.exclude(recipient=people.ada).delete()
    with dying_after_sending():
        send_due(now())
    if is_played:
        # The event takes the turn's notice away; the other one keeps their number.
        pass_turn(game)
    send_all_due(LEASE.total_seconds() + 1)
    first, second = mails_to("ada")
    assert first.subject == "Route 66: Your turn 1"
    assert "The game has started" in str(second.body)
    assert len(set(numbers_of([first, second]))) == 1


def test_a_mail_whose_lease_a_crash_of_the_database_undid_goes_again_with_the_same_number() -> None:
    _, people = start_mailed_game()
    mine = Notice.objects.filter(recipient=people.ada, message="turn")
    Notice.objects.exclude(pk__in=[each.pk for each in mine]).delete()
    (before,) = mine.values("due", "first_due", "content")
    with dying_after_sending():
        send_due(now())
    mine.update(**before)
    send_all_due()
    assert len(mails_to("ada")) == 2
    assert len(set(numbers_of(mails_to("ada")))) == 1
    assert mine.get().sent


@pytest.mark.parametrize(("broken", "whole"), [("turn", "started"), ("started", "turn")])
def test_one_that_cannot_be_made_leaves_the_other_its_own_mail(broken: str, whole: str) -> None:
    _, people = start_mailed_game()
    numbers = {message: own_number(people, message) for message in (broken, whole)}

    def fail(notice: Notice, _: Batch) -> None:
        raise ValueError(notice)

    with patch.dict(MESSAGES, {broken: fail}), pytest.raises(ExceptionGroup):
        send_due(now())
    assert numbers_of(mails_to("ada")) == [numbers[whole]]
    send_all_due(3 * 60)
    assert numbers_of(mails_to("ada")) == [numbers[whole], numbers[broken]]


def test_what_another_worker_has_taken_is_left_to_it() -> None:
    _, people = start_mailed_game()
    turn = Notice.objects.filter(recipient=people.ada, message="turn")

    def take_first(*_: object) -> None:
        """While this worker looks what else there is."""
        turn.update(due=now() + LEASE)

    with patch("notifications.outbox.queue.number_of", side_effect=take_first):
        send_due(now())
    assert mails_to("ada") == []
    assert Notice.objects.get(recipient=people.ada, message="started").content == ""


def start_several(people: Cast) -> list[UUID]:
    """Ada's turn waits in three games until the end of her quiet hours."""
    Person.objects.filter(pk=people.ada.pk).update(quiet_from=12, quiet_to=15)
    games = [start_another_game(people, name) for name in ("One", "Two", "Three")]
    send_all_due()
    assert mails_to("ada") == []
    return games


def mail_of_morning(clock: time_machine.Traveller) -> EmailMessage:
    """What Ada gets when her quiet hours end."""
    clock.shift(timedelta(hours=3))
    send_all_due()
    (letter,) = mails_to("ada")
    return letter


@pytest.mark.parametrize("number", [1, 5, 9])
def test_turns_that_waited_for_the_end_of_quiet_hours_are_one_mail_with_one_row_of_numbers(
    clock: time_machine.Traveller, number: int
) -> None:
    people = cast_with_mail()
    games = start_several(people)
    letter = mail_of_morning(clock)
    assert letter.subject == "3 turns wait for you"
    text = str(letter.body)
    names = ("One", "Two", "Three")
    places = [text.index(f"\n\n{name}: Your turn 1\n") for name in names]
    assert all(f"\n  {n}  " in text for n in range(1, 10))
    assert text.count("The game has started") == 3
    sent = Notice.objects.filter(recipient=people.ada, sent__isnull=False)
    assert [message_id(each.content) for each in sent] == numbers_of([letter]) * 6
    in_order = [game for _place, game in sorted(zip(places, games, strict=True))]
    assert receive_mail(write_mail(people.ada, letter.reply_to[0], str(number))) is Outcome.PLAYED
    assert [table_of(game).to_move for game in in_order].index(1) == (number - 1) // 3


@pytest.mark.parametrize("is_played", [False, True])
def test_a_mail_of_several_games_goes_again_with_the_same_number(
    clock: time_machine.Traveller, is_played: bool
) -> None:
    people = cast_with_mail()
    games = start_several(people)
    Notice.objects.exclude(recipient=people.ada).delete()
    clock.shift(timedelta(hours=3))
    with dying_after_sending():
        send_due(now())
    if is_played:
        pass_turn(games[1])
    send_all_due(LEASE.total_seconds() + 1)
    first, second = mails_to("ada")
    assert len(set(numbers_of([first, second]))) == 1
    assert ("Two: Your turn" in str(second.body)) is not is_played


def test_a_mail_of_very_many_games_is_two(clock: time_machine.Traveller) -> None:
    people = cast_with_mail()
    Person.objects.filter(pk=people.ada.pk).update(quiet_from=12, quiet_to=15)
    for number in range(12):
        start_another_game(people, f"Game {number}")
    clock.shift(timedelta(hours=3))
    send_all_due()
    letters = mails_to("ada")
    counts = sorted(int(each.subject.split()[0]) for each in letters if "wait" in each.subject)
    assert counts[-1] in (10, 11)
    assert len(letters) == 2
    parts = [part for each in letters for part in each.message().walk()]
    html = [part for part in parts if part.get_content_type() == "text/html"]
    assert max(len(part.get_payload(decode=True)) for part in html) < 100_000


@pytest.mark.parametrize(("seconds", "mails"), [(60, 1), (61, 2)])
def test_turns_that_fall_due_within_a_minute_of_each_other_are_one_mail(
    seconds: int, mails: int
) -> None:
    people = cast_with_mail()
    for name in ("One", "Two"):
        start_another_game(people, name)
    mine = Notice.objects.filter(recipient=people.ada)
    mine.exclude(message="turn").delete()
    at, (first, second) = now(), mine.order_by("game_id")
    for turn, ago in ((first, seconds), (second, 0)):
        Notice.objects.filter(pk=turn.pk).update(due=at - timedelta(seconds=ago))
    send_all_due()
    assert len(mails_to("ada")) == mails


def test_one_click_at_a_mail_of_several_games_stops_all_mails_of_its_reader(
    clock: time_machine.Traveller,
) -> None:
    people = cast_with_mail()
    games = start_several(people)
    letter = mail_of_morning(clock)
    link = letter.extra_headers["List-Unsubscribe"].strip("<>")
    assert link in str(letter.body)
    path = "/" + link.split("/", 3)[3]
    browser = Client(enforce_csrf_checks=True)
    assert page_of(browser.get(path)).heading("No more mails?")
    assert browser.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    for game in games:
        pass_turn(game)
        pass_turn(game)
    send_all_due()
    assert mails_to("ada") == [letter]
