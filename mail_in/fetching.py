"""Fetches mails from a mailbox over IMAP, and marks as seen what it has handled."""

import imaplib
import logging
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import unquote, urlsplit

from django.db import Error as DatabaseError

from games.edge import now
from mail_in.reading import MOST_READ
from mail_in.receiving import TooManyToHost, receive

log = logging.getLogger(__name__)
SECONDS = 30
MOST_AT_ONCE = 200


class MailboxRefused(Exception):
    """The server refused a command."""


FATAL_ERRORS = (OSError, imaplib.IMAP4.error, MailboxRefused, DatabaseError)
"""What stops every mail: no mailbox, or no database."""


@contextmanager
def open_mailbox(url: str) -> Iterator[imaplib.IMAP4]:
    """`url` is `imaps://user:password@host:port/folder`; the folder is INBOX by default."""
    parts = urlsplit(url)
    if parts.scheme not in ("imap", "imaps") or parts.hostname is None:
        raise MailboxRefused("a mailbox is named as imaps://user:password@host/folder")
    host, port = parts.hostname, parts.port
    box: imaplib.IMAP4
    if parts.scheme == "imaps":
        box = imaplib.IMAP4_SSL(
            host, port or 993, ssl_context=ssl.create_default_context(), timeout=SECONDS
        )
    else:
        box = imaplib.IMAP4(host, port or 143, timeout=SECONDS)
    with box:
        box.login(unquote(parts.username or ""), unquote(parts.password or ""))
        folder = unquote(parts.path.strip("/")) or "INBOX"
        _data_of(box.select(f'"{folder}"'))
        yield box


def fetch(url: str) -> int:
    """How many mails were there. One that fails or waits stays unseen, and holds up no other."""
    failed, count = [], 0
    with open_mailbox(url) as box:
        (listing,) = _data_of(box.uid("SEARCH", "UNSEEN"))
        for number in bytes(listing or b"").decode().split():
            if count == MOST_AT_ONCE:
                break
            try:
                count += _handle(box, number)
            except FATAL_ERRORS:
                raise
            except Exception as error:
                log.exception("a mail could not be handled", extra={"number": number})
                failed.append(error)
    if failed:
        raise ExceptionGroup("mails could not be handled", failed)
    return count


def _handle(box: imaplib.IMAP4, number: str) -> bool:
    """Whether it is done with. Nobody would be told that a mail is too large: its beginning counts."""
    parts = _data_of(box.uid("FETCH", number, f"(BODY.PEEK[]<0.{MOST_READ}>)"))
    for _, raw in (part for part in parts if isinstance(part, tuple)):
        try:
            outcome = receive(raw, None, (), now())
        except TooManyToHost as error:
            log.warning("a mail stays in the mailbox", extra={"why": str(error)})
            return False
        log.info("a mail was taken", extra={"outcome": outcome})
    _data_of(box.uid("STORE", number, "+FLAGS.SILENT", r"(\Seen)"))
    return True


def _data_of(answer: tuple[str, list[Any]]) -> list[Any]:
    status, data = answer
    if status != "OK":
        raise MailboxRefused(status)
    return data
