"""Answers to mails that came in, and mails handed on to the host, as notices keep them."""

import msgspec
from django.conf import settings
from msgspec import Struct, field

from games.domain.notation import Language
from games.drawing import board_png_for_mail
from games.queries import table_at
from notifications.messages.batch import Batch
from notifications.messages.letter import Picture
from notifications.messages.message import Message, Text
from notifications.messages.news import PICTURE_WIDTH
from notifications.models import NO_GAME, Notice

MARK = "X-Sent-On-By"


class Answer(Struct, frozen=True):
    """`number` is of its Message-ID; `board` is the version whose board is drawn when it is sent.

    `stop` ends the mails of its game. The notices of earlier versions call `reply_to` the sender,
    and have no number.
    """

    key: str
    to: str
    reply_to: str = field(name="sender")
    subject: str
    text: str
    in_reply_to: str
    references: tuple[str, ...]
    html: str = ""
    board: int | None = None
    language: Language = "en"
    number: str = ""
    stop: str = ""


class HostMail(Struct, frozen=True):
    """A mail to the host: its text, and the original."""

    key: str
    to: str
    reply_to: str
    subject: str
    text: str
    original: bytes


def answer(notice: Notice, _: Batch) -> Message:
    kept = msgspec.json.decode(notice.content, type=Answer)
    pictures: tuple[Picture, ...] = ()
    if kept.board is not None:
        table = table_at(notice.game_id, kept.board)
        png = board_png_for_mail(table, language=kept.language, width=PICTURE_WIDTH)
        pictures = (Picture("", png),)
    headers = {
        "Auto-Submitted": "auto-replied",
        "X-Auto-Response-Suppress": "All",
    }
    if kept.in_reply_to:
        headers["In-Reply-To"] = kept.in_reply_to
        headers["References"] = " ".join((*kept.references, kept.in_reply_to))
    return Message(
        to=kept.to,
        number=kept.number or f"answer.{kept.key[:32]}",
        content=Text(kept.subject, kept.text, kept.html, pictures),
        series="" if notice.game_id == NO_GAME else str(notice.game_id),
        stop=kept.stop,
        reply_to=kept.reply_to,
        headers=headers,
    )


def mail_to_host(notice: Notice, _: Batch) -> Message:
    kept = msgspec.json.decode(notice.content, type=HostMail)
    return Message(
        to=kept.to,
        number=f"host.{kept.key[:32]}",
        content=Text(kept.subject, kept.text, original=kept.original),
        reply_to=kept.reply_to,
        headers={"X-Auto-Response-Suppress": "All", MARK: settings.MAIL_DOMAIN},
    )
