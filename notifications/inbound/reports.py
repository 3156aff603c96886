"""Delivery status notifications (RFC 3464): which addresses a mail did not reach, for good."""

import re
from email.message import Message

from notifications.inbound.parts import EMPTY_LINE, Part, field, inner_parts, part_of
from notifications.inbound.reading import LOOKED_AT

MOST_RECIPIENTS = 20


def failed_for_good(raw: bytes) -> frozenset[str]:
    """In small letters. A delay, or a failure that may pass, is none."""
    report = part_of(raw[:LOOKED_AT])
    if report.kind != "multipart/report":
        return frozenset()
    return frozenset(
        address
        for part in inner_parts(report)
        if part.kind == "message/delivery-status"
        for head in _recipients(part)
        if _has_failed(head)
        for name in ("Final-Recipient", "Original-Recipient")
        if (address := field(head, name).rpartition(";")[2].strip(" <>").lower())
    )


def _recipients(part: Part) -> "list[Message[str, str]]":
    """One group of fields each, after the one that is about the whole mail."""
    groups = EMPTY_LINE.split(part.body.strip())[1 : MOST_RECIPIENTS + 1]
    return [part_of(group.strip() + b"\n\n").head for group in groups]


def _has_failed(head: "Message[str, str]") -> bool:
    action = field(head, "Action").lower()
    return action == "failed" and re.match(r"5\.\d", field(head, "Status")) is not None
