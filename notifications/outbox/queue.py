"""The outbox: one way for every notice, whatever it says and however it goes.

It is written in the transaction of what it tells, taken by one worker at a time, delivered by its
channel, and settled. A worker takes a row by an UPDATE of that row alone: nothing is locked
across games.
"""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import Q, QuerySet
from msgspec import Struct
from msgspec.structs import replace

from games.edge import clock_from
from games.events import sql
from notifications.channels import CHANNELS
from notifications.channels.channel import Deliver, Fate, Parcel, wait_after
from notifications.messages.batch import Batch
from notifications.messages.catalogue import ABOUT_GAMES, ASKING, CALLS, MESSAGES
from notifications.messages.daily import DAILY
from notifications.messages.game import number_of
from notifications.messages.message import Message, Said
from notifications.messages.together import SEVERAL, join, join_games
from notifications.models import Notice
from notifications.outbox.timing import (
    AT_THE_SAME_TIME,
    is_said_elsewhere,
    still_to_come,
    wait_until,
)

log = logging.getLogger(__name__)
TABLE = "notifications_notice"

AT_ONCE = 100
LEASE = timedelta(minutes=3)
"""Longer than one mail can take: a dozen commands of at most ten seconds each."""

MOST_GAMES = 10
"""Mail programs cut what is longer than a hundred kilobytes."""

LONGEST_BATCH = timedelta(seconds=15)
"""Then other lanes have their turn."""

LONGEST_REPLY = 200


class Lane(Struct, frozen=True):
    """What one sender sends: a channel's notices, of which `those` are its own."""

    channel: str
    those: Q = Q()

    def due(self, at: datetime) -> QuerySet[Notice]:
        waiting = Notice.objects.filter(self.those, channel=self.channel, sent=None, due__lte=at)
        return waiting.order_by("due")


MAILS = Lane("mail", ~Q(message=DAILY))
DAILY_MAILS = Lane("mail", Q(message=DAILY))
"""Thousands are due at one moment, and no turn waits for them."""

POSTS = Lane("webhook")
TELLING = [name for name, each in CHANNELS.items() if each.tells_players]
"""The channels by which players are told."""


def put_in(notices: Sequence[Notice]) -> None:
    """In the caller's transaction. What is there already stays as it is."""
    Notice.objects.bulk_create(notices, ignore_conflicts=True)


def send_due(at: datetime, lane: Lane = MAILS) -> int:
    """How many were due, of which it takes some. One that cannot be made holds up no other."""
    channel, due = CHANNELS[lane.channel], list(lane.due(at)[:AT_ONCE])
    if not due or not channel.may_try(at):
        return 0
    batch, clock = Batch(at, [*due, *_company(due, lane, at)]), clock_from(at)
    failed: list[Exception] = []
    with channel.open() as deliver:
        for start in range(0, len(due), channel.at_once):
            moment = clock() if start else at
            if moment - at >= LONGEST_BATCH:
                break
            some = due[start : start + channel.at_once]
            taken = [rows for each in some if (rows := take(each, batch, moment))]
            bundles = [each for rows in taken if (each := _pack(rows, batch, moment, failed))]
            fates = _deliver(deliver, [each.parcel for each in bundles], moment, failed)
            for bundle, fate in zip(bundles, fates, strict=True):
                for notice in bundle.notices:
                    _settle(notice, fate, moment)
            if any(fate.stops for fate in fates):
                break
    if failed:
        raise ExceptionGroup("notices could not be made", failed)
    return len(due)


def _company(due: Sequence[Notice], lane: Lane, at: datetime) -> list[Notice]:
    """What may go in the same mails as those that are due."""
    readers = {each.recipient_id for each in due if each.message in ABOUT_GAMES}
    if not readers:
        return []
    soon = lane.due(at + AT_THE_SAME_TIME).filter(message__in=ABOUT_GAMES)
    known = {each.pk for each in due}
    return [each for each in soon.filter(recipient_id__in=readers) if each.pk not in known]


def take(notice: Notice, batch: Batch, at: datetime) -> list[Notice]:
    """With all that goes in the same mail; nothing where it waits, or somebody has taken it.

    Nobody else takes them before the lease is over.
    """
    if notice.due > at:
        return []
    if (moment := wait_until(notice, batch, at)) is not None:
        _unsent(notice).filter(due=notice.due).update(due=moment, first_due=None)
        notice.due = moment
        return []
    if notice.message not in ABOUT_GAMES:
        return _take([notice], at)
    others = _others(notice, batch, at)
    rows = [notice, *(each for each in others if not wait_until(each, batch, at))]
    # What asks for the turn gives the mail its subject.
    rows.sort(key=lambda each: (each.message not in ASKING, each.due, each.message != "turn"))
    return _take(rows, at, number_of(rows[0]))


def _others(notice: Notice, batch: Batch, at: datetime) -> list[Notice]:
    """Where a worker was killed, what was in the same mail, so that it has the same number again;
    else what nobody has taken yet: of the same game, and of those whose turns fall due within a
    minute after its own, as at the end of quiet hours.
    """
    others = [
        each
        for each in batch.notices
        if each is not notice
        and each.recipient_id == notice.recipient_id
        and each.message in ABOUT_GAMES
        and each.content == notice.content
        and each.due <= at + AT_THE_SAME_TIME
    ]
    if notice.content:
        return others
    asking = [each for each in (notice, *others) if each.message in ASKING]
    own = [each.due for each in asking if each.game_id == notice.game_id]
    until = min(own) + AT_THE_SAME_TIME if own else notice.due
    more = sorted({each.game_id for each in asking if own and each.due <= until})
    games = {notice.game_id, *more[:MOST_GAMES]}
    return [each for each in others if each.game_id in games]


def _take(rows: Sequence[Notice], at: datetime, number: str | None = None) -> list[Notice]:
    """Without the first, whose number they have, none are taken."""
    taken: list[Notice] = []
    for each in rows:
        content = each.content if number is None else number
        until, first_due = at + LEASE, each.first_due or each.due
        lease = {"due": until, "first_due": first_due, "content": content, "held": False}
        if _lease(each, lease, is_alone=len(rows) == 1):
            each.due, each.first_due, each.content = until, first_due, content
            taken.append(each)
        elif not taken:
            break
    return taken


def _lease(notice: Notice, lease: dict[str, object], *, is_alone: bool) -> bool:
    """Of one that goes alone a crash of the database may undo it: it would go again under the same
    number, as it does after a crash between sending and settling.
    """
    # An event may have changed what it says later.
    as_read = {**_key(notice), "due": notice.due, "later": notice.later}
    with sql.in_one_go():
        if is_alone:
            sql.do_not_wait_for_disk()
        count_leased = sql.update_unset(TABLE, lease, as_read, unset="sent")
    return bool(count_leased())


def _key(notice: Notice) -> dict[str, object]:
    columns = ("game_id", "recipient_id", "message", "channel", "occasion")
    return dict(zip(columns, notice.pk, strict=True))


class Bundle(Struct, frozen=True):
    """One message, and the notices that it is of."""

    parcel: Parcel
    notices: tuple[Notice, ...]


def _pack(
    taken: Sequence[Notice], batch: Batch, at: datetime, failed: list[Exception]
) -> Bundle | None:
    """Settles those that nobody wants, that were told elsewhere or that cannot be made."""
    made: list[tuple[Notice, Said]] = []
    for notice in taken:
        try:
            needless = is_said_elsewhere(notice, at)
            message = None if needless else MESSAGES[notice.message](notice, batch)
        except Exception as error:
            log.exception("a notice could not be made", extra={"of": str(notice)})
            failed.append(error)
            _settle(notice, _fate_after(error, notice), at)
            _forget_number(notice)
            if notice is taken[0]:
                return _pack(_renumber(taken[1:]), batch, at, failed)
            continue
        if message is None:
            _settle(notice, Fate(), at)
        else:
            made.append((notice, message))
    if not made:
        return None
    notices = tuple(notice for notice, _ in made)
    message = _join(made, at) if len(made) > 1 else made[0][1]
    if isinstance(message, Message):
        if _is_of_another_game(notices, message.number):
            message = replace(message, number=number_of(_renumber(notices)[0]))
        _note_number(notices, message.number)
    return Bundle(Parcel(notices[0], message), notices)


def _is_of_another_game(notices: Sequence[Notice], number: str) -> bool:
    """The one that gave the number is not in the mail: an answer would be read as of its game."""
    games = {str(each.game_id) for each in notices if each.message in ABOUT_GAMES}
    return bool(games) and not number.startswith((SEVERAL, *games))


def _join(made: Sequence[tuple[Notice, Said]], at: datetime) -> Message:
    by_game: dict[UUID, list[Message]] = {}
    for notice, message in made:
        if isinstance(message, Message):
            by_game.setdefault(notice.game_id, []).append(message)
    first, *more = map(join, by_game.values())
    return join_games(made[0][0], (first, *more), at) if more else first


def _forget_number(notice: Notice) -> None:
    """Of a mail that goes without the notice."""
    if notice.message in ABOUT_GAMES:
        _unsent(notice).update(content="")


def _renumber(notices: Sequence[Notice]) -> Sequence[Notice]:
    """After the one that gave them its number, and goes by itself."""
    if notices:
        notices[0].content = ""
        _note_number(notices, number_of(notices[0]))
    return notices


def _note_number(notices: Sequence[Notice], number: str) -> None:
    for notice in notices:
        if notice.message in ABOUT_GAMES and notice.content != number:
            notice.content = number
            _unsent(notice).update(content=number)


def _deliver(
    deliver: Deliver, parcels: Sequence[Parcel], at: datetime, failed: list[Exception]
) -> list[Fate]:
    if not parcels:
        return []
    try:
        return deliver(parcels, at)
    except Exception as error:
        log.exception("notices could not be delivered", extra={"of": str(parcels[0].notice)})
        failed.append(error)
        return [_fate_after(error, each.notice) for each in parcels]


def _fate_after(error: Exception, notice: Notice) -> Fate:
    tries = notice.tries + 1
    return Fate(wait=wait_after(tries), tries=tries, reply=type(error).__name__)


def _settle(notice: Notice, fate: Fate, at: datetime) -> None:
    """An event may have cancelled the notice meanwhile; what went is noted all the same."""
    tries = fate.tries or notice.tries
    came = {"tries": tries, "reply": fate.reply[:LONGEST_REPLY], "tried": at, "took": fate.took}
    if fate.wait is not None:
        _unsent(notice).update(due=at + fate.wait, held=fate.held, **came)
    elif later := still_to_come(notice, at):
        _move_on(notice, later, at, went=fate.went)
    elif fate.went:
        record = {"sent": at, "later": "", "content": _record_of(notice), **came}
        if not sql.update_unset(TABLE, record, _key(notice), unset="sent")():
            _note_sent(notice, at)
    else:
        _unsent(notice).delete()


def _unsent(notice: Notice) -> QuerySet[Notice]:
    """The row, unless it went meanwhile."""
    return Notice.objects.filter(pk=notice.pk, sent=None)


def _record_of(notice: Notice) -> str:
    """What a notice that went keeps: in which mail, or of which events; no word of an answer."""
    return notice.content if notice.message in ABOUT_GAMES or notice.message in CALLS else ""


def _move_on(
    notice: Notice, still_to_come: list[tuple[str, int]], at: datetime, *, went: bool
) -> None:
    """Makes the same row say what is next on this occasion, so that an event that cancels meets it."""
    (message, moment), *later = still_to_come
    following = {
        "message": message,
        "due": datetime.fromtimestamp(moment, UTC),
        "later": plan(later),
        "content": "",
        "first_due": None,
        "tries": 0,
        "reply": "",
    }
    as_read = {**_key(notice), "later": notice.later}
    with transaction.atomic():
        moved = sql.update_unset(TABLE, following, as_read, unset="sent")()
        if not moved and (present := _unsent(notice).first()):
            _settle(present, Fate(went=went), at)
        elif went:
            _note_sent(notice, at)


def _note_sent(notice: Notice, at: datetime) -> None:
    notice.sent, notice.later, notice.content = at, "", _record_of(notice)
    put_in([notice])


def plan(later: Sequence[tuple[str, int]]) -> str:
    """What is to be said later on the same occasion, each with its moment, as a notice keeps it."""
    return msgspec.json.encode(later).decode() if later else ""
