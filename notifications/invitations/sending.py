"""Invitations on their way: leased, sent, and marked afterwards."""

from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction

from games.domain.notation import language_of
from games.invitations import why_closed
from games.models import Invitation
from games.rows import snapshot_of
from notifications.composing import made
from notifications.invitations.wishes import is_welcome
from notifications.links import invitation_url, no_invitations_url
from notifications.mails.invitation import invitation_letter
from notifications.models import InvitationMail
from notifications.sending import AT_ONCE, LEASE, deliver, open_connection

OVER = ("ended", "abandoned")


def send_due_invitations(at: datetime) -> int:
    """How many were due, of which it takes some at a time."""
    taken = _claim(at)
    if taken:
        with open_connection() as connection:
            for row in taken:
                mail = mail_of(row.invitation, at)
                if mail is None or deliver(mail, connection, at):
                    row.sent, row.went = at, mail is not None
                    row.save(update_fields=["sent", "went"])
    return len(taken)


def _claim(at: datetime) -> list[InvitationMail]:
    with transaction.atomic():
        due = InvitationMail.objects.filter(sent=None, due__lte=at).order_by("due")
        locked = due.select_for_update(skip_locked=True, of=("self",))
        taken = list(locked.select_related("invitation__game", "invitation__by")[:AT_ONCE])
        keys = [row.pk for row in taken]
        InvitationMail.objects.filter(pk__in=keys, due__lte=at).update(due=at + LEASE)
    return taken


def mail_of(invitation: Invitation, at: datetime) -> EmailMultiAlternatives | None:
    """None where nobody wants it any more. A person's name is not kept once the person went."""
    by, address = invitation.by, invitation.address
    if by is None or by.left or invitation.game.status in OVER or why_closed(invitation, at):
        return None
    if not is_welcome(address, at):
        return None
    stop = no_invitations_url(address)
    letter = invitation_letter(
        snapshot_of(invitation.game),
        by.shown,
        language_of(by.language),
        invitation_url(invitation.secret),
        stop,
    )
    headers = {
        "Message-ID": f"<invitation.{invitation.reference[:32]}@{settings.MAIL_DOMAIN}>",
        "List-Unsubscribe": f"<{stop}>",
    }
    return made(letter, address, headers)
