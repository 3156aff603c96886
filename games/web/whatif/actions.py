"""What a person does with a line on its page."""

from collections.abc import Iterable
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from games import variations
from games.access import GameView
from games.domain import Command
from games.domain.lobby import choice_awaited
from games.edge import now
from games.models import Person, Variation
from games.variations import MOST_STEPS, VariationChanged
from games.web.table.panel import NothingChosen, order_from
from games.web.whatif.context import Position, next_name, owners_seat


class Trial(NamedTuple):
    """What a request is about; `variation` is None until its first step is stored."""

    request: HttpRequest
    view: GameView
    person: Person
    variation: Variation | None
    position: Position


def carry_out(trial: Trial) -> HttpResponse:
    form, position, state = trial.request.POST, trial.position, trial.position.state
    if trial.variation is not None and form.get("version") != str(state.version):
        raise VariationChanged(trial.variation.number)
    match form.get("line", ""):
        case "" if "play" in form:
            choice_awaited(state)
            order = order_from(form, state, state.mover)
            if order is None:
                raise NothingChosen
            return _go_on(trial, [order])
        case "answer":
            seat, room = owners_seat(trial.person, position.base), MOST_STEPS - len(position.steps)
            return _go_on(trial, variations.bot_orders(state, seat, room))
        case "copy":
            return _begin(trial, [step.order for step in position.steps[: position.at]])
        case action if trial.variation is not None:
            return _change(trial, trial.variation, action)
        case _:
            raise Http404


def _go_on(trial: Trial, orders: Iterable[Command]) -> HttpResponse:
    if trial.variation is None:
        return _begin(trial, orders)
    variations.extend(trial.variation, orders, now())
    return _redirect_to(trial.variation)


def _begin(trial: Trial, orders: Iterable[Command]) -> HttpResponse:
    base, game_id = trial.position.base, trial.view.game_id
    name = next_name(trial.person, game_id)
    return _redirect_to(variations.create(game_id, trial.person, name, base, orders, now()))


def _change(trial: Trial, variation: Variation, action: str) -> HttpResponse:
    match action:
        case "undo":
            variations.undo(variation, trial.position.base, now())
        case "rename":
            variations.change(variation, now(), name=trial.request.POST.get("name", ""))
        case "share":
            variations.change(variation, now(), is_shared=True)
        case "unshare":
            variations.change(variation, now(), is_shared=False)
        case "delete":
            variation.delete()
            begin = reverse("whatif", args=[trial.view.game_id])
            return redirect(f"{begin}?at={variation.base}")
        case _:
            raise Http404
    return _redirect_to(variation)


def _redirect_to(variation: Variation) -> HttpResponse:
    return redirect("whatif-line", variation.game_id, variation.number)
