"""What proves a game's history to whoever does not trust the host."""

from datetime import date
from uuid import UUID

import msgspec
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.access import person_of, see_game
from games.anchors.models import Leaf, Root, leaves_of
from games.domain.anchors import proof_of, write_list
from games.edge import now
from games.web.private import cached_for_ever

DAYS_SHOWN = 30


@require_safe
def anchors(request: HttpRequest) -> HttpResponse:
    newest = list(_past_roots().order_by("-day")[:DAYS_SHOWN])
    return render(request, "anchors/anchors.html", {"roots": newest})


@require_safe
def anchor_list(request: HttpRequest) -> HttpResponse:
    """All of it, as the checker reads it."""
    signed = [root.signed_anchor for root in _past_roots().order_by("day")]
    response = HttpResponse(write_list(signed), content_type="text/plain; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


def _past_roots() -> QuerySet[Root]:
    """Not those of days to come: somebody else stored them, and they would break the list."""
    return Root.objects.filter(day__lt=now().date())


@require_safe
def game_anchors(request: HttpRequest, game_id: UUID) -> HttpResponse:
    view = see_game(person_of(request), game_id)
    leaves = Leaf.objects.filter(game_id=game_id).order_by("-root_id")
    context = {"view": view, "name": view.state.terms.name, "leaves": leaves}
    return render(request, "anchors/game.html", context)


@require_safe
def game_proof(request: HttpRequest, game_id: UUID, day: str) -> HttpResponse:
    view = see_game(person_of(request), game_id)
    own = (
        Leaf.objects.filter(game_id=game_id, root_id=_day_or_404(day))
        .select_related("root")
        .first()
    )
    if own is None:
        raise Http404
    proof = proof_of(leaves_of(own.root_id), own.index, own.root.signed_anchor)
    name = f"franchise-{game_id}-{day}.proof.json"
    return HttpResponse(
        msgspec.json.format(msgspec.json.encode(proof)) + b"\n",
        content_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": cached_for_ever(view),
        },
    )


def _day_or_404(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise Http404 from error
    if day.isoformat() != text:
        raise Http404
    return day
