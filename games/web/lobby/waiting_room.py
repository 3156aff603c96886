"""A table before its game: who sits there, who is invited, and the button that starts it."""

from datetime import datetime

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from msgspec import Struct

from games import doors
from games.access import GameView, NotOwner, NotSeated
from games.computers import strength_in
from games.domain import Refusal, State
from games.domain.lobby import AbandonGame, LobbyCommand, StartGame, TakeSeat
from games.edge import new_seed, now
from games.invitations import (
    ends_at,
    invitations_of,
    invite,
    revoke,
    why_closed,
)
from games.models import Person
from games.web.lobby.game_rows import name_of
from games.web.requests import member_of, members_only, number_in, refusal_text, seat_in, status_of


class Chair(Struct, frozen=True):
    number: int
    colour: str
    name: str
    free: bool
    bot: bool
    me: bool
    owner: bool


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
    invitations, at = invitations_of(view).filter(revoked=None), now()
    return [
        InvitationRow(
            each.number,
            f"{settings.SITE_URL}{reverse('join', args=[each.secret])}",
            each.address,
            ends_at(each),
            why_closed(each, at) is not None,
            "" if each.used_by is None else each.used_by.display_name,
        )
        for each in invitations.order_by("created", "number")
    ]


@members_only
def _answer_post(request: HttpRequest, view: GameView) -> HttpResponse:
    do = request.POST.get("do", "")
    try:
        if do == "invite":
            _invite(request, view)
        elif do == "revoke":
            _revoke(request, view)
        else:
            doors.act(view, _lobby_order(do, request, view))
    except (NotSeated, NotOwner) as error:
        raise Http404 from error
    except Refusal as refusal:
        return _room_page(request, view, problem=refusal_text(refusal), status=status_of(refusal))
    return redirect("home" if do == "abandon" else reverse("game", args=[view.game_id]))


def _lobby_order(do: str, request: HttpRequest, view: GameView) -> LobbyCommand:
    number = seat_in(request.POST.get("seat", ""))
    match do:
        case "join":
            return TakeSeat(player=member_of(request).pk, seat=number)
        case "leave":
            return doors.leave_order(view)
        case "computer":
            return TakeSeat(bot=strength_in(request.POST.get("strength", "")), seat=number)
        case "free" if number is not None and view.is_owner:
            return doors.leave_order(view, number)
        case "start":
            return StartGame(new_seed())
        case "abandon":
            return AbandonGame()
        case _:
            raise Http404


def _invite(request: HttpRequest, view: GameView) -> None:
    address = request.POST.get("address", "").strip()
    invite(view, address)
    if address:
        messages.info(request, gettext("%(address)s is invited.") % {"address": address})


def _revoke(request: HttpRequest, view: GameView) -> None:
    number = number_in(request.POST.get("invitation", ""))
    if number is None or not revoke(view, number, now()):
        raise Http404
