"""Writes the outbox rows of invitations to addresses, in the same transaction."""

from datetime import datetime, timedelta
from typing import cast

from django.db import transaction

from games.domain import Refusal
from games.domain.events import PlayerInvited
from games.models import Invitation, Person
from games.signals import Happened, events_appended
from notifications.models import InvitationMail
from notifications.tasks import wake_sender

MOST_A_DAY = 20
A_DAY = timedelta(days=1)


class TooManyInvitations(Refusal):
    says = (
        "You have sent {value} invitations by mail within a day, which is the most. "
        "Hand the link on yourself, or wait until tomorrow."
    )


def write_invitations(sender: object, *, happened: Happened, **_: object) -> None:
    references = [each.invitation for each in happened.events if isinstance(each, PlayerInvited)]
    if not references:
        return
    found = Invitation.objects.filter(reference__in=references).exclude(address="")
    for made in found.exclude(by=None).select_related("by"):
        _check_number(cast("Person", made.by), happened.at)
        InvitationMail.objects.create(invitation=made, due=happened.at)
        transaction.on_commit(wake_sender)


def _check_number(inviter: Person, at: datetime) -> None:
    # One after the other, so that many at once are not more than the most.
    Person.objects.select_for_update().get(pk=inviter.pk)
    mine = InvitationMail.objects.filter(invitation__by=inviter)
    have = mine.filter(invitation__created__gt=at - A_DAY).count()
    if have >= MOST_A_DAY:
        raise TooManyInvitations(have)


events_appended.connect(write_invitations, dispatch_uid="invitations")
