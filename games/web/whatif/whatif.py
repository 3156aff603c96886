"""What if: playing on from any moment, for all seats, on a copy that nobody else sees."""

from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games import variations
from games.access import GameView, person_of, see_game
from games.domain import Command, Refusal
from games.domain.commands import KINDS
from games.domain.lobby import choice_awaited
from games.edge import now
from games.models import Person, Variation
from games.queries import names_of, table_at
from games.variations import (
    MOST_STEPS,
    InsideAStep,
    NoSuchVariation,
    NoSuchVersion,
    VariationChanged,
)
from games.web.requests import number_in, sign_in_first
from games.web.table.context import Trouble, as_context
from games.web.table.panel import NothingChosen, order_from
from games.web.whatif.context import (
    Position,
    board_of,
    draft_of,
    next_name,
    own_part,
    owners_seat,
    shared_part,
)


class Trial(NamedTuple):
    """What a request is about; `variation` is None until its first step is stored."""

    request: HttpRequest
    view: GameView
    person: Person
    variation: Variation | None
    position: Position


@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A new line; its first step stores it. Where no choice is due it begins with the last turn."""
    person = person_of(request)
    view = see_game(person, game_id)
    if person is None:
        return sign_in_first(request)
    form = request.POST if request.method == "POST" else request.GET
    number = number_in(form.get("at") or form.get("version") or "")
    try:
        base = variations.base_state(view, view.version if number is None else number)
    except NoSuchVersion as error:
        raise Http404 from error
    except InsideAStep as inside:
        return redirect(f"{request.path}?at={inside.possible[0]}")
    if (
        base.status not in KINDS
        and request.method != "POST"
        and not {"at", "version"} & set(request.GET)
    ):
        starts = table_at(view.game_id, view.version).turn_starts
        base = starts[-1] if starts else base
    trial = Trial(request, view, person, None, Position(base, (), 0))
    return _answer_post(trial) if request.method == "POST" else _render(trial)


@require_http_methods(["GET", "HEAD", "POST"])
def variation_page(request: HttpRequest, game_id: UUID, line_id: int) -> HttpResponse:
    person = person_of(request)
    view = see_game(person, game_id)
    if person is None:
        return sign_in_first(request)
    try:
        variation = variations.get_variation(person, game_id, line_id)
    except NoSuchVariation as error:
        raise Http404 from error
    trial = Trial(request, view, person, variation, _position(request, view, variation))
    return _answer_post(trial) if request.method == "POST" else _render(trial)


@require_safe
def shared_variation(request: HttpRequest, secret: str) -> HttpResponse:
    """For everybody who has the link and may see the game."""
    try:
        variation = variations.get_shared_variation(secret)
    except NoSuchVariation as error:
        raise Http404 from error
    reader = person_of(request)
    view = see_game(reader, variation.game_id)
    position = _position(request, view, variation)
    context = as_context(
        board_of(position, request.path),
        shared_part(view, position, variation, names_of(view.state), reader),
    )
    return render(request, "whatif/shared.html", context)


def _position(request: HttpRequest, view: GameView, variation: Variation) -> Position:
    """At the step that the address names, else at the end."""
    base = variations.base_state(view, variation.base)
    steps = variations.replay_steps(variation, base)
    number = number_in(request.GET.get("step", ""))
    return Position(base, steps, len(steps) if number is None else min(number, len(steps)))


def _answer_post(trial: Trial) -> HttpResponse:
    try:
        return _carry_out(trial)
    except Refusal as refusal:
        return _render(trial, Trouble(refusal=refusal), status=422)
    except VariationChanged:
        problem = _("This line has changed since you saw it; here it is as it is now.")
        return _render(trial, Trouble(problem), status=409)


def _render(trial: Trial, *trouble: Trouble, status: int = 200) -> HttpResponse:
    request, view, person, variation, position = trial
    form = request.POST if request.method == "POST" else request.GET
    here = request.path if variation else f"{request.path}?at={position.base.version}"
    board = (
        draft_of(position, form, here, is_new=variation is None)
        if position.can_go_on
        else board_of(position, here)
    )
    if form.get("part") == "turn" and position.can_go_on:
        return render(request, "table/draft.html", as_context(board))
    link = ""
    if variation is not None and variation.secret is not None:
        link = request.build_absolute_uri(reverse("whatif-shared", args=[variation.secret]))
    names = names_of(view.state)
    context = as_context(
        board,
        shared_part(view, position, variation, names, person),
        own_part(view, person, position, names, link),
        *trouble,
    )
    return render(request, "whatif/whatif.html", context, status=status)


def _carry_out(trial: Trial) -> HttpResponse:
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
