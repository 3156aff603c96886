"""Mail to postmaster and abuse, which goes on to the host as a whole."""

from hashlib import sha256

from django.conf import settings

from mail_in.parts import header_field, part_of, text_of
from mail_in.reading import MOST_READ, IncomingMail, header_text
from notifications.messages.answers import MARK, HostMail

NAMES = ("postmaster", "abuse")
LONGEST_TEXT = 4000
FIELDS = ("From", "To", "Date", "Subject")


def is_for_host(address: str) -> bool:
    """RFC 5321 allows postmaster without a domain."""
    local, at, domain = address.strip().strip("<>").lower().partition("@")
    ours = domain == settings.MAIL_DOMAIN.lower() or (local == "postmaster" and not at)
    return bool(settings.HOST_ADDRESS) and local in NAMES and ours


def host_mail(raw: bytes, mail: IncomingMail, to: str, number: bytes) -> HostMail | None:
    """None for a mail that we sent to the host, where the host's own address leads back to us."""
    part = part_of(raw[:MOST_READ])
    if header_field(part.head, MARK) == settings.MAIL_DOMAIN:
        return None
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
