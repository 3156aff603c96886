"""The MIME form of a mail, and the headers that all of our mails share."""

from binascii import b2a_qp
from email.charset import QP, Charset
from email.mime.base import MIMEBase
from email.mime.image import MIMEImage
from hashlib import sha256

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
PICTURE_DIGITS = 16
LONGEST_LINE = 998


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


class PlainMail(EmailMessage):
    """A long number or link stays on the line of its name: not every program reads on."""

    def message(self) -> SafeMIMEText | SafeMIMEMultipart:
        message: SafeMIMEText | SafeMIMEMultipart = super().message()
        message.policy = message.policy.clone(max_line_length=LONGEST_LINE)
        return message


class Mail(PlainMail, EmailMultiAlternatives):
    """`alternative[text, related[html, pictures]]`: no part is shown as an attachment."""

    def _create_attachments(self, msg: MIMEBase) -> MIMEBase:
        return msg

    def _create_mime_attachment(self, content: str, mimetype: str) -> MIMEBase:
        html: MIMEBase = super()._create_mime_attachment(content, mimetype)  # type: ignore[misc]  # the stubs leave it out
        if not self.attachments:
            return html
        related = SafeMIMEMultipart("related", encoding=UTF_8, type=mimetype)
        for part in (html, *self.attachments):
            related.attach(part)
        return related


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


def _attach_html(mail: Mail, content: Text, number: str) -> None:
    """Pictures are named after their mail, so that in a thread each mail shows its own."""
    html = content.html
    for picture in content.pictures:
        # So short that its line is not folded: some mail programs cannot read that.
        short = sha256(number.encode()).hexdigest()[:PICTURE_DIGITS]
        own = f"{picture.cid}.{short}@{settings.MAIL_DOMAIN}"
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
