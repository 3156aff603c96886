"""A table before its game: who sits there, who is invited, and the button that starts it."""

from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods
from msgspec import Struct

from games.access import GameView, NotOwner, NotSeated, person_of, seat_of
from games.bots import STAND_IN
from games.changes import change_table
from games.domain import Refusal, State
from games.domain.lobby import AbandonGame, LeaveSeat, LobbyCommand, StartGame, TakeSeat
from games.edge import new_seed, now
from games.invitations import (
    ends_at,
    invitation_by,
    invite,
    revoke,
    sit_down,
    why_closed,
)
from games.models import Invitation, Person
from games.rows import decoder
from games.web.asking import member_of, members_only, number_in, refusal_text, status_of
from games.web.listing import name_of


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


def waiting_room(request: HttpRequest, game_id: UUID, view: GameView) -> HttpResponse:
    """The page of a game that has not begun."""
    if request.method == "POST":
        return _answer_post(request, game_id, view)
    return _room_page(request, game_id, view.state)


def _room_page(
    request: HttpRequest, game_id: UUID, state: State, *, problem: str = "", status: int = 200
) -> HttpResponse:
    person = person_of(request)
    seats = chairs(state, person)
    context = {
        "game_id": game_id,
        "state": state,
        "chairs": seats,
        "sits": any(chair.me for chair in seats),
        "free": sum(chair.free for chair in seats),
        "is_open": state.status == "open",
        "is_owner": person is not None and state.terms.owner == person.pk,
        "links": _invitation_rows(game_id, person, state),
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


def _invitation_rows(game_id: UUID, person: Person | None, state: State) -> list[InvitationRow]:
    if person is None or state.terms.owner != person.pk:
        return []
    invitations = Invitation.objects.filter(game_id=game_id, revoked=None).select_related("used_by")
    return [_invitation_row(each, now()) for each in invitations.order_by("created", "id")]


def _invitation_row(invitation: Invitation, at: datetime) -> InvitationRow:
    return InvitationRow(
        invitation.pk,
        f"{settings.SITE_URL}{reverse('join', args=[invitation.secret])}",
        invitation.address,
        ends_at(invitation),
        why_closed(invitation, at) is not None,
        "" if invitation.used_by is None else invitation.used_by.display_name,
    )


@members_only
def _answer_post(request: HttpRequest, game_id: UUID, view: GameView) -> HttpResponse:
    person, do = member_of(request), request.POST.get("do", "")
    try:
        if do == "invite":
            _invite(request, game_id, person, view.state)
        elif do == "revoke":
            _revoke(request, game_id, person, view.state)
        else:
            order = _lobby_order(do, request.POST.get("seat", ""), person, view.state)
            change_table(game_id, order, person)
    except (NoSuchAction, NotSeated, NotOwner) as error:
        raise Http404 from error
    except Refusal as refusal:
        return _room_page(
            request, game_id, view.state, problem=refusal_text(refusal), status=status_of(refusal)
        )
    return redirect("home" if do == "abandon" else reverse("game", args=[game_id]))


def _lobby_order(do: str, seat: str, person: Person, state: State) -> LobbyCommand:
    """Everybody who sees the table may join and leave; the rest is for its owner."""
    number = int(seat) if seat in ("0", "1", "2", "3", "4") else None
    if do == "join":
        return TakeSeat(player=person.pk, seat=number)
    if do == "leave":
        return LeaveSeat(seat_of(person, state), person.pk)
    if state.terms.owner != person.pk:
        raise NotOwner
    match do:
        case "computer":
            return TakeSeat(bot=STAND_IN, seat=number)
        case "free" if number is not None and number < len(state.setup.seats):
            return LeaveSeat(number, state.setup.seats[number].player)
        case "start":
            return StartGame(new_seed())
        case "abandon":
            return AbandonGame()
        case _:
            raise NoSuchAction(do)


def _invite(request: HttpRequest, game_id: UUID, person: Person, state: State) -> None:
    if state.terms.owner != person.pk:
        raise NotOwner
    address = request.POST.get("address", "").strip()
    invite(game_id, person, address)
    if address:
        messages.info(request, gettext("%(address)s is invited.") % {"address": address})


def _revoke(request: HttpRequest, game_id: UUID, person: Person, state: State) -> None:
    number = number_in(request.POST.get("invitation", ""))
    if state.terms.owner != person.pk:
        raise NotOwner
    if number is None or not revoke(game_id, number, now()):
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
        sit_down(invitation.game_id, TakeSeat(player=person.pk), person, invitation)
    except Refusal as refusal:
        return _join_page(
            request, invitation, problem=refusal_text(refusal), status=status_of(refusal)
        )
    return redirect("game", invitation.game_id)
