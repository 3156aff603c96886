"""Every door hands its mails to `receive`, which handles and answers each mail once."""

import logging
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

import msgspec
from django.db import IntegrityError, transaction
from prometheus_client import Counter

from games.access import NoAccess, see_game
from games.addresses import key_of
from games.limits import (
    ANSWERS_TO_NOTHING,
    MAILS_AT_DESK,
    MAILS_TO_HOST,
    MAILS_WITHOUT_PROOF,
    STRANGERS_MAILS,
    count,
)
from games.models import Person
from mail_in.answers import answer_to, stranger_answer, which_game_answer
from mail_in.host import host_mail, is_for_host
from mail_in.playing import OrderMail, Outcome, play
from mail_in.reading import LARGEST, IncomingMail, parse_mail
from mail_in.reception import answer_at_desk, answered_table, is_proven
from mail_in.reports import unreachable_addresses
from mail_in.requests import Request
from mail_in.several import Several, Unclear, choose_table
from notifications.bounces import Report, note_report
from notifications.messages.answers import Answer, HostMail
from notifications.models import NO_GAME, NOBODY, Bounce, Inbound, Notice
from notifications.offers import Shown, keep_offer, offered_tables
from notifications.outbox.queue import put_in
from notifications.outbox.tasks import wake_sender
from notifications.reply_addresses import (
    ReplyAddress,
    is_bounce_address,
    is_bounce_address_of,
    is_desk,
    read_address,
)

log = logging.getLogger(__name__)
RECEIVED = Counter("franchise_mails_in_total", "Mails that came in", ["outcome"])


class Repeated(Exception):
    """The mail was handled before; what is done for it anew is to be undone."""


class TooManyToHost(Exception):
    """The host has got enough mails this hour. The sender keeps the mail and comes again."""


def receive(
    raw: bytes, envelope_from: str | None, envelope_to: Sequence[str], at: datetime
) -> Outcome:
    """Plays what a mail asks for. An `envelope_from` of "" is a bounce's; None is an unknown sender.

    Without recipients of an envelope, the mail's own are taken.
    """
    if len(raw) > LARGEST:
        outcome = Outcome.TOO_LARGE
    else:
        outcome = _receive(raw, parse_mail(raw, envelope_from, envelope_to), at)
    RECEIVED.labels(outcome).inc()
    return outcome


def _receive(raw: bytes, mail: IncomingMail, at: datetime) -> Outcome:
    number = mail.message_id.encode() or sha256(raw).digest()
    host = next(filter(is_for_host, mail.recipients), None)
    outcome = Outcome.NOBODY
    if host is not None:
        outcome = _forward_to_host(host_mail(raw, mail, host, number), at)
    if any(map(is_bounce_address, mail.recipients)):
        if mail.bounce:
            _note_reports(raw, mail, number, at)
        return Outcome.AUTOMATIC
    address = next((each for to in mail.recipients if (each := read_address(to))), None)
    is_for_desk = any(map(is_desk, mail.recipients))
    if address is None and not is_for_desk:
        return outcome
    if mail.automatic:
        return Outcome.AUTOMATIC
    try:
        return _answer_once(mail, address or answered_table(mail), number, at)
    except Repeated:
        return Outcome.REPEATED


@transaction.atomic
def _answer_once(
    mail: IncomingMail, address: ReplyAddress | None, number: bytes, at: datetime
) -> Outcome:
    if address is None:
        return _answer_at_desk(mail, number, at)
    # Each person has keys of their own, so that nobody can use up that of another.
    key = sha256(address.game_id.bytes + b"%d " % address.person + number).hexdigest()
    person = Person.objects.filter(pk=address.person, is_active=True).first()
    if person is None or not person.email:
        return Outcome.STRANGER
    if key_of(mail.sender) != key_of(person.email):
        log.info("a mail from a stranger", extra={"game": str(address.game_id)})
        return _tell_of_stranger(mail, address, person, key=key, at=at)
    offered = offered_tables(address)
    if address.game_id == NO_GAME:
        meant = choose_table(Several(mail.text, person, offered)) if offered else None
        if meant is None or isinstance(meant, Request):
            return _answer_at_desk(mail, number, at)
        if isinstance(meant, Unclear):
            return _ask_which(mail, meant, person, key=key, at=at)
        address = ReplyAddress(meant.game, meant.seat, meant.version, person.pk, address.offer)
    return _handle(mail, address, person, offered, key=key, at=at)


def _answer_at_desk(mail: IncomingMail, number: bytes, at: datetime) -> Outcome:
    sender = key_of(mail.sender)
    limit = MAILS_AT_DESK if is_proven(mail) else MAILS_WITHOUT_PROOF
    if not sender or not count(limit, sender, at=at).allowed:
        return Outcome.NOTHING
    key = sha256(f"desk {sender} ".encode() + number).hexdigest()
    _require_new(key)
    answer = answer_at_desk(mail, key, at)
    row = Inbound(key=key, person=answer.person, at=at, outcome=answer.outcome)
    _write_last(row)
    _put_in(row, "answer", answer.answer)
    return answer.outcome


def _tell_of_stranger(
    mail: IncomingMail, address: ReplyAddress, person: Person, *, key: str, at: datetime
) -> Outcome:
    """The person learns of a mail from another address, which may be one of their own."""
    row = Inbound(key=key, person=person, game_id=address.game_id, at=at, outcome=Outcome.STRANGER)
    same = Inbound.objects.filter(person=person, outcome=Outcome.STRANGER)
    is_one_too_many = same.filter(at__gt=STRANGERS_MAILS.since(at)).count() >= STRANGERS_MAILS.most
    if not is_one_too_many and _write_once(row):
        _put_in(row, "answer", stranger_answer(mail, address, person, key=key))
    return Outcome.STRANGER


def _forward_to_host(forward: HostMail | None, at: datetime) -> Outcome:
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


def _require_new(key: str) -> None:
    if Inbound.objects.filter(key=key).exists():
        raise Repeated(key)


def _write_last(row: Inbound) -> None:
    """When all is done that the row tells of, as it lies on every node of a Citus: two who have
    inserted into such a table wait for each other if they change it."""
    if not _write_once(row):
        raise Repeated(row.key)


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


def _note_reports(raw: bytes, mail: IncomingMail, number: bytes, at: datetime) -> None:
    """Of the address alone to which the mail was sent: its envelope sender was made for it."""
    for address in unreachable_addresses(raw):
        if any(is_bounce_address_of(to, address) for to in mail.recipients):
            key = f"report {sha256(number).hexdigest()} {address}"
            note_report(Report(key, address, Bounce.Why.REFUSED, at))


def _ask_which(
    mail: IncomingMail, unclear: Unclear, person: Person, *, key: str, at: datetime
) -> Outcome:
    row = Inbound(key=key, person=person, game_id=NO_GAME, at=at, outcome=Outcome.REFUSED)
    if not _write_once(row):
        return Outcome.REPEATED
    offer = keep_offer(person.pk, NO_GAME, unclear.tables, at)
    if not _is_a_flood(row):
        answer = which_game_answer(mail, unclear, person, key=key, offer=offer)
        _put_in(row, "answer", answer)
    return Outcome.REFUSED


def _handle(
    mail: IncomingMail,
    address: ReplyAddress,
    person: Person,
    offered: tuple[Shown, ...],
    *,
    key: str,
    at: datetime,
) -> Outcome:
    try:
        view = see_game(person, address.game_id)
    except NoAccess:
        view = None
    if view is None or view.seat != address.seat:
        log.info("a mail from somebody who left", extra={"game": str(address.game_id)})
        return Outcome.STRANGER
    _require_new(key)
    result = play(OrderMail(mail.text, address, person, f"mail:{key}", at, offered), view)
    offer = 0
    if result.meant:
        shown = Shown(address.game_id, address.seat, result.state.version, result.meant)
        offer = keep_offer(person.pk, address.game_id, (shown,), at)
    answer = answer_to(mail, address, person, result, key=key, offer=offer)
    row = Inbound(key=key, person=person, game_id=address.game_id, at=at, outcome=result.outcome)
    _write_last(row)
    if result.outcome is Outcome.PLAYED or not _is_a_flood(row):
        _put_in(row, "answer", answer)
    return result.outcome


def _is_a_flood(row: Inbound) -> bool:
    """Whether a program answers our answers: too many mails play nothing, whatever they say."""
    since = ANSWERS_TO_NOTHING.since(row.at)
    same = Inbound.objects.filter(person=row.person, game_id=row.game_id, at__gt=since)
    return same.exclude(outcome=Outcome.PLAYED).count() > ANSWERS_TO_NOTHING.most
