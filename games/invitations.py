"""Invitations: one way to make them, whatever door they are asked for at."""

from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.crypto import get_random_string, salted_hmac
from msgspec import Struct

from games.domain.errors import Unreadable
from games.domain.lobby import InvitePlayer
from games.edge import new_command_id, now
from games.models import Invitation, Person
from games.services import act, undisturbed

SECRET = 22


class Invited(Struct, frozen=True):
    """The secret lets its bearer join; the version is the game's after it."""

    secret: str
    version: int


def invite(game_id: UUID, by: Person, address: str = "", *, command_id: str = "") -> Invited:
    """Whether this person may is for the caller to know; the same command id makes one."""
    if address:
        _check_address(address)
    return undisturbed(lambda: _invite(game_id, by, address, command_id))


@transaction.atomic
def _invite(game_id: UUID, by: Person, address: str, command_id: str) -> Invited:
    asked = f"{game_id} {command_id or new_command_id()} {address}"
    made, _ = Invitation.objects.get_or_create(
        reference=salted_hmac("invitation", asked, algorithm="sha256").hexdigest(),
        defaults={
            "game_id": game_id,
            "secret": get_random_string(SECRET),
            "address": address,
            "by": by,
            "created": now(),
        },
    )
    order = InvitePlayer(made.reference)
    done = act(game_id, order, actor=f"user:{by.pk}", command_id=command_id)
    return Invited(made.secret, done.version)


def _check_address(address: str) -> None:
    try:
        validate_email(address)
    except ValidationError as error:
        problem = "an address of a mailbox is wanted"
        raise Unreadable(address, path="$.address", problem=problem) from error
