"""Whether an address may be sent an invitation."""

from datetime import datetime

from games.limits import INVITATIONS_TO_ONE
from notifications.bounces import turns_mail_away
from notifications.models import InvitationMail, NoInvitations, Preference


def is_welcome(address: str, at: datetime) -> bool:
    """Whoever invites is not told: it is nobody's business who wants no mail."""
    if NoInvitations.objects.filter(address=address.lower()).exists():
        return False
    none = Preference.objects.filter(game=None, mail=Preference.Mail.NONE)
    if none.filter(person__email__iexact=address).exists() or turns_mail_away(address):
        return False
    sent = InvitationMail.objects.filter(
        invitation__address__iexact=address, sent__gt=INVITATIONS_TO_ONE.since(at), went=True
    )
    return sent.count() < INVITATIONS_TO_ONE.most


def want_none(address: str, at: datetime) -> None:
    NoInvitations.objects.get_or_create(address=address.lower(), defaults={"at": at})
