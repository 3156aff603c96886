"""Makes, uses and revokes invitations, for page, API and mail alike."""

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare, get_random_string, salted_hmac
from msgspec import Struct

from games.access import GameView, StillAGuest
from games.addresses import address_of
from games.domain import NEW_GAME, Refusal
from games.domain.events import PlayerReplaced, SeatLeft
from games.domain.evolve import walk
from games.domain.lobby import InvitePlayer, TakeOver, TakeSeat
from games.doors import count_change
from games.edge import new_command_id, now
from games.events import store
from games.models import Invitation, Person
from games.numbering import insert_numbered
from games.services import Outcome, act, actor_of, retry_when_stale

SECRET_LENGTH, PROOF_LENGTH = 22, 32
LIFETIME = timedelta(days=14)


class InvitationUsed(Refusal):
    says = "This invitation has seated somebody already, and each seats one person once."


class InvitationRevoked(Refusal):
    says = "This invitation was taken back by who made the table."


class InvitationExpired(Refusal):
    says = "This invitation was good for {value} days; ask for another."


class SentAway(Refusal):
    says = "You were asked to leave this table; only a newer invitation leads back to it."


class NewInvitation(Struct, frozen=True):
    """The invitation, and the game's version after it was made."""

    invitation: Invitation
    version: int


def invite(view: GameView, address: str = "", *, command_id: str = "") -> NewInvitation:
    """The same command id makes one invitation only."""
    by, game_id = view.require_owner(), view.game_id
    if by.guest:
        raise StillAGuest
    address = address_of(address) if address else ""
    order = InvitePlayer(_reference(game_id, address, command_id or new_command_id()))
    with count_change(game_id, order, by, now(), command_id=command_id):
        return retry_when_stale(lambda: _invite(game_id, by, address, order, command_id))


@transaction.atomic
def _invite(
    game_id: UUID, by: Person, address: str, order: InvitePlayer, command_id: str
) -> NewInvitation:
    at, same = now(), Invitation.objects.filter(game=game_id, reference=order.invitation)
    invitation = same.first()
    if invitation is None:
        secret = get_random_string(SECRET_LENGTH)
        invitation = Invitation(game_id=game_id, secret=secret, address=address, by=by, created=at)
        invitation.reference = order.invitation
        try:
            insert_numbered(invitation, at)
        except IntegrityError:
            invitation = same.get()
    outcome = act(game_id, order, actor=actor_of(by.pk), command_id=command_id)
    return NewInvitation(invitation, outcome.version)


def _reference(game_id: UUID, address: str, command_id: str) -> str:
    """Of a repeated request, the reference under an earlier secret key if it was made then."""
    text = f"{game_id} {command_id} {address}"
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    present, *earlier = (
        salted_hmac("invitation", text, secret=key, algorithm="sha256").hexdigest() for key in keys
    )
    earlier_invitation = Invitation.objects.filter(game=game_id, reference__in=earlier).first()
    return earlier_invitation.reference if earlier_invitation else present


def invitation_by(secret: str | None, game_id: UUID | None = None) -> Invitation | None:
    """The invitation with this secret, whether still valid or not."""
    if not secret:
        return None
    matching = Invitation.objects.filter(secret=secret).select_related("game", "by", "used_by")
    return (matching if game_id is None else matching.filter(game_id=game_id)).first()


def ends_at(invitation: Invitation) -> datetime:
    return invitation.created + LIFETIME


def proof_of_address(invitation: Invitation) -> str:
    """The mail to the address has it and nothing else, so that who shows it reads that mail."""
    return _address_proofs(invitation)[0]


def proves_address(invitation: Invitation, proof: str) -> bool:
    proofs = _address_proofs(invitation) if invitation.address else []
    return any(constant_time_compare(proof, each) for each in proofs)


def _address_proofs(invitation: Invitation) -> list[str]:
    """Under the present secret key, then under the earlier ones."""
    text = f"{invitation.secret} {invitation.address}"
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = (salted_hmac("invited", text, secret=key, algorithm="sha256") for key in keys)
    return [each.hexdigest()[:PROOF_LENGTH] for each in digests]


def why_closed(invitation: Invitation, at: datetime) -> Refusal | None:
    if invitation.revoked is not None:
        return InvitationRevoked()
    if invitation.used is not None:
        return InvitationUsed()
    return InvitationExpired(LIFETIME.days) if ends_at(invitation) <= at else None


def sit_down(
    order: TakeSeat | TakeOver, person: Person, invitation: Invitation, *, command_id: str = ""
) -> Outcome:
    """Who has an invitation needs no other right, and may not even see the game before."""
    if invitation.used_by_id != person.pk:
        refusal = why_closed(invitation, now())
        if refusal is not None:
            raise refusal
    with count_change(
        invitation.game_id, order, person, now(), command_id=command_id, by_invitation=True
    ):
        return retry_when_stale(lambda: _sit_down(order, person, invitation, command_id))


@transaction.atomic
def _sit_down(
    order: TakeSeat | TakeOver, person: Person, invitation: Invitation, command_id: str
) -> Outcome:
    """Of two who use one secret at once, the second is refused and their seat rolled back."""
    at, actor = now(), actor_of(person.pk)
    outcome = act(invitation.game_id, order, actor=actor, command_id=command_id)
    if outcome.repeated:
        return outcome
    good = Invitation.objects.filter(pk=invitation.pk, used=None, revoked=None)
    if not good.filter(created__gt=at - LIFETIME).update(used=at, used_by=person):
        invitation.refresh_from_db()
        raise why_closed(invitation, at) or InvitationUsed
    if _was_sent_away(invitation.game_id, person, since=invitation.created):
        raise SentAway
    return outcome


def _was_sent_away(game_id: UUID, person: Person, *, since: datetime) -> bool:
    """Whether somebody else freed the person's seat since then, or the host replaced them."""
    rows = store.read_rows(game_id)
    events = store.events_of(rows)
    for row, event, before in zip(rows, events, (NEW_GAME, *walk(events)), strict=False):
        stamp = row.entry.stamp
        if isinstance(event, SeatLeft):
            is_by_another = stamp.actor != actor_of(person.pk)
        elif isinstance(event, PlayerReplaced):
            is_by_another = event.by_host is True and event.player != person.pk
        else:
            continue
        was_theirs = before.setup.seats[event.seat].player == person.pk
        if was_theirs and is_by_another and datetime.fromisoformat(stamp.at) > since:
            return True
    return False


def invitations_of(view: GameView) -> QuerySet[Invitation]:
    """All that were made to the table, for its owner."""
    view.require_owner()
    return Invitation.objects.filter(game_id=view.game_id).select_related("used_by")


def revoke(view: GameView, number: int, at: datetime) -> bool:
    """Whether there was such an invitation, not yet revoked."""
    open_ones = invitations_of(view).filter(number=number, revoked=None)
    if open_ones.filter(used=None).update(revoked=at):
        return True
    if open_ones.exists():
        raise InvitationUsed
    return False
