"""The MIME form of a mail, and the headers that all of our mails share."""

from collections.abc import Mapping, Sequence
from email.charset import QP, Charset
from email.mime.base import MIMEBase
from email.mime.image import MIMEImage
from hashlib import sha256

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, SafeMIMEMultipart
from msgspec import Struct
from msgspec.structs import replace

from notifications.messages.letter import Letter, Picture, as_html, as_text
from notifications.reply_addresses import bounce_address

UTF_8 = "utf-8"
ENCODING = Charset(UTF_8)
ENCODING.body_encoding = QP
"""ASCII only: a server on the way that had to recode it would break its signature."""

PICTURE_DIGITS = 16


class Mail(EmailMultiAlternatives):
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


class Content(Struct, frozen=True):
    subject: str
    text: str
    html: str = ""
    pictures: tuple[Picture, ...] = ()


def compose_mail(
    to: str,
    number: str,
    content: Content,
    headers: Mapping[str, str],
    reply_to: Sequence[str] = (),
) -> Mail:
    """`number` is the same whenever the same mail is composed."""
    ours = {
        "Message-ID": message_id(number),
        "From": settings.DEFAULT_FROM_EMAIL,
        "Auto-Submitted": "auto-generated",
    }
    mail = Mail(
        content.subject,
        content.text,
        bounce_address(to),
        [to],
        headers=ours | dict(headers),
        reply_to=reply_to,
    )
    mail.encoding = ENCODING
    if content.html:
        mail.attach_alternative(content.html, "text/html")
    for picture in content.pictures:
        mail.attach(_part_of(picture))
    return mail


def content_of(letter: Letter, number: str) -> Content:
    letter = with_own_pictures(letter, number)
    return Content(letter.subject, as_text(letter), as_html(letter), tuple(letter.pictures))


def with_own_pictures(letter: Letter, number: str) -> Letter:
    """Named after their mail, so that in a thread each mail shows its own."""
    parts = tuple(
        replace(part, cid=picture_id(part.cid, number)) if isinstance(part, Picture) else part
        for part in letter.parts
    )
    return replace(letter, parts=parts)


def picture_id(name: str, number: str) -> str:
    """So short that its line is not folded: some mail programs cannot read that."""
    short = sha256(number.encode()).hexdigest()[:PICTURE_DIGITS]
    return f"{name}.{short}@{settings.MAIL_DOMAIN}"


def message_id(number: str) -> str:
    return f"<{number}@{settings.MAIL_DOMAIN}>"


def _part_of(picture: Picture) -> MIMEImage:
    image = MIMEImage(picture.png, "png")
    name = picture.cid.partition(".")[0]
    image.add_header("Content-ID", f"<{picture.cid}>")
    image.add_header("Content-Disposition", "inline", filename=f"{name}.png")
    return image
