"""Takes a mail provider's events about bounces and complaints."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, tracking

from games.edge import now
from notifications.bounces import Report, note_report
from notifications.channels.replies import About, Stage, judge, read_reply
from notifications.models import Bounce

BOUNCE_REASONS = (RejectReason.INVALID, RejectReason.BOUNCED, None)
REJECT_REASONS = (RejectReason.INVALID, RejectReason.BOUNCED, RejectReason.SPAM)
"""Reasons that come from earlier mails: the provider has not tried this one."""

ANSWER = re.compile(r"\b([45]\d\d)[ -]([^\n]*)")
SOFT = ("soft", "transient", "temporary", "undetermined", "blocked")
SEVERITY_FIELDS = ("Type", "type", "event", "bounceType", "severity", "bounce_type")
SOFT_CLASSES = frozenset({"20", "21", "22", "23", "24", "40", "60", "70", "100"})
"""SparkPost's numbers for soft bounces."""


def take(sender: object, *, event: AnymailTrackingEvent, **_: object) -> None:
    why = _why(event)
    if why is not None and event.recipient:
        at = event.timestamp or now()
        number = event.event_id or f"{event.message_id} {event.event_type} {event.timestamp}"
        note_report(Report(f"provider {number} {event.recipient}", event.recipient, why, at))


def _why(event: AnymailTrackingEvent) -> Bounce.Why | None:
    """None for what may pass: a full mailbox, a server that is down."""
    match event.event_type:
        case EventType.COMPLAINED:
            return Bounce.Why.COMPLAINED
        case EventType.REJECTED if event.reject_reason in REJECT_REASONS:
            return Bounce.Why.REFUSED
        case EventType.BOUNCED if event.reject_reason in BOUNCE_REASONS and not _is_soft(event):
            return Bounce.Why.REFUSED
        case _:
            return None


def _is_soft(event: AnymailTrackingEvent) -> bool:
    """anymail does not tell soft from hard bounces; the reply and the provider's own fields do."""
    answer = ANSWER.search(event.mta_response or "")
    if answer is not None and (reply := read_reply(Stage.REPORT, int(answer[1]), answer[2])).status:
        return judge(reply) is not About.ADDRESS
    raw = event.esp_event if isinstance(event.esp_event, Mapping) else {}
    words = " ".join(_severity_words(raw)).lower()
    is_late = answer is not None and answer[1].startswith("4")
    return is_late or any(word in words for word in SOFT)


def _severity_words(raw: Mapping[str, Any]) -> Iterator[str]:
    for name, value in raw.items():
        if isinstance(value, Mapping):
            yield from _severity_words(value)
        elif name in SEVERITY_FIELDS:
            yield str(value)
        elif (name, value) == ("hard_bounce", False) or (
            name == "bounce_class" and str(value) in SOFT_CLASSES
        ):
            yield "soft"


tracking.connect(take, dispatch_uid="bounces")
