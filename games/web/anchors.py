"""What proves a game's history to whoever does not trust the host."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def anchors(request: HttpRequest) -> HttpResponse:
    return render(request, "anchors/anchors.html")
