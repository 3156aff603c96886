"""Writes the notices of new events, in the transaction of the events."""

from datetime import UTC, datetime
from typing import cast
from uuid import UUID

from django.db import transaction

from games.domain.events import DeadlineSet, PlayerInvited
from games.edge import now
from games.events import sql
from games.limits import INVITATIONS, refusal_of
from games.models import Invitation, Person
from games.signals import Change, events_appended
from games.waking import wake
from notifications.models import NOBODY, Notice
from notifications.outbox.queue import TELLING, plan, put_in
from notifications.outbox.recipients import Recipient, is_new_turn, recipients
from notifications.outbox.reminders import REMINDERS, reminders
from notifications.outbox.tasks import deliver_webhooks, wake_sender

TABLE = "notifications_notice"
ASKING = ("turn", "late", *REMINDERS)
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
    if _is_person_to_move(change) and is_new_turn(change.before, change.after):
        _cancel(change.game_id, ASKING)
    elif _is_person_to_move(change) and has_deadline:
        _forget_deadline(change.game_id)
    _tell_players(change, everybody, reminders(change) if has_deadline else [])
    _write_calls(change, everybody)
    _write_invitations(change)


def _is_person_to_move(change: Change) -> bool:
    """Before the events: only then may something wait for a turn."""
    before = change.before
    return before.to_move is not None and before.setup.seats[before.to_move].player is not None


def _cancel(game_id: UUID, messages: tuple[str, ...]) -> None:
    """What waits for a turn. A program's calls are news: they are never cancelled."""
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
        (each.player, each.message, change.at, plan(moments) if each.message == "turn" else "")
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
    wanted: list[sql.Row] = [
        (player, "all", True, "events", occasion) for player in _players_at_table(change)
    ]
    wanted += [
        (player, "turn", True, "to-move", occasion)
        for player in _players_to_move(change, everybody)
    ]
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


def _players_at_table(change: Change) -> list[int]:
    """Who sits at the table or did before: whoever leaves is told of that as well."""
    seats = (*change.before.setup.seats, *change.after.setup.seats)
    return sorted({seat.player for seat in seats if seat.player is not None})


def _players_to_move(change: Change, everybody: tuple[Recipient, ...]) -> list[int]:
    """Who is to move, where the turn or the player is new."""
    new = {each.player for each in everybody if each.message in ("turn", "replaced", "back")}
    return [player for player in new if player == _mover(change)]


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
    since = INVITATIONS.since(at)
    others = Invitation.objects.filter(by=inviter, created__gt=since).exclude(address="")
    recent = others.exclude(reference=invitation.reference).order_by("created")
    times = list(recent.values_list("created", flat=True))
    if len(times) >= INVITATIONS.most:
        raise refusal_of(INVITATIONS, (times[-INVITATIONS.most] - since).seconds)


events_appended.connect(write_notices, dispatch_uid="notices")
