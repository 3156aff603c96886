"""Writes the outbox rows of invitations to addresses, in the same transaction."""

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
    found = Invitation.objects.filter(reference__in=references).exclude(address="")
    for made in found.exclude(by=None).select_related("by"):
        _check_number(cast("Person", made.by), change.at)
        InvitationMail.objects.create(invitation=made, due=change.at)
        transaction.on_commit(wake_sender)


def _check_number(inviter: Person, at: datetime) -> None:
    # One after the other, so that many at once are not more than the most.
    Person.objects.select_for_update().get(pk=inviter.pk)
    mine = InvitationMail.objects.filter(invitation__by=inviter)
    since = INVITATIONS.since(at)
    lately = mine.filter(invitation__created__gt=since).order_by("invitation__created")
    made = list(lately.values_list("invitation__created", flat=True))
    if len(made) >= INVITATIONS.most:
        raise refusal_of(INVITATIONS, (made[-INVITATIONS.most] - since).seconds)


events_appended.connect(write_invitations, dispatch_uid="invitations")
