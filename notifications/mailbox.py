"""Mail without a mail server: every mail becomes a file, and the mailbox page shows the files."""

import base64
from collections.abc import Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage as ParsedMail
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from msgspec import Struct

from games.edge import now

MOST_MAILS = 500


class ToFiles(BaseEmailBackend):
    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        folder().mkdir(parents=True, exist_ok=True)
        for mail in email_messages:
            stamp = now().strftime("%Y%m%d-%H%M%S-%f")
            folder().joinpath(f"{stamp}.eml").write_bytes(mail.message().as_bytes())
        for old in sorted(folder().glob("*.eml"))[:-MOST_MAILS]:
            old.unlink()
        return len(email_messages)


class StoredMail(Struct, frozen=True):
    name: str
    to: str
    subject: str
    sent: str
    reply_to: str
    message_id: str
    text: str
    html: str


def folder() -> Path:
    return Path(settings.DATA_DIR) / "mailbox"


def mails() -> list[StoredMail]:
    """The newest first."""
    return [read_mail(path) for path in sorted(folder().glob("*.eml"), reverse=True)]


def find_mail(name: str) -> StoredMail | None:
    paths = [path for path in folder().glob("*.eml") if path.stem == name]
    return read_mail(paths[0]) if paths else None


def read_mail(path: Path) -> StoredMail:
    parsed = message_from_bytes(path.read_bytes(), policy=policy.default)
    text, html = parsed.get_body(("plain",)), parsed.get_body(("html",))
    return StoredMail(
        path.stem,
        str(parsed["To"]),
        str(parsed["Subject"]),
        str(parsed["Date"]),
        str(parsed["Reply-To"] or ""),
        str(parsed["Message-ID"]),
        text.get_content() if text else "",
        _with_pictures(parsed, html.get_content()) if html else "",
    )


def _with_pictures(parsed: ParsedMail, html: str) -> str:
    for part in parsed.walk():
        if part.get_content_maintype() == "image":
            cid = str(part["Content-ID"]).strip(" <>")
            data = base64.b64encode(part.get_content()).decode()
            html = html.replace(f"cid:{cid}", f"data:{part.get_content_type()};base64,{data}")
    return html
