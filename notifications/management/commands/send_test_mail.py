"""Sends one mail as all mails are sent, and tells each step."""

from argparse import ArgumentParser
from contextlib import closing
from datetime import datetime

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email

from games.edge import new_command_id, now
from notifications.channels.carrier import Carrier
from notifications.channels.channel import Fate
from notifications.channels.mail import deliver
from notifications.channels.mime import mail_of
from notifications.channels.replies import About
from notifications.channels.talking import talking_backend
from notifications.channels.trouble import explain, mail_trouble
from notifications.messages.letter import SITE, Letter, Lines
from notifications.messages.message import Message

TO_FILES = "notifications.mailbox.ToFiles"


class Command(BaseCommand):
    help = "Sends one mail as all mails are sent, and tells each step and reply."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address")

    def handle(self, *, address: str, **_: object) -> None:
        try:
            validate_email(address)
        except ValidationError as error:
            raise CommandError(f"{address} is no address; one is as you@example.org") from error
        if settings.EMAIL_BACKEND == TO_FILES:
            raise CommandError("EMAIL_URL is not set: mails become files, and nobody gets any.")
        backend = get_connection()
        mail = compose_test_mail(address, new_command_id(), now())
        self.stdout.write(f"way: {describe(backend)}")
        self.stdout.write(f"from: {settings.DEFAULT_FROM_EMAIL}")
        self.stdout.write(f"to: {address}")
        self.stdout.write(f"bounces to: {mail.from_email}")
        self.stdout.write(f"number: {mail.extra_headers['Message-ID']}")
        with closing(Carrier(talking_backend(backend, self.stdout.write))) as carrier:
            fate = deliver(mail, carrier, 0, now())
        if not fate.went:
            raise CommandError(f"not sent: {reason_of(fate)}")
        self.stdout.write(f"The mail was taken. Look into the mailbox of {address}, and its spam.")


def describe(backend: BaseEmailBackend) -> str:
    if not isinstance(backend, EmailBackend):
        return settings.EMAIL_BACKEND
    how = "within TLS" if backend.use_ssl else "by STARTTLS" if backend.use_tls else "in the open"
    who = f", signing in as {backend.username}" if backend.username else ", without a sign-in"
    return f"SMTP to {backend.host}:{backend.port}, {how}{who}"


def reason_of(fate: Fate) -> str:
    match fate.about:
        case About.ADDRESS:
            return f"the server knows no such address. {fate.reply}"
        case About.MOMENT:
            return f"the server asks to come again later. {fate.reply}"
        case About.HOST if trouble := mail_trouble():
            return explain(trouble)
        case _:
            return f"the server does not take this mail. {fate.reply}"


def compose_test_mail(address: str, key: str, at: datetime) -> EmailMessage:
    lines = (
        f"It was sent from {settings.SITE_URL} at {at:%Y-%m-%d %H:%M} UTC.",
        "If it lies in the spam folder, look at SPF, DKIM and DMARC: manage.py doctor.",
    )
    letter = Letter(
        subject=f"{SITE}: a test mail",
        game=SITE,
        lead=("Mail from your server arrives.",),
        parts=(Lines("How it came", lines),),
        links=(),
        why="You asked for it by manage.py send_test_mail.",
        stop=None,
        language="en",
    )
    return mail_of(Message(address, f"test.{key}", letter))
