"""Every door hands its mails to `receive`, which handles and answers each mail once."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import wraps
from hashlib import sha256

import msgspec
from django.db import IntegrityError, transaction
from prometheus_client import Counter

from games.access import GameView, NoAccess, see_game
from games.addresses import key_of
from games.limits import ANSWERS_TO_NOTHING, MAILS_TO_HOST
from games.models import Person
from mail_in.answers import answer_to
from mail_in.host import host_mail, is_for_host
from mail_in.playing import OrderMail, Outcome, play
from mail_in.reading import LARGEST, IncomingMail, parse_mail
from mail_in.reports import unreachable_addresses
from notifications.bounces import Report, note_report
from notifications.messages.answers import Answer, HostMail
from notifications.models import NO_GAME, NOBODY, Bounce, Inbound, Notice
from notifications.outbox.queue import put_in
from notifications.outbox.tasks import wake_sender
from notifications.reply_addresses import (
    ReplyAddress,
    is_bounce_address,
    is_bounce_address_of,
    read_address,
)

log = logging.getLogger(__name__)
UNPLAYED = (Outcome.NOTHING, Outcome.REFUSED, Outcome.LATE)


class TooManyToHost(Exception):
    """The host has got enough mails this hour. The sender keeps the mail and comes again."""


Receive = Callable[[bytes, str | None, Sequence[str], datetime], Outcome]
RECEIVED = Counter("franchise_mails_in_total", "Mails that came in", ["outcome"])


def count_outcomes(receive: Receive) -> Receive:
    @wraps(receive)
    def receive_and_count(
        raw: bytes, envelope_from: str | None, envelope_to: Sequence[str], at: datetime
    ) -> Outcome:
        outcome = receive(raw, envelope_from, envelope_to, at)
        RECEIVED.labels(outcome).inc()
        return outcome

    return receive_and_count


@count_outcomes
def receive(
    raw: bytes, envelope_from: str | None, envelope_to: Sequence[str], at: datetime
) -> Outcome:
    """Plays what a mail asks for. An `envelope_from` of "" is a bounce's; None is an unknown sender.

    Without recipients of an envelope, the mail's own are taken.
    """
    if len(raw) > LARGEST:
        return Outcome.TOO_LARGE
    mail = parse_mail(raw, envelope_from, envelope_to)
    host = next(filter(is_for_host, mail.recipients), None)
    outcome = Outcome.NOBODY if host is None else _forward_to_host(raw, mail, host, at)
    if any(map(is_bounce_address, mail.recipients)):
        _take_report(raw, mail, at)
        return Outcome.AUTOMATIC
    address = next((each for to in mail.recipients if (each := read_address(to))), None)
    if address is None:
        return outcome
    if mail.automatic:
        return Outcome.AUTOMATIC
    person = Person.objects.filter(pk=address.person, is_active=True).first()
    if person is None or not _is_from(mail, person):
        log.info("a mail from a stranger", extra={"game": str(address.game_id)})
        return Outcome.STRANGER
    with transaction.atomic():
        return _handle(mail, address, person, key=_key(mail, address, raw), at=at)


def _forward_to_host(raw: bytes, mail: IncomingMail, to: str, at: datetime) -> Outcome:
    forward = host_mail(raw, mail, to)
    if forward is None:
        return Outcome.AUTOMATIC
    recent = Inbound.objects.filter(outcome=Outcome.FOR_HOST, at__gt=MAILS_TO_HOST.since(at))
    if recent.count() >= MAILS_TO_HOST.most:
        raise TooManyToHost(f"the host gets {MAILS_TO_HOST.most} mails an hour at the most")
    row = Inbound(key=forward.key, at=at, outcome=Outcome.FOR_HOST)
    with transaction.atomic():
        if not _write_once(row):
            return Outcome.REPEATED
        _put_in(row, "to-host", forward)
    return Outcome.FOR_HOST


def _write_once(row: Inbound) -> bool:
    """Whether it is the first of its key."""
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        return False
    return True


def _put_in(row: Inbound, message: str, answer: Answer | HostMail) -> None:
    """Into the outbox, in the transaction of what the answer tells."""
    notice = Notice(
        game_id=row.game_id or NO_GAME,
        recipient_id=row.person_id or NOBODY,
        message=message,
        channel="mail",
        occasion=row.key,
        content=msgspec.json.encode(answer).decode(),
        due=row.at,
    )
    put_in([notice])
    transaction.on_commit(wake_sender)


def _take_report(raw: bytes, mail: IncomingMail, at: datetime) -> None:
    """Counts only for the address to which the mail was sent: its envelope sender was made for it."""
    if not mail.bounce:
        return
    number = mail.message_id.encode() or sha256(raw).digest()
    for address in unreachable_addresses(raw):
        if any(is_bounce_address_of(to, address) for to in mail.recipients):
            key = f"report {sha256(number).hexdigest()} {address}"
            note_report(Report(key, address, Bounce.Why.REFUSED, at))


def _is_from(mail: IncomingMail, person: Person) -> bool:
    return bool(person.email) and key_of(mail.sender) == key_of(person.email)


def _key(mail: IncomingMail, address: ReplyAddress, raw: bytes) -> str:
    """One for each mail and person, so that nobody can use up the key of another."""
    number = mail.message_id.encode() or sha256(raw).digest()
    return sha256(address.game_id.bytes + b"%d " % address.person + number).hexdigest()


def _handle(
    mail: IncomingMail, address: ReplyAddress, person: Person, *, key: str, at: datetime
) -> Outcome:
    view = _seat_holders_view(address, person)
    if view is None:
        log.info("a mail from somebody who left", extra={"game": str(address.game_id)})
        return Outcome.STRANGER
    row = Inbound(key=key, person=person, game_id=address.game_id, at=at)
    if not _write_once(row):
        return Outcome.REPEATED
    result = play(OrderMail(mail.text, address, person, f"mail:{key}", at), view)
    answer = answer_to(mail, address, person, result, key=key)
    row.outcome = result.outcome
    if result.outcome not in UNPLAYED or not _is_a_flood(row):
        _put_in(row, "answer", answer)
    row.save(update_fields=["outcome"])
    return result.outcome


def _is_a_flood(row: Inbound) -> bool:
    """Whether a program answers our answers: too many mails play nothing."""
    since = ANSWERS_TO_NOTHING.since(row.at)
    same = Inbound.objects.filter(person=row.person, game_id=row.game_id, at__gt=since)
    return same.filter(outcome__in=UNPLAYED).count() >= ANSWERS_TO_NOTHING.most


def _seat_holders_view(address: ReplyAddress, person: Person) -> GameView | None:
    """None if the person has left the seat."""
    try:
        view = see_game(person, address.game_id)
    except NoAccess:
        return None
    return view if view.seat == address.seat else None
