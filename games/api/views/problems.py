"""A page for each problem, to which its `type` leads. In English, as the documents are."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html, format_html_join
from django.views.decorators.http import require_safe

from games.api.problem_kinds import every_kind


@require_safe
def problems(request: HttpRequest) -> HttpResponse:
    kinds = sorted(every_kind().values(), key=lambda kind: (kind.status, kind.code))
    return render(request, "problems/problems.html", {"kinds": kinds})


@require_safe
def one_problem(request: HttpRequest, code: str) -> HttpResponse:
    kind = every_kind().get(code)
    if kind is None:
        raise Http404
    context = {"kind": kind, "means": show_code(kind.means)}
    return render(request, "problems/problem.html", context)


def show_code(text: str) -> str:
    """What stands between backticks, as code."""
    frames = ("{}", "<code>{}</code>")
    pieces = enumerate(text.split("`"))
    return format_html_join("", "{}", ((format_html(frames[n % 2], piece),) for n, piece in pieces))
