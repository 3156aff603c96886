"""Delivery status notifications (RFC 3464): which addresses do not exist."""

import logging
import re
from email.message import Message

from mail_in.parts import EMPTY_LINE, Part, header_field, inner_parts, part_of
from mail_in.reading import MOST_READ
from notifications.channels.replies import About, Reply, Stage, judge, read_reply

log = logging.getLogger(__name__)

MOST_RECIPIENTS = 20
UNSPECIFIC = ("5.0.0", "")
REPLY = re.compile(r"smtp;\s*(\d{3})[ -](.*)", re.IGNORECASE | re.DOTALL)


def unreachable_addresses(raw: bytes) -> frozenset[str]:
    """In small letters, without those whose mail is only late or failed for another reason."""
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
    """One group of fields for each recipient, after the group for the whole mail."""
    groups = EMPTY_LINE.split(part.body.strip())[1 : MOST_RECIPIENTS + 1]
    return [part_of(group.strip() + b"\n\n").head for group in groups]


def _has_failed(head: "Message[str, str]") -> bool:
    """The other server's own reply is more exact than an unspecific status."""
    if header_field(head, "Action").lower() != "failed":
        return False
    status = header_field(head, "Status").split(" ")[0]
    match = REPLY.match(header_field(head, "Diagnostic-Code"))
    said = match[2].removeprefix(status).strip() if match else ""
    reply = Reply(Stage.REPORT, 0, status, said)
    if match and status in UNSPECIFIC:
        reply = read_reply(Stage.REPORT, int(match[1]), match[2])
    match judge(reply):
        case About.ADDRESS:
            return True
        case About.HOST:
            log.warning("our mail is turned away elsewhere", extra={"why": reply.summary})
        case _:
            log.warning("a mail came back", extra={"why": reply.summary})
    return False
