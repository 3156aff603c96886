"""Invitations on their way: see `notifications.channels.queue`."""

from datetime import datetime

from django.db.models import QuerySet

from games.domain.notation import language_of
from games.invitations import why_closed
from games.models import Invitation
from games.queries import OVER
from games.rows import snapshot_of
from notifications.channels import queue
from notifications.channels.mail import Fate
from notifications.channels.mime import Mail, compose_mail, content_of
from notifications.composing import stopped_at
from notifications.invitations.wishes import is_welcome
from notifications.links import invitation_url, no_invitations_url
from notifications.messages.invitation import invitation_letter
from notifications.models import InvitationMail


def send_due_invitations(at: datetime) -> int:
    """How many were due, of which it takes some."""
    return queue.send_due(INVITATIONS, at)


def _rows() -> QuerySet[InvitationMail]:
    unsent = InvitationMail.objects.filter(sent=None)
    return unsent.select_related("invitation__game", "invitation__by")


def _settle(row: InvitationMail, at: datetime, fate: Fate) -> None:
    InvitationMail.objects.filter(pk=row.pk).update(sent=at, went=fate.went)


def mail_of(invitation: Invitation, at: datetime) -> Mail | None:
    """None where nobody wants it any more. A person's name is not kept once the person went."""
    by, address = invitation.by, invitation.address
    if by is None or by.left or invitation.game.status in OVER or why_closed(invitation, at):
        return None
    if not is_welcome(address, at):
        return None
    stop = no_invitations_url(address)
    letter = invitation_letter(
        snapshot_of(invitation.game),
        by.display_name,
        language_of(by.language),
        invitation_url(invitation.secret),
        stop,
    )
    number = f"invitation.{invitation.reference[:32]}"
    return compose_mail(address, number, content_of(letter, number), stopped_at(stop))


INVITATIONS = queue.Queue(_rows, lambda row, at: mail_of(row.invitation, at), _settle)
