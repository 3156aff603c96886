"""Invitations to a table, which are its maker's to make, to look at and to take back."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from games.access import NoAccess
from games.api import answers, bodies
from games.api.schema import call
from games.api.views.base import NO_STORE, ApiView, etag_of
from games.api.wire import read
from games.edge import now
from games.invitations import ends_at, invitations_of, invite, revoke
from games.models import Invitation


class InviteToGame(ApiView):
    @call("inviteToGame", "Make an invitation, which seats its bearer once", takes=bodies.Invite)
    def post(self, request: Request, game_id: UUID) -> Response:
        body = read(request, bodies.Invite)
        outcome = invite(self.see(game_id), body.address or "", command_id=self.key())
        answer = answers.Invitation(
            id=outcome.invitation.number,
            invitation=outcome.invitation.secret,
            until=ends_at(outcome.invitation),
            version=outcome.version,
        )
        return Response(answer, status=201, headers={**NO_STORE, "ETag": etag_of(outcome.version)})


class Invitations(ApiView):
    for_members = True

    @call("listInvitations", "The table's invitations, for who made it, and whom they seated")
    def get(self, request: Request, game_id: UUID) -> Response:
        invitations = invitations_of(self.see(game_id)).order_by("number")
        return Response(answers.Invitations(tuple(map(_made_invitation, invitations))))


class OneInvitation(ApiView):
    @call("revokeInvitation", "Take an invitation back that has seated nobody yet")
    def delete(self, request: Request, game_id: UUID, invitation: int) -> Response:
        if not revoke(self.see(game_id), invitation, now()):
            raise NoAccess(str(invitation))
        return Response(status=204)


def _made_invitation(invitation: Invitation) -> answers.MadeInvitation:
    used_by = invitation.used_by
    return answers.MadeInvitation(
        id=invitation.number,
        address=invitation.address or None,
        created=invitation.created,
        until=ends_at(invitation),
        revoked=invitation.revoked,
        used=invitation.used,
        used_by=invitation.used_by_id,
        used_by_name=None if used_by is None else used_by.display_name,
    )
