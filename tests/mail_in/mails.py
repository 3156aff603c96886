"""Order mails: a game whose players have addresses, and mails from them."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from uuid import UUID

from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db.models import Q

from games.domain import Options
from games.domain.rulesets import RULESET
from games.edge import now
from games.models import Person
from mail_in.playing import Outcome
from mail_in.receiving import receive
from notifications.outbox.queue import Lane, send_due
from notifications.reply_addresses import reply_address
from tests.doing import start_game, table_of
from tests.people import Cast, cast

AT = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)


def send_due_answers(at: datetime) -> int:
    """Them alone, so that a test sees no other mail."""
    return send_due(at, Lane("mail", Q(message__in=("answer", "to-host"))))


def give_addresses(people: Cast) -> Cast:
    for person in people:
        person.email = f"{person.username}@example.org"
        person.save(update_fields=["email"])
    return people


def cast_with_mail() -> Cast:
    return give_addresses(cast())


def start_mailed_game(
    options: Options | None = None, *, ruleset: str = RULESET
) -> tuple[UUID, Cast]:
    """Ada is to move."""
    people = cast_with_mail()
    return start_game(people, options=options, ruleset=ruleset), people


def reply_address_of(game: UUID, person: Person, version: int | None = None) -> str:
    """The address that the person's turn mail is answered to."""
    state = table_of(game)
    players = [seat.player for seat in state.setup.seats]
    shown_version = state.version if version is None else version
    return reply_address(game, players.index(person.pk), shown_version, person.pk)


def write_mail(person: Person, to: str, text: str, **more: str) -> EmailMessage:
    message = EmailMessage()
    message["From"] = f"{person.username.title()} <{person.email}>"
    message["To"] = f"Franchise <{to}>"
    message["Subject"] = "Re: Your turn in Route 66"
    message["Message-ID"] = f"<{abs(hash((to, text)))}@example.org>"
    for name, value in more.items():
        field = name.replace("_", "-")
        del message[field]
        message[field] = value
    message.set_content(text)
    return message


def order_mail(game: UUID, person: Person, text: str = "expand to Phoenix") -> bytes:
    return write_mail(person, reply_address_of(game, person), text).as_bytes(policy=SMTP)


def receive_mail(made: EmailMessage, envelope_from: str | None = None) -> Outcome:
    return receive_and_answer(bytes(made), envelope_from, (), now())


def receive_and_answer(
    raw: bytes, envelope_from: str | None, envelope_to: Sequence[str], at: datetime
) -> Outcome:
    """Does what a door and a worker do together."""
    outcome = receive(raw, envelope_from, envelope_to, at)
    send_due_answers(at)
    return outcome


def answer_turn_mail(game: UUID, person: Person, text: str, **more: str) -> Outcome:
    """Answers the mail of the present turn."""
    return receive_mail(write_mail(person, reply_address_of(game, person), text, **more))


def texts_of_answers() -> list[str]:
    return [str(each.body) for each in mail.outbox]


def all_mails() -> list[EmailMultiAlternatives]:
    return [each for each in mail.outbox if isinstance(each, EmailMultiAlternatives)]


def send_all() -> list[EmailMultiAlternatives]:
    mail.outbox.clear()
    while send_due(now()):
        pass
    return all_mails()


def write_to(to: str, person: Person, text: str, **more: str) -> list[EmailMultiAlternatives]:
    """The mails that follow."""
    receive_mail(write_mail(person, to, text, **more))
    return all_mails() + send_all()


def latest(mails: Iterable[EmailMultiAlternatives], person: Person) -> EmailMultiAlternatives:
    return [each for each in mails if each.to == [person.email]][-1]
