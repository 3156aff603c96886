"""What if: playing on from any moment, for all seats, on a copy that nobody else sees."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from games import variations
from games.access import GameView, person_of
from games.domain import Refusal, State
from games.domain.commands import KINDS
from games.models import Line
from games.queries import table_at
from games.variations import InsideAStep, NoSuchVariation, NoSuchVersion, VariationChanged
from games.web.asking import number_in
from games.web.reading import sign_in_first, view_or_404
from games.web.saying import names_of
from games.web.whatif_desk import Trial, carry_out
from games.web.whatif_page import Position, draft_context, line_context, owner_context

CHANGED = _("This line has changed since you saw it; here it is as it is now.")


@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A line that is not kept yet: it is with its first step."""
    person = person_of(request)
    view = view_or_404(person, game_id)
    if person is None:
        return sign_in_first(request)
    try:
        base = variations.base_state(view, _version_from(request, view))
    except NoSuchVersion as error:
        raise Http404 from error
    except InsideAStep as inside:
        return redirect(f"{request.path}?at={inside.possible[0]}")
    if (
        base.status not in KINDS
        and request.method != "POST"
        and not {"at", "version"} & set(request.GET)
    ):
        base = _last_moment(view, base)
    desk = Trial(request, view, person, None, Position(base, (), 0))
    return _answer_post(desk) if request.method == "POST" else _render(desk)


def _version_from(request: HttpRequest, view: GameView) -> int:
    form = request.POST if request.method == "POST" else request.GET
    asked = number_in(form.get("at") or form.get("version") or "")
    return view.version if asked is None else asked


def _last_moment(view: GameView, state: State) -> State:
    """Of a game that is over, its last turn."""
    starts = table_at(view.game_id, view.version).turn_starts
    return starts[-1] if starts else state


@require_http_methods(["GET", "HEAD", "POST"])
def line(request: HttpRequest, game_id: UUID, line_id: int) -> HttpResponse:
    person = person_of(request)
    view = view_or_404(person, game_id)
    if person is None:
        return sign_in_first(request)
    try:
        kept = variations.get_variation(person, game_id, line_id)
    except NoSuchVariation as error:
        raise Http404 from error
    desk = Trial(request, view, person, kept, _position(request, view, kept))
    return _answer_post(desk) if request.method == "POST" else _render(desk)


@require_safe
def shared_line(request: HttpRequest, secret: str) -> HttpResponse:
    """To look at, for whoever has the link and may see the game."""
    try:
        kept = variations.get_shared_variation(secret)
    except NoSuchVariation as error:
        raise Http404 from error
    reader = person_of(request)
    view = view_or_404(reader, kept.game_id)
    position = _position(request, view, kept)
    shown = line_context(view, position, names_of(view.state), reader)
    return render(request, "whatif/shared.html", {**shown, "line": kept, "here": request.path})


def _position(request: HttpRequest, view: GameView, kept: Line) -> Position:
    """At the step that is asked for, else at the end."""
    base = variations.base_state(view, kept.base)
    steps = variations.replay_steps(kept, base)
    asked = number_in(request.GET.get("step", ""))
    return Position(base, steps, len(steps) if asked is None else min(asked, len(steps)))


def _answer_post(desk: Trial) -> HttpResponse:
    try:
        return carry_out(desk)
    except Refusal as refusal:
        return _render(desk, 422, refusal=refusal)
    except VariationChanged:
        return _render(desk, 409, problem=CHANGED)


def _render(desk: Trial, status: int = 200, **more: object) -> HttpResponse:
    request, view, person, kept, position = desk
    form = request.POST if request.method == "POST" else request.GET
    here = request.path if kept else f"{request.path}?at={position.base.version}"
    draft = draft_context(position, form, is_new=kept is None) if position.can_go_on else {}
    draft["here"] = here
    if form.get("part") == "turn" and position.can_go_on:
        return render(request, "table/draft.html", draft)
    names = names_of(view.state)
    shown = {
        **line_context(view, position, names, person),
        **owner_context(view, person, position, names),
        **draft,
        "line": kept,
        "link": _link(request, kept),
    }
    return render(request, "whatif/whatif.html", {**shown, **more}, status=status)


def _link(request: HttpRequest, kept: Line | None) -> str:
    if kept is None or kept.secret is None:
        return ""
    return request.build_absolute_uri(reverse("whatif-shared", args=[kept.secret]))
