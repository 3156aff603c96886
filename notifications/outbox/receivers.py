"""Writes the notices of new events, in the transaction of the events."""

from datetime import UTC, datetime, timedelta
from typing import cast
from uuid import UUID

from django.db import transaction

from games.domain.events import DeadlineSet, GameStarted, PlayerInvited, SeatLeft
from games.edge import now
from games.events import sql
from games.limits import INVITATIONS, check_rows
from games.models import Invitation, Person
from games.signals import Change, events_appended
from games.waking import wake
from notifications.messages.catalogue import ASKING, LAST_CALL, REMINDER, REMINDERS
from notifications.models import NOBODY, Notice
from notifications.outbox.queue import TABLE, TELLING, plan, put_in
from notifications.outbox.recipients import Recipient, is_new_turn, recipients
from notifications.outbox.tasks import deliver_webhooks, wake_sender

LAST_SECONDS = 2 * 3600
LONGEST_GAP = 3600
WAITS = {"lost": timedelta(minutes=1)}
"""So long a message waits for another mail about the game, which then tells it too."""
NEW_TO_MOVE = ("turn", "replaced", "back")
"""They tell who is to move, where the turn or the player is new."""
COLUMNS = ("channel", "recipient_id", "message", "due", "later")
WEBHOOKS = sql.Matching(
    "notifications_webhook",
    columns=("person_id", "what", "active"),
    others=("message", "occasion"),
    taken=(("recipient_id", "person_id"), ("message", "message"), ("occasion", "occasion || id")),
)


def write_notices(sender: object, *, change: Change, **_: object) -> None:
    everybody = recipients(change.before, change.after, change.events)
    has_deadline = any(isinstance(each, DeadlineSet) for each in change.events)
    if any(isinstance(each, GameStarted | SeatLeft) for each in change.events):
        _cancel(change.game_id, ("full",))
    before = change.before
    was_asked = before.to_move is not None and before.setup.seats[before.to_move].player is not None
    if was_asked and is_new_turn(before, change.after):
        _cancel(change.game_id, ASKING)
    elif was_asked and has_deadline:
        _forget_deadline(change.game_id)
    _tell_players(change, everybody, reminders(change) if has_deadline else [])
    _write_calls(change, everybody)
    _write_invitations(change)


def reminders(change: Change) -> list[tuple[str, int]]:
    """Of the present deadline, each with its moment: at half of the time, unless another mail that
    asks for the turn goes at about that time, and a last call.
    """
    after = change.after
    if after.to_move is None or after.deadline is None:
        return []
    seat, deadline = after.to_move, after.deadline
    hours, start = change.hours[seat], int(change.at.timestamp())
    # Of the hours that count: `after` leads out of quiet hours and days off.
    whole = hours.between(start, deadline)
    own_time = max(hours.after(start, whole * 4 // 5), deadline - LAST_SECONDS)
    last = min(hours.after(own_time, 0), deadline)
    if last == deadline:
        # Better in quiet hours than after the turn is lost.
        last = deadline - LAST_SECONDS
    half, gap = hours.after(start, whole // 2), min(LONGEST_GAP, whole // 10)
    is_apart = half - hours.after(start, 0) >= gap and last - half >= gap
    moments = [(REMINDER, half)] if is_apart else []
    return [*moments, (LAST_CALL, last)] if start < last else moments


def _cancel(game_id: UUID, messages: tuple[str, ...]) -> None:
    """What waits for a turn, or for the start. A program's calls are news: they are never cancelled."""
    where = {"game_id =": game_id, "channel <>": "webhook"}
    sql.delete(TABLE, where, "message", messages, "sent")


def _forget_deadline(game_id: UUID) -> None:
    """First changes the rows that a worker may be moving on, and waits for it."""
    asking = Notice.objects.filter(game_id=game_id, message__in=ASKING, sent=None)
    asking.exclude(channel="webhook").update(later="")
    _cancel(game_id, REMINDERS)


def _tell_players(
    change: Change, everybody: tuple[Recipient, ...], moments: list[tuple[str, int]]
) -> None:
    """The turn's own row is the reminders' too, one after the other."""
    player, is_turn = _mover(change), any(each.message == "turn" for each in everybody)
    rows: list[sql.Row] = [
        (
            each.player,
            each.message,
            change.at + WAITS.get(each.message, timedelta()),
            plan(moments) if each.message == "turn" else "",
        )
        for each in everybody
    ]
    if moments and player is not None and not is_turn:
        (message, due), *later = moments
        rows.append((player, message, datetime.fromtimestamp(due, UTC), plan(later)))
    if rows:
        shared = {"game_id": change.game_id, "occasion": str(change.after.version)}
        by_channel = [(channel, *row) for channel in TELLING for row in rows]
        sql.insert(TABLE, shared, COLUMNS, by_channel)
    if everybody:
        transaction.on_commit(wake_sender)


def _mover(change: Change) -> int | None:
    """A person of another server has an id below 1."""
    after = change.after
    player = None if after.to_move is None else after.setup.seats[after.to_move].player
    return player if player is not None and player > 0 else None


def _write_calls(change: Change, everybody: tuple[Recipient, ...]) -> None:
    """For every webhook of a person that asks for it, by one statement."""
    occasion = f"{change.after.version}."
    # Whoever leaves is told of that as well.
    seats = (*change.before.setup.seats, *change.after.setup.seats)
    at_table = sorted({seat.player for seat in seats if seat.player is not None})
    wanted: list[sql.Row] = [(player, "all", True, "events", occasion) for player in at_table]
    mover = _mover(change)
    if any(each.player == mover and each.message in NEW_TO_MOVE for each in everybody):
        wanted.append((mover, "turn", True, "to-move", occasion))
    if not wanted:
        return
    shared = {
        "game_id": change.game_id,
        "channel": "webhook",
        "content": str(change.before.version + 1),
        "due": now(),
    }
    count_written = sql.insert_matching(TABLE, shared, WEBHOOKS, wanted)
    transaction.on_commit(lambda: wake(deliver_webhooks) if count_written() else None)


def _write_invitations(change: Change) -> None:
    references = [each.invitation for each in change.events if isinstance(each, PlayerInvited)]
    if not references:
        return
    invitations = Invitation.objects.filter(game_id=change.game_id, reference__in=references)
    for invitation in invitations.exclude(address="").exclude(by=None).select_related("by"):
        _check_number(invitation, change.at)
        notice = Notice(game_id=change.game_id, recipient_id=NOBODY, message="invitation")
        notice.channel, notice.occasion, notice.due = "mail", invitation.reference, change.at
        put_in([notice])
        transaction.on_commit(wake_sender)


def _check_number(invitation: Invitation, at: datetime) -> None:
    # The lock keeps many at once from passing the limit.
    inviter = Person.objects.select_for_update().get(pk=cast("Person", invitation.by).pk)
    others = Invitation.objects.filter(by=inviter).exclude(address="")
    check_rows(INVITATIONS, others.exclude(reference=invitation.reference), at)


events_appended.connect(write_notices, dispatch_uid="notices")
