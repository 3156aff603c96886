"""Invitations to a table, which are its maker's to make, to look at and to take back."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import answers, bodies
from games.api.once import NO_STORE
from games.api.schema import call
from games.api.tags import etag_of
from games.api.views.base import ApiView, answer_removed
from games.api.wire import read
from games.edge import now
from games.invitations import ends_at, invitations_of, invite, revoke


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
        made = tuple(
            answers.MadeInvitation(
                id=each.number,
                address=each.address or None,
                created=each.created,
                until=ends_at(each),
                revoked=each.revoked,
                used=each.used,
                used_by=each.used_by_id,
                used_by_name=None if each.used_by is None else each.used_by.display_name,
            )
            for each in invitations
        )
        return Response(answers.Invitations(made))


class OneInvitation(ApiView):
    @call("revokeInvitation", "Take an invitation back that has seated nobody yet")
    def delete(self, request: Request, game_id: UUID, invitation: int) -> Response:
        return answer_removed(revoke(self.see(game_id), invitation, now()), invitation)
