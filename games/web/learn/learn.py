"""An interactive first game. Its address holds all choices so far; nothing is stored."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from msgspec import Struct

from games.domain.board import PRINTED_BOARD
from games.domain.notation import sheet
from games.rules import lesson_words, lessons
from games.web.wording import current_language

LONGEST = 300
BONUSES = {
    "expand": _("Expand a second time"),
    "share": _("Double market share"),
    "cash": _("Take $10"),
}


class Choice(Struct, frozen=True):
    value: str
    label: str
    leads: str


@require_safe
def tutorial(request: HttpRequest) -> HttpResponse:
    past = [choice for choice in request.GET.get("did", "")[:LONGEST].split(".") if choice]
    position = lessons.follow(past)
    if position is None:
        return redirect("tutorial")
    if position.step is None:
        return _final_page(request)
    choice = request.GET.get("choice")
    if choice is None:
        return _step_page(request, past, position, position.step)
    judged = lessons.judge(position.step, position.chosen, choice)
    if judged.verdict == "right":
        query = urlencode({"did": ".".join([*past, choice])})
        return redirect(f"{reverse('tutorial')}?{query}#step")
    return _step_page(request, past, position, position.step, judged)


def _step_page(
    request: HttpRequest,
    past: list[str],
    position: lessons.Progress,
    step: lessons.LessonStep,
    judged: lessons.Judgement | None = None,
) -> HttpResponse:
    choices = [_choice(past, step, value) for value in step.offered]
    doors = {choice.value: choice.leads for choice in choices if step.taps}
    state = lessons.state_at(step)
    is_fresh, words = not position.chosen, lesson_words(current_language())
    context = {
        "step": step,
        "words": words[step.id],
        "before": words[lessons.STEPS[position.number - 1].id]
        if position.number and is_fresh
        else None,
        "lines": sheet(lessons.events_before(position.number), current_language())
        if is_fresh
        else (),
        "number": position.number + 1,
        "steps": len(lessons.STEPS),
        "choices": choices,
        "doors": doors,
        "chosen": [PRINTED_BOARD.name_of(place) for place in position.chosen] if step.taps else (),
        "marked": (*step.places, *(position.chosen if step.taps else ())),
        "table": state,
        "seats": [
            (state.board.colours[seat], state.money[seat], state.influence[seat])
            for seat in range(len(state.money))
        ],
        "judged": judged,
    }
    return render(request, "learn/step.html", context, status=422 if judged else 200)


def _choice(past: list[str], step: lessons.LessonStep, value: str) -> Choice:
    label = PRINTED_BOARD.name_of(value) if step.taps else str(BONUSES.get(value, value))
    leads = urlencode({"did": ".".join(past), "choice": value})
    return Choice(value, label, f"{reverse('tutorial')}?{leads}#step")


def _final_page(request: HttpRequest) -> HttpResponse:
    colours, last = lessons.turn_start(0).board.colours, len(lessons.TURNS) - 1
    context = {
        "before": lesson_words(current_language())[lessons.STEPS[-1].id],
        "lines": sheet(lessons.turn_events(last), current_language()),
        "finals": [
            (colours[each.seat], each.influence - each.towns - each.money - each.bonus_tiles, each)
            for each in lessons.game_end().final
        ],
    }
    return render(request, "learn/finished.html", context)
