"""Whether an address may be sent an invitation."""

from datetime import datetime

from games.addresses import any_spelling, key_of, spellings
from games.limits import INVITATIONS_TO_ONE
from notifications.bounces import turns_mail_away
from notifications.models import InvitationMail, NoInvitations, Preference


def is_welcome(address: str, at: datetime) -> bool:
    """The inviter does not learn it: who wants no mail is private."""
    if NoInvitations.objects.filter(address__in=spellings(address)).exists():
        return False
    none = Preference.objects.filter(game=None, mail=Preference.Mail.NONE)
    if none.filter(any_spelling("person__email", address)).exists() or turns_mail_away(address):
        return False
    sent = InvitationMail.objects.filter(
        any_spelling("invitation__address", address),
        sent__gt=INVITATIONS_TO_ONE.since(at),
        went=True,
    )
    return sent.count() < INVITATIONS_TO_ONE.most


def refuse_invitations(address: str, at: datetime) -> None:
    NoInvitations.objects.get_or_create(address=key_of(address), defaults={"at": at})
