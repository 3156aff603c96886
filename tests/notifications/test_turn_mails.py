"""Mails from the outbox: what they say, when they go, and that they go once."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.domain.commands import command
from games.domain.lobby import AbandonGame, ReplacePlayer
from games.domain.notation import WORDS, Language, parse
from games.domain.state import Terms
from games.domain.take_backs import TakeBack
from games.edge import now
from games.models import ChatLine, Person
from games.queries import table_at
from games.services import act
from games.talk import mark_read, say
from notifications.messages.content import Reader
from notifications.models import Notice, Preference
from notifications.outbox.queue import LEASE, send_due
from notifications.reply_addresses import MARKER, read_address
from tests.doing import (
    alter_last_letter,
    browser,
    pass_turn,
    play_next,
    play_turn,
    read_mails,
    start_game,
    table_of,
)
from tests.mail_in.mails import cast_with_mail, start_mailed_game
from tests.notifications.sink import Mailbox
from tests.pages import open_page, page_of_mail
from tests.people import HOST

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.sqlite
def test_a_turn_mail_says_it_all_in_its_first_lines() -> None:
    game, people = start_mailed_game()
    letter = read_mails()["ada", "turn"]
    assert letter.subject == "Route 66: Your turn 1"
    lines = letter.body.splitlines()
    assert lines[0] == "Your turn 1"
    assert re.fullmatch(
        r"You are ● Blue: 0 points \(rank 1 of 2\), \$\d, next income \$\d\.", lines[1]
    )
    assert lines[2].startswith("Play by ")
    page = page_of_mail(letter)
    for text in (letter.body, page.text):
        assert MARKER in text
        assert "Answer with a number" in text
        assert "■ Red, bob" in text
        assert "● Blue, you" in text
    assert "/rules/#orders" in letter.body
    assert [each["href"].endswith("/rules/#orders") for each in page.all("link")].count(True) == 1
    bound = read_address(letter.reply_to[0])
    assert bound is not None
    assert (bound.game_id, bound.person) == (game, people.ada.pk)
    assert letter.extra_headers["Auto-Submitted"] == "auto-generated"
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


@pytest.mark.sqlite
def test_the_board_is_inline_and_nothing_is_fetched_from_elsewhere() -> None:
    start_mailed_game()
    letter = read_mails()["ada", "turn"]
    pictures = [part for part in letter.message().walk() if part.get_content_type() == "image/png"]
    fetched = [each["src"] for each in page_of_mail(letter) if "src" in each.attributes]
    assert fetched == [f"cid:{each['Content-ID'].strip('<>')}" for each in pictures]
    for each in pictures:
        assert each.get_payload(decode=True).startswith(b"\x89PNG")


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("language", "title"), [("fr", "À vous de jouer"), ("de", "Du bist am Zug")]
)
def test_a_mail_speaks_its_readers_language(language: str, title: str) -> None:
    Person.objects.create(username="ada", language=language)
    start_mailed_game()
    letter = read_mails()["ada", "turn"]
    assert title in letter.subject
    page = page_of_mail(letter)
    assert title in page.text
    assert page.language == language


def test_a_mail_tells_what_happened_since_the_readers_last_turn() -> None:
    game, _ = start_mailed_game()
    state = table_of(game)
    order = command("turn", 0, {"expand": [{"to": "phoenix"}]})
    act(game, order, actor="user:1", expected=state.version)
    letter = read_mails()["bob", "turn"]
    assert "So far\n  " in letter.body
    assert "Phoenix $" in letter.body


def test_each_mail_goes_once_and_none_for_a_turn_that_was_played() -> None:
    game, _ = start_mailed_game()
    pass_turn(game)
    first = read_mails()
    assert ("ada", "turn") not in first
    assert ("bob", "turn") in first
    assert read_mails() == first
    assert not Notice.objects.filter(sent=None, due__lte=now()).exists()


def test_a_mail_that_cannot_be_made_holds_up_no_other() -> None:
    game, people = start_mailed_game()
    broken = Notice(game_id=game, occasion="not a version", message="late", channel="mail")
    broken.recipient, broken.due = people.ada, now() - timedelta(hours=1)
    broken.save()
    with pytest.raises(ExceptionGroup, match="notices could not be made"):
        send_due(now())
    assert not Notice.objects.filter(message="turn", sent=None).exists()
    broken.refresh_from_db()
    assert (broken.sent, broken.tries) == (None, 1)


def test_a_game_may_be_played_without_suggestions_and_all_are_told() -> None:
    people = cast_with_mail()
    terms = Terms("Route 66", people.ada.pk, 24, suggestions=False)
    game = start_game(people, terms=terms)
    mails = read_mails()
    assert "It is played without suggestions." in mails["bob", "started"].body
    letter = mails["ada", "turn"]
    for text in (letter.body, page_of_mail(letter).text):
        assert "Answer with orders, one a line" in text
        assert "Answer with a number" not in text
    client = browser(people.ada)
    assert "No suggestions" in open_page(client, f"/games/{game}/").text
    assert "What the computer would try" not in open_page(client, f"/games/{game}/what-if/").text
    other = browser(people.bob)
    with_them = start_game(people)
    play_next(with_them)
    assert "What the computer would try" in open_page(other, f"/games/{with_them}/what-if/").text


def test_started_ended_abandoned_and_replaced_are_told() -> None:
    game, people = start_mailed_game()
    pass_turn(game)
    pass_turn(game)
    mails = read_mails()
    assert "You begin." in mails["ada", "started"].body
    assert "The game is over" in mails["bob", "ended"].body
    assert "Final scoring" in page_of_mail(mails["bob", "ended"]).text
    other, _ = start_mailed_game()
    act(other, ReplacePlayer(1, player=people.mallory.pk), actor=HOST)
    act(other, AbandonGame(), actor=HOST)
    mails = read_mails()
    assert "abandoned" in mails["mallory", "abandoned"].subject
    assert "■ Red" in mails["mallory", "replaced"].body


def test_a_take_back_is_told_once_to_who_had_the_mail_of_the_turn_after() -> None:
    game, people = start_mailed_game()
    read_mails()
    for told in (False, True):
        play_turn(game, expand=[{"to": "phoenix"}])
        if told:
            read_mails()
        first, start = table_of(game).version, table_at(game).turn_starts[-1].version
        act(game, TakeBack(start, 0), actor=f"user:{people.ada.pk}")
        before = len(mail.outbox)
        read_mails()
        sent = sorted((each.to[0], each.subject) for each in mail.outbox[before:])
        bob = [("bob@example.org", "Route 66: The turn before yours was taken back")]
        assert sent == [("ada@example.org", "Route 66: Your turn 1"), *bob * told]
        assert not Notice.objects.filter(game_id=game, sent=None, occasion=str(first)).exists()
    letter = read_mails()["bob", "taken-back"]
    assert letter.body.splitlines()[1].startswith("ada (● Blue) plays it again; ")
    assert "There is nothing to do" in page_of_mail(letter).text


def test_a_take_back_is_not_told_to_who_is_to_move_again_before_its_mail_goes() -> None:
    game, people = start_mailed_game()
    start = table_of(game).version
    play_turn(game, expand=[{"to": "phoenix"}])
    read_mails()
    act(game, TakeBack(start, 0), actor=f"user:{people.ada.pk}")
    play_turn(game, expand=[{"to": "phoenix"}])
    assert ("bob", "taken-back") not in read_mails()


def test_who_wants_no_mails_gets_none_and_a_machine_may_say_so_by_one_post() -> None:
    start_mailed_game()
    letter = read_mails()["ada", "turn"]
    link = letter.extra_headers["List-Unsubscribe"].strip("<>")
    path = "/" + link.split("/", 3)[3]
    browser = Client(enforce_csrf_checks=True)
    assert b"Stop the mails" in browser.get(path).content
    assert not Preference.objects.exists()
    assert browser.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert Preference.objects.get().mail == Preference.Mail.NONE
    assert browser.get(alter_last_letter(path)).status_code == 410


def test_mails_go_by_smtp_and_wait_while_the_server_does_not_take_them(smtp: Mailbox) -> None:
    start_mailed_game()
    smtp.refuses = True
    start = now()
    send_due(start)
    assert smtp.mails == []
    smtp.refuses = False
    assert send_due(start) == 0
    send_due(start + LEASE + timedelta(seconds=1))
    numbers = [str(each["Message-ID"]) for each in smtp.mails]
    assert len(set(numbers)) == len(numbers) == 2
    assert {str(each["To"]) for each in smtp.mails} == {"ada@example.org", "bob@example.org"}


@pytest.mark.parametrize(
    ("language", "moment"),
    [
        ("en", "Mon 2 March, 09:05 UTC"),
        ("fr", "lundi 2 mars à 9\u00a0h\u00a005 UTC"),
        ("de", "Mo, 2. März, 09:05 UTC"),
    ],
)
def test_a_moment_is_told_as_the_language_writes_it(language: Language, moment: str) -> None:
    reader = Reader(1, language, "UTC", {})
    with override(language):
        assert reader.moment(int(datetime(2026, 3, 2, 9, 5, tzinfo=UTC).timestamp())) == moment


@pytest.mark.parametrize("language", WORDS)
def test_the_orders_that_a_mail_gives_as_examples_can_be_read(language: Language) -> None:
    with override(language):
        example = _(
            "expand to Chicago from Detroit; increase Omaha, Denver; double Omaha; bonus cash"
        )
    order = parse(example, "turn", 0, language=language)
    assert order == command(
        "turn",
        0,
        {
            "expand": [{"to": "chicago", "from": "detroit"}],
            "increase": ["omaha", "denver"],
            "double": "omaha",
            "bonus": "cash",
        },
    )


@pytest.mark.sqlite
def test_whoever_begins_or_wins_is_addressed() -> None:
    game, _ = start_mailed_game()
    mails = read_mails()
    assert mails["ada", "started"].body.splitlines()[1] == "You begin."
    assert mails["bob", "started"].body.splitlines()[1] == "ada (● Blue) begins."
    pass_turn(game)
    pass_turn(game)
    ended = read_mails()["ada", "ended"].body.splitlines()[1]
    assert ended == "You (● Blue) & bob (■ Red) share the win with 19 points."


def test_what_was_said_since_the_readers_last_turn_is_in_the_turn_mail() -> None:
    game, people = start_mailed_game()
    say(game, people.bob, "before the turn", now() - timedelta(hours=1))
    act(game, command("turn", 0, {"expand": [{"to": "phoenix"}]}), actor="user:1")
    say(game, people.bob, "<b>Well</b>\nplayed!", now())
    say(game, people.ada, "my own words", now())
    hidden = say(game, people.bob, "something rude", now())
    ChatLine.objects.filter(pk=hidden.pk).update(hidden=True)
    pass_turn(game)
    letter = read_mails()["ada", "turn"]
    assert "Said at the table\n  ■ Red, bob: <b>Well</b> played!" in letter.body
    shown = page_of_mail(letter).text
    assert "<b>Well</b> played!" in shown
    for unsaid in ("before the turn", "my own words", "something rude"):
        assert unsaid not in letter.body + shown


def test_what_was_read_on_the_page_is_not_told_again_by_mail() -> None:
    game, people = start_mailed_game()
    read = say(game, people.bob, "on the page", now())
    mark_read(game, people.ada, read.number)
    assert "Said at the table" not in read_mails()["ada", "turn"].body


def test_what_many_mails_say_is_read_by_as_many_queries_as_what_one_says() -> None:
    """Each more is taken and settled. Whether our server or a domain had trouble is asked after the
    first, and where there are more, at the end.
    """
    counts = []
    for games in (1, 5):
        for _number in range(games):
            _game, people = start_mailed_game()
        Notice.objects.filter(message="turn").delete()
        Notice.objects.exclude(recipient=people.bob).delete()
        with CaptureQueriesContext(connection) as queries:
            send_due(now())
        counts.append(len(queries))
    assert len(mail.outbox) == 1 + 5
    each = 2 + (connection.vendor == "postgresql")  # which is told not to wait for its disk
    assert counts[1] - counts[0] == each * (5 - 1) + 2
