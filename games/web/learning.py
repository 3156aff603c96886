"""An interactive first game. Where one stands is in the address: nothing is stored."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from msgspec import Struct

from games.domain.notation import sheet
from games.rules.lessons import (
    STEPS,
    TURNS,
    Judgement,
    LessonStep,
    Progress,
    events_before,
    follow,
    game_end,
    judge,
    state_at,
    turn_events,
    turn_start,
)
from games.web.lesson_words import BONUSES
from games.web.lesson_words import STEPS as WORDS
from games.web.rules import place_name
from games.web.saying import current_language

LONGEST = 300


class Choice(Struct, frozen=True):
    value: str
    label: str
    leads: str


@require_safe
def tutorial(request: HttpRequest) -> HttpResponse:
    did = [choice for choice in request.GET.get("did", "")[:LONGEST].split(".") if choice]
    stands = follow(did)
    if stands is None:
        return redirect("tutorial")
    if stands.step is None:
        return _final_page(request)
    choice = request.GET.get("choice")
    if choice is None:
        return _step_page(request, did, stands, stands.step)
    judged = judge(stands.step, stands.chosen, choice)
    if judged.verdict == "right":
        return redirect(_step_address([*did, choice]))
    return _step_page(request, did, stands, stands.step, judged)


def _step_address(did: list[str]) -> str:
    return f"{reverse('tutorial')}?{urlencode({'did': '.'.join(did)})}#step"


def _step_page(
    request: HttpRequest,
    did: list[str],
    stands: Progress,
    step: LessonStep,
    judged: Judgement | None = None,
) -> HttpResponse:
    choices = [_choice(did, step, value) for value in step.offered]
    doors = {choice.value: choice.leads for choice in choices if step.taps}
    state = state_at(step)
    fresh = not stands.chosen
    found = {
        "step": step,
        "words": WORDS[step.id],
        "before": WORDS[STEPS[stands.number - 1].id] if stands.number and fresh else None,
        "lines": sheet(events_before(stands.number), current_language()) if fresh else (),
        "number": stands.number + 1,
        "steps": len(STEPS),
        "choices": choices,
        "doors": doors,
        "chosen": [place_name(place) for place in stands.chosen] if step.taps else (),
        "marked": (*step.places, *(stands.chosen if step.taps else ())),
        "table": state,
        "seats": [
            (state.board.colours[seat], state.money[seat], state.influence[seat])
            for seat in range(len(state.money))
        ],
        "judged": judged,
    }
    return render(request, "learn/step.html", found, status=422 if judged else 200)


def _choice(did: list[str], step: LessonStep, value: str) -> Choice:
    label = place_name(value) if step.taps else str(BONUSES.get(value, value))
    leads = urlencode({"did": ".".join(did), "choice": value})
    return Choice(value, label, f"{reverse('tutorial')}?{leads}#step")


def _final_page(request: HttpRequest) -> HttpResponse:
    colours, last = turn_start(0).board.colours, len(TURNS) - 1
    found = {
        "before": WORDS[STEPS[-1].id],
        "lines": sheet(turn_events(last), current_language()),
        "finals": [
            (colours[each.seat], each.influence - each.towns - each.money - each.bonus_tiles, each)
            for each in game_end().final
        ],
    }
    return render(request, "learn/finished.html", found)
