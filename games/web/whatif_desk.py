"""What is done with a line on its page."""

from collections.abc import Iterable
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from games import variations
from games.access import GameView
from games.domain import Command
from games.domain.commands import KINDS
from games.domain.lobby import NotUnderWay
from games.edge import now
from games.models import Line, Person
from games.variations import MOST_STEPS, VariationChanged
from games.web.table import NothingChosen
from games.web.turns import order_from
from games.web.whatif_page import Position, next_name, own_seat


class Trial(NamedTuple):
    """Who tries what in which game; without a line it is not kept yet."""

    request: HttpRequest
    view: GameView
    person: Person
    line: Line | None
    position: Position


def carry_out(desk: Trial) -> HttpResponse:
    form, position = desk.request.POST, desk.position
    if desk.line is not None and form.get("version") != str(position.state.version):
        raise VariationChanged(desk.line.pk)
    match form.get("line", ""):
        case "" if "play" in form:
            return _go_on(desk, [_order(desk)])
        case "answer":
            return _go_on(desk, _answers(desk))
        case "copy":
            return _begin(desk, [step.order for step in position.steps[: position.at]])
        case what if desk.line is not None:
            return _change(desk, desk.line, what)
        case _:
            raise Http404


def _order(desk: Trial) -> Command:
    """What the form asks for, whoever is to move."""
    state = desk.position.state
    if state.status not in KINDS:
        raise NotUnderWay(state.status)
    order = order_from(desk.request.POST, state, state.mover)
    if order is None:
        raise NothingChosen
    return order


def _answers(desk: Trial) -> tuple[Command, ...]:
    position = desk.position
    room = MOST_STEPS - len(position.steps)
    return variations.bot_orders(position.state, own_seat(desk.person, position.base), room)


def _go_on(desk: Trial, orders: Iterable[Command]) -> HttpResponse:
    if desk.line is None:
        return _begin(desk, orders)
    variations.extend(desk.line, orders, now())
    return _redirect_to(desk.line)


def _begin(desk: Trial, orders: Iterable[Command]) -> HttpResponse:
    base, game_id = desk.position.base, desk.view.game_id
    name = next_name(desk.person, game_id)
    return _redirect_to(variations.create(game_id, desk.person, name, base, orders, now()))


def _change(desk: Trial, line: Line, what: str) -> HttpResponse:
    match what:
        case "undo":
            variations.undo(line, desk.position.base, now())
        case "rename":
            variations.rename(line, desk.request.POST.get("name", ""), now())
        case "share":
            variations.share(line, now())
        case "unshare":
            variations.unshare(line, now())
        case "delete":
            line.delete()
            begin = reverse("whatif", args=[desk.view.game_id])
            return redirect(f"{begin}?at={line.base}")
        case _:
            raise Http404
    return _redirect_to(line)


def _redirect_to(line: Line) -> HttpResponse:
    return redirect("whatif-line", line.game_id, line.pk)
