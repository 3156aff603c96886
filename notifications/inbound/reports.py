"""Delivery status notifications (RFC 3464): which addresses are told to be none."""

import logging
import re
from email.message import Message

from notifications.channels.replies import About, Reply, Stage, judge, read_reply
from notifications.inbound.parts import EMPTY_LINE, Part, header_field, inner_parts, part_of
from notifications.inbound.reading import MOST_READ

log = logging.getLogger(__name__)

MOST_RECIPIENTS = 20
UNSPECIFIC = ("5.0.0", "")
REPLY = re.compile(r"smtp;\s*(\d{3})[ -](.*)", re.IGNORECASE | re.DOTALL)


def unreachable_addresses(raw: bytes) -> frozenset[str]:
    """In small letters. What is only late, or failed for another reason, is none."""
    report = part_of(raw[:MOST_READ])
    if report.kind != "multipart/report":
        return frozenset()
    return frozenset(
        address
        for part in inner_parts(report)
        if part.kind == "message/delivery-status"
        for head in _recipients(part)
        if _has_failed(head)
        for name in ("Final-Recipient", "Original-Recipient")
        if (address := header_field(head, name).rpartition(";")[2].strip(" <>").lower())
    )


def _recipients(part: Part) -> "list[Message[str, str]]":
    """One group of fields each, after the one that is about the whole mail."""
    groups = EMPTY_LINE.split(part.body.strip())[1 : MOST_RECIPIENTS + 1]
    return [part_of(group.strip() + b"\n\n").head for group in groups]


def _has_failed(head: "Message[str, str]") -> bool:
    if header_field(head, "Action").lower() != "failed":
        return False
    reply = _reply(head)
    if (about := judge(reply)) is About.HOST:
        log.warning("our mail is turned away elsewhere", extra={"why": reply.summary})
    return about is About.ADDRESS


def _reply(head: "Message[str, str]") -> Reply:
    """What the other server said is more exact than a status of zeros, or than none."""
    status = header_field(head, "Status").split(" ")[0]
    said = REPLY.match(header_field(head, "Diagnostic-Code"))
    told = read_reply(Stage.REPORT, int(said[1]), said[2]) if said else None
    if told is not None and status in UNSPECIFIC:
        return told
    return Reply(Stage.REPORT, 0, status, said[2] if said else "")
