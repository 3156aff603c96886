"""What players agree on around a table: pauses, the ruleset, computer players, vacant seats."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST
from msgspec import Struct

from games import doors
from games.access import NotSeated, own_seat, see_game, see_kept_seat
from games.bots import strength_of
from games.computers import computer_name, computer_title, strength_in
from games.domain import Refusal, State
from games.domain.clock import is_kept_for, may_be_taken_over
from games.domain.computer_change import WantComputer, who_wants
from games.domain.lobby import AgreePause, EndPause, TakeOver
from games.domain.ruleset_change import AgreeRuleset, KeepRuleset, next_ruleset
from games.domain.rulesets import version_of
from games.edge import now
from games.models import Person
from games.queries import UNDER_WAY
from games.web.requests import member_of, members_only, refusal_text, seat_in


class VacantSeat(Struct, frozen=True):
    seat: int
    colour: str


class OpenWish(Struct, frozen=True):
    """`mine` is whether the reader is among the `wanted` who want it."""

    bot: str
    title: str
    wanted: int
    mine: bool


class ComputerSeat(Struct, frozen=True):
    """A seat that a computer player has, and who is wanted there in its place."""

    seat: int
    colour: str
    name: str
    strength: str
    wishes: tuple[OpenWish, ...]


class Agreements(Struct, frozen=True):
    """`pause` is what the reader may do about one: agree, withdraw, end, or nothing.

    So is `ruleset`: `want-ruleset` it, `keep-ruleset`, or nothing; `next_ruleset` is its number.
    """

    pause: str = ""
    agreed: int = 0
    people: int = 0
    ruleset: str = ""
    next_ruleset: str = ""
    ruleset_agreed: int = 0
    computers: tuple[ComputerSeat, ...] = ()
    back: VacantSeat | None = None
    vacant: VacantSeat | None = None


def agreements_of(person: Person | None, state: State) -> Agreements:
    if person is None or state.status not in UNDER_WAY:
        return Agreements()
    seats = [
        VacantSeat(number, colour)
        for number, colour in enumerate(state.board.colours[: len(state.setup.seats)])
    ]
    own, moment = own_seat(person, state), int(now().timestamp())
    back = _seat_to_return_to(state, person, own)
    vacant = (each for each in seats if may_be_taken_over(state, each.seat, moment))
    return Agreements(
        "" if own is None else _pause_action(state, own),
        len(state.clock.agreed),
        sum(who.player is not None for who in state.setup.seats),
        "" if own is None else _ruleset_action(state, own),
        version_of(next_ruleset(state) or ""),
        len(state.ruleset_agreed),
        () if own is None else _computer_seats(state, own),
        None if back is None else seats[back],
        next(vacant, None) if own is None and back is None else None,
    )


def _pause_action(state: State, seat: int) -> str:
    if state.terms.pace_hours is None:
        return ""
    if state.paused:
        return "end" if state.clock.agreed else ""
    return "withdraw" if seat in state.clock.agreed else "agree"


def _ruleset_action(state: State, seat: int) -> str:
    if next_ruleset(state) is None:
        return ""
    return "keep-ruleset" if seat in state.ruleset_agreed else "want-ruleset"


def _computer_seats(state: State, own: int) -> tuple[ComputerSeat, ...]:
    return tuple(
        ComputerSeat(
            number,
            state.board.colours[number],
            computer_name(who.bot),
            strength_of(who.bot).name,
            _open_wishes(state, number, own),
        )
        for number, who in enumerate(state.setup.seats)
        if who.bot is not None
    )


def _open_wishes(state: State, number: int, own: int) -> tuple[OpenWish, ...]:
    bots = dict.fromkeys(each.bot for each in state.computer_wishes if each.of == number)
    wants = {bot: who_wants(state, number, bot) for bot in bots}
    return tuple(
        OpenWish(bot, computer_title(bot), len(seats), own in seats) for bot, seats in wants.items()
    )


def _seat_to_return_to(state: State, person: Person, own: int | None) -> int | None:
    """The seat that this person was away from, or that a computer player has kept since."""
    clock = state.clock
    if own is not None:
        return own if clock.lost and clock.lost[own] > 0 else None
    return next(
        (n for n in range(len(state.setup.seats)) if is_kept_for(state, n, person.pk)), None
    )


@require_POST
@members_only
def agree(request: HttpRequest, game_id: UUID) -> HttpResponse:
    try:
        _act(request, member_of(request), game_id)
    except NotSeated as error:
        raise Http404 from error
    except Refusal as refusal:
        messages.error(request, refusal_text(refusal))
    return redirect("game", game_id)


def _act(request: HttpRequest, person: Person, game_id: UUID) -> None:
    do, number = request.POST.get("do", ""), seat_in(request.POST.get("seat", ""))
    if do == "take-over" and number is not None:
        order = TakeOver(number, person.pk, int(now().timestamp()))
        doors.act(see_kept_seat(person, game_id), order)
        return
    view = see_game(person, game_id)
    match do:
        case "agree":
            doors.act(view, AgreePause(view.require_seat()))
        case "withdraw" | "end":
            doors.act(view, EndPause(view.require_seat()))
        case "want-ruleset":
            wanted = next_ruleset(view.state) or view.state.setup.ruleset
            doors.act(view, AgreeRuleset(view.require_seat(), wanted))
        case "keep-ruleset":
            doors.act(view, KeepRuleset(view.require_seat()))
        case "want-computer" if number is not None:
            wanted = strength_in(request.POST.get("strength", ""))
            doors.act(view, WantComputer(view.require_seat(), number, wanted))
        case "keep-computer" if number is not None:
            doors.act(view, WantComputer(view.require_seat(), number))
        case _:
            raise Http404
