"""The page of an invitation, whose button takes a seat."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games import people
from games.access import person_of
from games.domain import Refusal
from games.domain.lobby import TakeSeat
from games.edge import now
from games.invitations import ends_at, invitation_by, proves_address, sit_down, why_closed
from games.models import Invitation, Person
from games.rows import decode_state
from games.web.lobby.waiting_room import chairs
from games.web.requests import member_of, members_only, refusal_text, status_of
from games.web.wording import current_language


@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, secret: str, proof: str = "") -> HttpResponse:
    """A GET shows who sits there; the button sits down.

    With the proof, which only the mail has, nobody is asked for the address that it went to.
    """
    invitation = invitation_by(secret)
    if invitation is None:
        return render(request, "lobby/no_invitation.html", status=410)
    closed, person = why_closed(invitation, now()), person_of(request)
    is_users = person is not None and invitation.used_by_id == person.pk
    is_proved = proves_address(invitation, proof) and (person is None or person.guest)
    if closed is not None and is_proved and invitation.used:
        return redirect("game", invitation.game_id)
    if closed is not None and not is_users:
        return render(
            request, "lobby/no_invitation.html", {"problem": refusal_text(closed)}, status=410
        )
    if request.method == "POST":
        take_seat = _take_seat_by_mail if is_proved else _take_seat
        try:
            return take_seat(request, invitation)
        except Refusal as refusal:
            return _join_page(request, invitation, is_proved=is_proved, refusal=refusal)
    return _join_page(request, invitation, is_proved=is_proved)


def _join_page(
    request: HttpRequest,
    invitation: Invitation,
    *,
    is_proved: bool,
    refusal: Refusal | None = None,
) -> HttpResponse:
    state, person = decode_state(invitation.game.snapshot), person_of(request)
    seats = chairs(state, person)
    context = {
        "invitation": invitation,
        "until": ends_at(invitation),
        "state": state,
        "chairs": seats,
        "sits": any(chair.me for chair in seats),
        "is_full": not any(chair.free for chair in seats),
        "is_proved": is_proved,
        "problem": refusal_text(refusal) if refusal else "",
    }
    status = status_of(refusal) if refusal else 200
    return render(request, "lobby/join.html", context, status=status)


@members_only
def _take_seat(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    person = member_of(request)
    sit_down(TakeSeat(player=person.pk), person, invitation)
    return redirect("game", invitation.game_id)


def _take_seat_by_mail(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """Seats whose address it is, and signs them in where the account is made here.

    An account that is there already is not opened: people hand invitations on.
    """
    with transaction.atomic():
        owner = people.person_by_address(invitation.address)
        person = owner or _open_account(request, invitation.address)
        sit_down(TakeSeat(player=person.pk), person, invitation)
    table = reverse("game", args=[invitation.game_id])
    if owner is not None:
        messages.info(request, gettext("You have a seat. Sign in to see the table."))
        return redirect(f"{reverse('login')}?{urlencode({'next': table})}")
    login(request, person, backend=settings.AUTHENTICATION_BACKENDS[0])
    # The key of a guest's session must not open the account.
    request.session.cycle_key()
    return redirect(table)


def _open_account(request: HttpRequest, address: str) -> Person:
    people.lock_address(address)
    new = person_of(request) or people.new_guest(current_language(), request.POST.get("zone", ""))
    person = people.confirm(new, address)
    if person.pk != new.pk:
        raise PermissionDenied
    return person
