"""How every mail is delivered, and what follows a refusal."""

import logging
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime, timedelta

from django.core.mail import EmailMessage
from msgspec.structs import replace
from prometheus_client import Counter

from notifications.bounces import Report, note_report, turns_mail_away
from notifications.channels.carrier import Carrier
from notifications.channels.channel import Channel, Deliver, Fate, Parcel, wait_after
from notifications.channels.mime import mail_of
from notifications.channels.replies import ENTRY_STAGES, About, Reply, Stage, judge
from notifications.channels.trouble import (
    Watch,
    domain_of,
    end_trouble,
    is_in_trouble,
    may_try,
    note_trouble,
)
from notifications.models import Bounce

log = logging.getLogger(__name__)
DELIVERIES = Counter(
    "franchise_mails_out_total", "Mails that were tried: sent, or what stopped them", ["outcome"]
)

A_DAY = timedelta(days=1)
MOST_TRIES = 36
"""About five days."""
MOST_HELD = 6
"""The most tries that are counted while the host's trouble lasts: no mail is given up."""


@contextmanager
def carry() -> Iterator[Deliver]:
    """One connection carries the mails of a batch."""
    watch = Watch()
    with closing(Carrier()) as carrier:

        def deliver_one(parcel: Parcel, at: datetime) -> Fate:
            mail, tries = mail_of(parcel.message), parcel.notice.tries
            fate = deliver(mail, carrier, tries, at, watch.note_success)
            if not fate.went:
                watch.note_refusal()
            return fate

        yield lambda parcels, at: [deliver_one(each, at) for each in parcels]
    watch.look()


MAIL = Channel(carry, may_try, at_once=1, tells_players=True)


def deliver(
    mail: EmailMessage,
    carrier: Carrier,
    tries: int,
    at: datetime,
    note_success: Callable[[datetime, str], object] = end_trouble,
) -> Fate:
    """`tries` is how often the mail was tried before.

    The caller marks the mail afterwards: a kill in between sends it twice, with the same
    Message-ID.
    """
    reply = carrier.carry(mail)
    if reply is None:
        note_success(at, domain_of(mail.to[0]))
        fate = Fate(went=True)
    else:
        fate = _handle_refusal(mail, reply, tries, at)
    DELIVERIES.labels(fate.about or "sent").inc()
    return fate


def _handle_refusal(mail: EmailMessage, reply: Reply, tries: int, at: datetime) -> Fate:
    number, domain = mail.extra_headers["Message-ID"], domain_of(mail.to[0])
    if reply.stage in ENTRY_STAGES:
        note_trouble(reply, at)
        return _fate(reply, About.HOST, timedelta(), tries, stops=True)
    about = About.HOST if reply.breaks_off else judge(reply)
    if about is About.HOST and tries > 0 and not is_in_trouble(domain):
        # A refusal of one mail, while others go to that domain, is not the host's trouble.
        about = About.MOMENT
    match about:
        case About.HOST:
            _note_trouble(reply, at, domain)
            tries = min(tries + 1, MOST_HELD)
            fate = _fate(reply, About.HOST, wait_after(tries), tries, stops=reply.breaks_off)
            return replace(fate, held=True)
        case About.ADDRESS:
            key, address = f"smtp {number} {at.isoformat()}", mail.to[0]
            note_report(Report(key, address, Bounce.Why.REFUSED, at))
            log.warning("the address was refused", extra={"mail": number, "why": reply.summary})
            # Tried again on another day: one refusal may be a mistake of the server.
            wait = None if turns_mail_away(address) else A_DAY
            return _fate(reply, About.ADDRESS, wait, tries + 1)
        case About.MOMENT if tries + 1 < MOST_TRIES:
            log.warning("not taken yet; tried again", extra={"mail": number, "why": reply.summary})
            return _fate(reply, About.MOMENT, wait_after(tries + 1), tries + 1)
        case _:
            log.error("a mail was given up", extra={"mail": number, "why": reply.summary})
            return _fate(reply, about, None, tries + 1)


def _fate(
    reply: Reply, about: About, wait: timedelta | None, tries: int, *, stops: bool = False
) -> Fate:
    return Fate(wait=wait, tries=tries, stops=stops, about=about, reply=reply.summary)


def _note_trouble(reply: Reply, at: datetime, domain: str) -> None:
    """A refusal of the recipient or of the content holds for that domain alone."""
    if reply.breaks_off:
        note_trouble(replace(reply, stage=Stage.CONNECTION), at)
    elif reply.stage is Stage.SENDER:
        note_trouble(reply, at)
    else:
        note_trouble(reply, at, domain)
