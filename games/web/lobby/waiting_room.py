"""A table before its game: who sits there, who is invited, and the button that starts it."""

from datetime import datetime

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods
from msgspec import Struct

from games import doors
from games.access import GameView, NotOwner, NotSeated, person_of
from games.bots import STAND_IN
from games.domain import Refusal, State
from games.domain.lobby import AbandonGame, LobbyCommand, StartGame, TakeSeat
from games.edge import new_seed, now
from games.invitations import (
    ends_at,
    invitation_by,
    invitations_of,
    invite,
    revoke,
    sit_down,
    why_closed,
)
from games.models import Invitation, Person
from games.rows import decoder
from games.web.lobby.game_rows import name_of
from games.web.requests import member_of, members_only, number_in, refusal_text, status_of


class Chair(Struct, frozen=True):
    number: int
    colour: str
    name: str
    free: bool
    bot: bool
    me: bool
    owner: bool


class NoSuchAction(LookupError):
    pass


def has_begun(state: State) -> bool:
    """A table that was closed before its game keeps the waiting room as its page."""
    return bool(state.owners)


def waiting_room(request: HttpRequest, view: GameView) -> HttpResponse:
    """The page of a game that has not begun."""
    if request.method == "POST":
        return _answer_post(request, view)
    return _room_page(request, view)


def _room_page(
    request: HttpRequest, view: GameView, *, problem: str = "", status: int = 200
) -> HttpResponse:
    state = view.state
    seats = chairs(state, view.person)
    context = {
        "game_id": view.game_id,
        "state": state,
        "chairs": seats,
        "sits": any(chair.me for chair in seats),
        "free": sum(chair.free for chair in seats),
        "is_open": state.status == "open",
        "is_owner": view.is_owner,
        "links": _invitation_rows(view) if view.is_owner else [],
        "problem": problem,
    }
    return render(request, "lobby/waiting_room.html", context, status=status)


def chairs(state: State, person: Person | None) -> list[Chair]:
    seats = state.setup.seats
    known = Person.objects.in_bulk([who.player for who in seats if who.player is not None])
    return [
        Chair(
            number,
            state.board.colours[number],
            name_of(known.get(who.player or 0), who.bot or ""),
            who.player is None and who.bot is None,
            who.bot is not None,
            person is not None and who.player == person.pk,
            who.player is not None and who.player == state.terms.owner,
        )
        for number, who in enumerate(seats)
    ]


class InvitationRow(Struct, frozen=True):
    """An invitation that was not revoked, as the owner of the table sees it."""

    number: int
    url: str
    address: str
    until: datetime
    closed: bool
    used_by: str


def _invitation_rows(view: GameView) -> list[InvitationRow]:
    invitations = invitations_of(view).filter(revoked=None)
    return [_invitation_row(each, now()) for each in invitations.order_by("created", "number")]


def _invitation_row(invitation: Invitation, at: datetime) -> InvitationRow:
    return InvitationRow(
        invitation.number,
        f"{settings.SITE_URL}{reverse('join', args=[invitation.secret])}",
        invitation.address,
        ends_at(invitation),
        why_closed(invitation, at) is not None,
        "" if invitation.used_by is None else invitation.used_by.display_name,
    )


@members_only
def _answer_post(request: HttpRequest, view: GameView) -> HttpResponse:
    do = request.POST.get("do", "")
    try:
        if do == "invite":
            _invite(request, view)
        elif do == "revoke":
            _revoke(request, view)
        else:
            order = _lobby_order(do, request.POST.get("seat", ""), member_of(request), view)
            doors.act(view, order)
    except (NoSuchAction, NotSeated, NotOwner) as error:
        raise Http404 from error
    except Refusal as refusal:
        return _room_page(request, view, problem=refusal_text(refusal), status=status_of(refusal))
    return redirect("home" if do == "abandon" else reverse("game", args=[view.game_id]))


def _lobby_order(do: str, seat: str, person: Person, view: GameView) -> LobbyCommand:
    number = int(seat) if seat in ("0", "1", "2", "3", "4") else None
    match do:
        case "join":
            return TakeSeat(player=person.pk, seat=number)
        case "leave":
            return doors.leave_order(view)
        case "computer":
            return TakeSeat(bot=STAND_IN, seat=number)
        case "free" if number is not None and view.is_owner:
            return doors.leave_order(view, number)
        case "start":
            return StartGame(new_seed())
        case "abandon":
            return AbandonGame()
        case _:
            raise NoSuchAction(do)


def _invite(request: HttpRequest, view: GameView) -> None:
    address = request.POST.get("address", "").strip()
    invite(view, address)
    if address:
        messages.info(request, gettext("%(address)s is invited.") % {"address": address})


def _revoke(request: HttpRequest, view: GameView) -> None:
    number = number_in(request.POST.get("invitation", ""))
    if number is None or not revoke(view, number, now()):
        raise NoSuchAction("revoke")


@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """A GET shows who sits there; the button sits down."""
    invitation = invitation_by(secret)
    if invitation is None:
        return render(request, "lobby/no_invitation.html", status=410)
    closed, person = why_closed(invitation, now()), person_of(request)
    is_users = person is not None and invitation.used_by_id == person.pk
    if closed is not None and not is_users:
        return render(
            request, "lobby/no_invitation.html", {"problem": refusal_text(closed)}, status=410
        )
    if request.method == "POST":
        return _take_seat(request, invitation)
    return _join_page(request, invitation)


def _join_page(
    request: HttpRequest, invitation: Invitation, *, problem: str = "", status: int = 200
) -> HttpResponse:
    state, person = decoder.decode(invitation.game.snapshot), person_of(request)
    seats = chairs(state, person)
    context = {
        "invitation": invitation,
        "until": ends_at(invitation),
        "state": state,
        "chairs": seats,
        "sits": any(chair.me for chair in seats),
        "is_full": not any(chair.free for chair in seats),
        "problem": problem,
    }
    return render(request, "lobby/join.html", context, status=status)


@members_only
def _take_seat(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    person = member_of(request)
    try:
        sit_down(TakeSeat(player=person.pk), person, invitation)
    except Refusal as refusal:
        return _join_page(
            request, invitation, problem=refusal_text(refusal), status=status_of(refusal)
        )
    return redirect("game", invitation.game_id)
