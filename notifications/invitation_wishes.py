"""Whether an address may be sent an invitation."""

from datetime import datetime

from games.addresses import any_spelling, key_of, spellings
from games.limits import INVITATIONS_TO_ONE
from games.models import Invitation
from notifications.bounces import turns_mail_away
from notifications.models import NoInvitations, Notice, Preference


def is_welcome(address: str, at: datetime) -> bool:
    """The inviter does not learn it: who wants no mail is private."""
    if NoInvitations.objects.filter(address__in=spellings(address)).exists():
        return False
    none = Preference.objects.filter(game=None, mail=Preference.Mail.NONE)
    if none.filter(any_spelling("person__email", address)).exists() or turns_mail_away(address):
        return False
    invitations = Invitation.objects.filter(any_spelling("address", address))
    sent = Notice.objects.filter(
        message="invitation",
        occasion__in=list(invitations.values_list("reference", flat=True)),
        sent__gt=INVITATIONS_TO_ONE.since(at),
    )
    return sent.count() < INVITATIONS_TO_ONE.most


def welcome_invitations(address: str) -> None:
    NoInvitations.objects.filter(address__in=spellings(address)).delete()


def refuse_invitations(address: str, at: datetime) -> None:
    NoInvitations.objects.get_or_create(address=key_of(address), defaults={"at": at})
