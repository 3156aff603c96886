"""The MIME form of a mail, and the headers that all of our mails share."""

import re
from binascii import b2a_qp
from collections.abc import Sequence
from email.charset import QP, Charset
from email.generator import BytesGenerator
from email.message import Message as Part
from email.mime.base import MIMEBase
from email.mime.image import MIMEImage
from email.policy import Compat32
from hashlib import sha256
from io import BytesIO

from django.conf import settings
from django.core.mail import (
    EmailMessage,
    EmailMultiAlternatives,
    SafeMIMEMultipart,
    SafeMIMEText,
)

from notifications.messages.letter import Letter, as_html, as_text
from notifications.messages.message import Call, Message, Said, Text
from notifications.reply_addresses import bounce_address, message_id

UTF_8 = "utf-8"
DIGITS = 16
LONGEST_LINE = 998
LINE_END = re.compile(r"\r\n|\r|\n")


class QuotedPrintable(Charset):
    """ASCII only: a server on the way that had to recode it would break its signature.

    Python's own is written in Python, and takes longer than all else of a mail.
    """

    def __init__(self) -> None:
        super().__init__(UTF_8)
        self.body_encoding = QP

    def body_encode(self, string: str | bytes) -> str:  # type: ignore[override]  # never None
        content = string.encode() if isinstance(string, str) else string
        return b2a_qp(content).decode("ascii")


class LongLines(Compat32):
    """A long number or link stays on the line of its name: not every program reads on.

    What is one line of ASCII is written as it is, without Python's search for a place to break it.
    """

    def fold_binary(self, name: str, value: str) -> bytes:
        line = f"{name}: {value}"
        is_plain = isinstance(value, str) and line.isascii() and line.isprintable()
        if is_plain and len(line) <= LONGEST_LINE:
            return f"{line}{self.linesep}".encode("ascii")
        return super().fold_binary(name, value)


LONG_LINES = LongLines(max_line_length=LONGEST_LINE)


class PlainMail(EmailMessage):
    def message(self) -> SafeMIMEText | SafeMIMEMultipart:
        message: SafeMIMEText | SafeMIMEMultipart = super().message()
        message.policy = LONG_LINES
        return message


class Writer(BytesGenerator):
    """Writes a body at once: Python's own writes each line of a picture by itself."""

    def _write_lines(self, lines: str) -> None:
        self.write(LINE_END.sub(self._NL, lines))  # type: ignore[attr-defined]  # the stubs lack it


class Parts(SafeMIMEMultipart):
    def __init__(self, subtype: str, name: str, parts: Sequence[Part], **parameters: str) -> None:
        """Neither base64 nor quoted-printable has "=_": no part can hold the boundary."""
        super().__init__(subtype, f"=_{subtype}_{name}", parts, encoding=UTF_8, **parameters)

    def as_bytes(self, *, linesep: str = "\n") -> bytes:  # type: ignore[override]  # as it is called
        written = BytesIO()
        Writer(written, mangle_from_=False).flatten(self, linesep=linesep)
        return written.getvalue()


class Mail(PlainMail, EmailMultiAlternatives):
    """`alternative[text, related[html, pictures]]`: no part is shown as an attachment."""

    def _create_message(self, msg: SafeMIMEText) -> Parts | SafeMIMEText:
        if not self.alternatives:
            return msg
        ((html, mimetype),) = self.alternatives
        part: MIMEBase = SafeMIMEText(str(html), "html", self.encoding)
        name = short(self.extra_headers["Message-ID"])
        if self.attachments:
            part = Parts("related", name, [part, *self.attachments], type=mimetype)
        return Parts("alternative", name, [msg, part])


def mail_of(message: Said) -> EmailMessage:
    if isinstance(message, Call):
        raise TypeError("a mail has words")
    content = message.content
    if isinstance(content, Letter):
        pictures = tuple(content.pictures)
        content = Text(content.subject, as_text(content), as_html(content), pictures)
    kind = PlainMail if content.original else Mail
    mail = kind(
        content.subject,
        content.text,
        bounce_address(message.to),
        [message.to],
        headers=_headers(message),
        reply_to=[message.reply_to] if message.reply_to else None,
    )
    mail.encoding = QuotedPrintable()
    if isinstance(mail, Mail) and content.html:
        _attach_html(mail, content, message.number)
    if content.original:
        mail.attach("mail.eml", content.original, "application/octet-stream")
    return mail


def short(number: str) -> str:
    """So short that its line is not folded: some mail programs cannot read that."""
    return sha256(number.encode()).hexdigest()[:DIGITS]


def _attach_html(mail: Mail, content: Text, number: str) -> None:
    """Pictures are named after their mail, so that in a thread each mail shows its own."""
    html = content.html
    for picture in content.pictures:
        own = f"{picture.cid}.{short(number)}@{settings.MAIL_DOMAIN}"
        html = html.replace(f'"cid:{picture.cid}"', f'"cid:{own}"')
        image = MIMEImage(picture.png, "png")
        image.add_header("Content-ID", f"<{own}>")
        image.add_header("Content-Disposition", "inline", filename=f"{picture.cid}.png")
        mail.attach(image)
    mail.attach_alternative(html, "text/html")


def _headers(message: Message) -> dict[str, str]:
    headers = {
        "Message-ID": message_id(message.number),
        "From": settings.DEFAULT_FROM_EMAIL,
        "Auto-Submitted": "auto-generated",
    }
    if message.thread:
        headers["References"] = message_id(message.thread)
    if message.series:
        headers["List-Id"] = f"<{message.series}.{settings.MAIL_DOMAIN}>"
        headers["List-Help"] = f"<mailto:play@{settings.MAIL_DOMAIN}?subject=help>"
    if message.stop:
        # One click ends them (RFC 8058).
        headers["List-Unsubscribe"] = f"<{message.stop}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers | dict(message.headers)
