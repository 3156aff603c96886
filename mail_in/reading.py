"""Makes an `IncomingMail` of the bytes of a mail, whatever they are."""

import re
from collections.abc import Sequence
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message

from msgspec import Struct

from mail_in.parts import Part, decode, header_field, part_of, text_of
from mail_in.words import is_away_subject

LARGEST = 20 * 1024 * 1024
MOST_READ = 4 * 1024 * 1024
LONGEST_SUBJECT = 200
MOST_RECIPIENTS = 20
MOST_REFERENCES = 10

QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+"|\((?:[^()\\]|\\.)*+\)')
ADDRESS = re.compile(r"[^\s<>()\[\],;:\"@\\]{1,64}@[A-Za-z0-9.-]{1,255}")
MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")
ENCODED_WORD = re.compile(r"=\?[^?]{1,40}\?[bqBQ]\?[^?]{0,800}\?=")


class IncomingMail(Struct, frozen=True):
    """An `automatic` mail, such as a bounce, is neither read nor answered."""

    sender: str
    recipients: tuple[str, ...]
    subject: str
    text: str
    message_id: str
    in_reply_to: tuple[str, ...]
    references: tuple[str, ...]
    automatic: bool
    bounce: bool


def parse_mail(
    raw: bytes, envelope_from: str | None = None, envelope_to: Sequence[str] = ()
) -> IncomingMail:
    """An `envelope_from` of "" is the null sender of bounces; None is an unknown sender."""
    part = part_of(raw[:MOST_READ])
    head = part.head
    subject = header_text(header_field(head, "Subject"))
    bounce = _is_bounce(part, envelope_from)
    automatic = bounce or _is_automatic(head) or is_away_subject(subject)
    ids = _message_ids(head, "Message-ID")
    return IncomingMail(
        sender=_sender(head),
        recipients=tuple(envelope_to) or _recipients(head),
        subject=subject,
        text="" if automatic else text_of(part),
        message_id=ids[0] if ids else "",
        in_reply_to=_message_ids(head, "In-Reply-To")[:MOST_REFERENCES],
        references=_message_ids(head, "References")[-MOST_REFERENCES:],
        automatic=automatic,
        bounce=bounce,
    )


def _sender(head: "Message[str, str]") -> str:
    """Empty unless the mail has exactly one sender."""
    if len(head.get_all("From", [])) != 1:
        return ""
    addresses = _addresses(header_field(head, "From"))
    return addresses[0] if len(addresses) == 1 else ""


def _recipients(head: "Message[str, str]") -> tuple[str, ...]:
    names = ("Delivered-To", "X-Original-To", "To", "Cc")
    addresses = [each for name in names for each in _addresses(header_field(head, name))]
    return tuple(dict.fromkeys(addresses))[:MOST_RECIPIENTS]


def _addresses(text: str) -> list[str]:
    """Ignores names and comments, which may hold other addresses."""
    bare = QUOTED.sub(" ", text)
    in_brackets = re.findall(r"<([^<>]*)>", bare)
    return [each for part in in_brackets or [bare] for each in ADDRESS.findall(part)]


def _message_ids(head: "Message[str, str]", name: str) -> tuple[str, ...]:
    """Some programs encode a number that is too long for a line."""
    return tuple(MESSAGE_ID.findall(_decode_words(header_field(head, name))))


def header_text(raw: str) -> str:
    text = _decode_words(raw)
    printable = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(printable.split())[:LONGEST_SUBJECT]


def _decode_words(raw: str) -> str:
    def decode_word(word: re.Match[str]) -> str:
        try:
            ((content, charset),) = decode_header(word[0])
        except (HeaderParseError, ValueError):
            return word[0]
        return content if isinstance(content, str) else decode(content, charset or "")

    joined = re.sub(r"\?=\s+=\?", "?==?", raw)
    return ENCODED_WORD.sub(decode_word, joined)


def _is_bounce(part: Part, envelope_from: str | None) -> bool:
    head = part.head
    return (
        (envelope_from is not None and envelope_from.strip("<> ") == "")
        or header_field(head, "Return-Path") == "<>"
        or part.kind == "multipart/report"
        or bool(re.match(r"(mailer-daemon|postmaster)@", _sender(head), re.IGNORECASE))
        or "X-Failed-Recipients" in head
    )


def _is_automatic(head: "Message[str, str]") -> bool:
    """X-Auto-Response-Suppress says what is wanted in answer: people's Exchange writes it too."""
    submitted = header_field(head, "Auto-Submitted").partition(";")[0].strip().lower()
    precedence = header_field(head, "Precedence").lower()
    return (
        submitted not in ("", "no")
        or precedence in ("bulk", "list", "junk", "auto_reply")
        or any(name in head for name in ("X-Autoreply", "X-Autorespond", "X-Autoresponder"))
    )
