"""Mail to postmaster and abuse, which goes on to the host as a whole."""

from hashlib import sha256

from django.conf import settings
from django.core.mail import EmailMessage
from msgspec import Struct

from notifications.inbound.addresses import bounce_address
from notifications.inbound.parts import header_field, part_of, text_of
from notifications.inbound.reading import MOST_READ, IncomingMail, header_text

NAMES = ("postmaster", "abuse")
MARK = "X-Sent-On-By"
LONGEST_TEXT = 4000
FIELDS = ("From", "To", "Date", "Subject")


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


def is_for_host(address: str) -> bool:
    """RFC 5321 allows postmaster without a domain."""
    local, at, domain = address.strip().strip("<>").lower().partition("@")
    ours = domain == settings.MAIL_DOMAIN.lower() or (local == "postmaster" and not at)
    return bool(settings.HOST_ADDRESS) and local in NAMES and ours


def host_mail(raw: bytes, mail: IncomingMail, to: str) -> HostMail | None:
    """None for a mail that we sent to the host, where the host's own address leads back to us."""
    part = part_of(raw[:MOST_READ])
    if header_field(part.head, MARK) == settings.MAIL_DOMAIN:
        return None
    number = mail.message_id.encode() or sha256(raw).digest()
    head = [
        f"{name}: {header_text(header_field(part.head, name))}"
        for name in FIELDS
        if name in part.head
    ]
    return HostMail(
        key=sha256(b"host " + number).hexdigest(),
        to=settings.HOST_ADDRESS,
        reply_to="" if mail.bounce else mail.sender,
        subject=f"{to}: {mail.subject}",
        text="\n".join((*head, "", text_of(part)[:LONGEST_TEXT])),
        original=raw[:MOST_READ],
    )
