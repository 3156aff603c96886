"""A whole game by mail alone, by real SMTP both ways, as three mail programs write."""

import smtplib
from email.message import EmailMessage
from uuid import UUID

import pytest
from pytest_django import Settings

from games.bots.suggestions import suggestions
from games.domain import Options, State
from games.domain.lobby import CreateGame, StartGame, TakeSeat
from games.domain.notation import Language, format
from games.domain.state import Terms
from games.edge import now
from games.models import Person
from games.services import act, create_game
from notifications.outbox.queue import send_due
from notifications.reply_addresses import read_address
from tests.doing import table_of
from tests.mail_in.doors import HOST, run_listener
from tests.mail_in.mails import cast_with_mail
from tests.notifications.sink import Mailbox, run_mail_server
from tests.people import HOST as THE_HOST

pytestmark = pytest.mark.django_db(transaction=True)
LANGUAGES: tuple[Language, ...] = ("en", "fr", "de")
MOST_ROUNDS = 400


def start_game_of_three() -> UUID:
    people = cast_with_mail()
    for person, language in zip(people, LANGUAGES, strict=True):
        Person.objects.filter(pk=person.pk).update(language=language)
    terms = Terms("Route 66", owner=people.ada.pk, pace_hours=24)
    order = CreateGame(terms, 3, Options(introductory=True))
    game = create_game(order, actor=THE_HOST).game_id
    for person in people:
        act(game, TakeSeat(player=person.pk), actor=THE_HOST)
    act(game, StartGame(4, first=0), actor=THE_HOST)
    return game


def own_words(state: State, seat: int) -> str:
    """A suggestion's number, orders in the player's language, or a pass."""
    offered = suggestions(state)
    if not offered or state.turn % 7 == 6:
        return ("pass", "passer", "passen")[seat]
    if state.turn % 2:
        return "1"
    return format(offered[0], LANGUAGES[seat])


def gmail(words: str, quoted: str) -> EmailMessage:
    text = f"{words}\n\nOn Mon, Mar 2, 2026 at 10:00 AM Franchise <x@y.z> wrote:\n\n{quoted}"
    return write_mail(text, "plain", "utf-8", "quoted-printable")


def outlook(words: str, quoted: str) -> EmailMessage:
    """HTML alone, in an old charset."""
    lines = "".join(f"<p class=MsoNormal>{line}</p>" for line in words.splitlines())
    head = "<div style='border-top:solid #E1E1E1 1.0pt'><p><b>De :</b> Franchise<br><b>Envoyé :</b>"
    html = (
        f"<html><body>{lines}<p>-- <br>Bob</p>{head} lundi</p></div><p>{quoted}</p></body></html>"
    )
    return write_mail(html, "html", "windows-1252", "base64")


def thunderbird(words: str, quoted: str) -> EmailMessage:
    """The answer stands below the quoted text."""
    text = f"Am 02.03.26 um 10:00 schrieb Franchise:\n{quoted}\n\n{words}\n\n-- \nMallory"
    return write_mail(text, "plain", "iso-8859-15", "8bit")


def write_mail(text: str, kind: str, charset: str, encoding: str) -> EmailMessage:
    message = EmailMessage()
    writable = text.encode(charset, "replace").decode(charset)
    message.set_content(writable, subtype=kind, charset=charset, cte=encoding)
    return message


WRITES = (gmail, outlook, thunderbird)


def answer(mail: EmailMessage, state: State, seat: int) -> bytes:
    body = mail.get_body(("plain",))
    assert body is not None
    quoted = "\n".join(f"> {line}" for line in body.get_content().splitlines())
    made = WRITES[seat](own_words(state, seat), quoted)
    made["From"], made["To"] = str(mail["To"]), str(mail["Reply-To"])
    made["Subject"] = f"Re: {mail['Subject']}"
    made["Message-ID"] = f"<{state.version}.{seat}@example.org>"
    made["In-Reply-To"] = str(mail["Message-ID"])
    return made.as_bytes()


def turn_mails_since(kept: Mailbox, count: int) -> list[EmailMessage]:
    """The turn mails after the first `count` mails."""
    return [mail for mail in kept.mails[count:] if ".turn." in str(mail["Message-ID"])]


def test_three_people_play_a_game_to_its_end_by_mail_alone(settings: Settings) -> None:
    with run_mail_server() as (kept, port), run_listener() as listener:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        game, count = start_game_of_three(), 0
        for _ in range(MOST_ROUNDS):
            while send_due(now()):
                pass
            mails, count = turn_mails_since(kept, count), len(kept.mails)
            state = table_of(game)
            if state.status == "ended":
                break
            (mail,) = mails
            bound = read_address(str(mail["Reply-To"]))
            assert bound is not None
            with smtplib.LMTP(HOST, listener) as client:
                raw = answer(mail, state, bound.seat)
                client.sendmail(str(mail["To"]), [str(mail["Reply-To"])], raw)
            assert table_of(game).version > state.version, kept.mails[-1].as_string()[:2000]
        assert table_of(game).status == "ended"
        ends = [str(mail["To"]) for mail in kept.mails if ".ended." in str(mail["Message-ID"])]
        assert sorted(ends) == ["ada@example.org", "bob@example.org", "mallory@example.org"]
        numbers = [str(mail["Message-ID"]) for mail in kept.mails]
        assert len(numbers) == len(set(numbers))
