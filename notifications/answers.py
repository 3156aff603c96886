"""Answers to mails that came in: written with what they tell of, and sent by a worker."""

from datetime import datetime
from email.utils import formataddr
from uuid import UUID

import msgspec
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from msgspec import Struct

from games.domain.notation import Language
from games.queries import table_at
from notifications.channels import queue
from notifications.channels.mail import Fate
from notifications.channels.mime import Content, Mail, compose_mail, picture_id
from notifications.composing import board_of
from notifications.messages.letter import Picture
from notifications.models import Inbound
from notifications.reply_addresses import bounce_address

SENDER = "Franchise"
MARK = "X-Sent-On-By"


class Answer(Struct, frozen=True):
    """`board` is the version whose board is drawn when the answer is sent."""

    key: str
    to: str
    sender: str
    subject: str
    text: str
    in_reply_to: str
    references: tuple[str, ...]
    html: str = ""
    board: int | None = None
    language: Language = "en"

    def compose(self, game_id: UUID) -> Mail:
        headers = {
            "From": formataddr((SENDER, self.sender)),
            "Auto-Submitted": "auto-replied",
            "X-Auto-Response-Suppress": "All",
        }
        if self.in_reply_to:
            headers["In-Reply-To"] = self.in_reply_to
            headers["References"] = " ".join((*self.references, self.in_reply_to))
        pictures = (self._picture(game_id, self.board),) if self.board is not None else ()
        content = Content(self.subject, self.text, self.html, pictures)
        return compose_mail(self.to, _number(self.key), content, headers)

    def _picture(self, game_id: UUID, version: int) -> Picture:
        png = board_of(table_at(game_id, version), self.language)
        return Picture("", png, picture_id("board", _number(self.key)))


def _number(key: str) -> str:
    return f"answer.{key[:32]}"


class HostMail(Struct, frozen=True):
    """A mail to the host, as it is stored until it is sent: its text, and the original."""

    key: str
    to: str
    reply_to: str
    subject: str
    text: str
    original: bytes

    def compose(self) -> EmailMessage:
        headers = {
            "Message-ID": f"<host.{self.key[:32]}@{settings.MAIL_DOMAIN}>",
            "From": settings.DEFAULT_FROM_EMAIL,
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
            MARK: settings.MAIL_DOMAIN,
        }
        mail = EmailMessage(
            self.subject,
            self.text,
            bounce_address(self.to),
            [self.to],
            headers=headers,
            reply_to=[self.reply_to] if self.reply_to else None,
        )
        mail.attach("mail.eml", self.original, "application/octet-stream")
        return mail


def write_once(row: Inbound) -> bool:
    """Whether it is the first of its key."""
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        return False
    return True


def send_due_answers(at: datetime) -> int:
    """How many were due, of which it takes some."""
    return queue.send_due(ANSWERS, at)


def _rows() -> QuerySet[Inbound]:
    return Inbound.objects.filter(due__isnull=False)


def _compose(row: Inbound, _: datetime) -> EmailMessage:
    if row.game_id is None:
        return msgspec.json.decode(row.answer, type=HostMail).compose()
    return msgspec.json.decode(row.answer, type=Answer).compose(row.game_id)


def _settle(row: Inbound, at: datetime, fate: Fate) -> None:
    Inbound.objects.filter(pk=row.pk).update(due=None, answer="")


ANSWERS = queue.Queue(_rows, _compose, _settle)
