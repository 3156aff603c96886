"""The page of the browsers in which somebody is signed in."""

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.edge import now
from games.limits import source_of
from games.sessions import (
    describe_browser,
    end_all_sign_ins,
    end_sign_in,
    note_visit,
    sign_ins,
)
from games.web.requests import Handler, member_of, members_only, number_in


def note_browsers(handle: Handler) -> Handler:
    """Note the visit of a browser in which somebody is signed in."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = handle(request)
        if request.session.accessed and request.user.is_authenticated:
            note_visit(
                request.user,
                request.session,
                browser=request.headers.get("User-Agent", ""),
                address=source_of(request),
                at=now(),
            )
        return response

    return answer


@require_http_methods(["GET", "POST"])
@members_only
def browsers(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        return _sign_out(request)
    known = sign_ins(member_of(request), now())
    rows = [
        (each, describe_browser(each.browser), each.key == request.session.session_key)
        for each in known
    ]
    page = render(request, "account/browsers.html", {"browsers": rows})
    page["Cache-Control"] = "no-store"
    return page


def _sign_out(request: HttpRequest) -> HttpResponse:
    person, wanted = member_of(request), request.POST.get("browser", "")
    if wanted == "others":
        end_all_sign_ins(person, now(), but=request.session.session_key)
        update_session_auth_hash(request, person)
        messages.success(request, gettext("Every other browser is signed out."))
        return redirect("browsers")
    number = number_in(wanted)
    if number is None or not end_sign_in(person, number):
        raise Http404
    messages.success(request, gettext("That browser is signed out."))
    return redirect("browsers")
