"""Writes the outbox rows of invitations to addresses, in the transaction of the events."""

from datetime import datetime
from typing import cast

from django.db import transaction

from games.domain.events import PlayerInvited
from games.limits import INVITATIONS, refusal_of
from games.models import Invitation, Person
from games.signals import Change, events_appended
from notifications.models import InvitationMail
from notifications.tasks import wake_sender


def write_invitations(sender: object, *, change: Change, **_: object) -> None:
    references = [each.invitation for each in change.events if isinstance(each, PlayerInvited)]
    if not references:
        return
    invitations = Invitation.objects.filter(reference__in=references).exclude(address="")
    for invitation in invitations.exclude(by=None).select_related("by"):
        _check_number(cast("Person", invitation.by), change.at)
        InvitationMail.objects.create(invitation=invitation, due=change.at)
        transaction.on_commit(wake_sender)


def _check_number(inviter: Person, at: datetime) -> None:
    # The lock keeps many at once from passing the limit.
    Person.objects.select_for_update().get(pk=inviter.pk)
    mine = InvitationMail.objects.filter(invitation__by=inviter)
    since = INVITATIONS.since(at)
    recent = mine.filter(invitation__created__gt=since).order_by("invitation__created")
    times = list(recent.values_list("invitation__created", flat=True))
    if len(times) >= INVITATIONS.most:
        raise refusal_of(INVITATIONS, (times[-INVITATIONS.most] - since).seconds)


events_appended.connect(write_invitations, dispatch_uid="invitations")
