"""Who asks for a page, what the form holds, and how a page says a refusal."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext

from games.domain import Refusal
from games.limits import TooOften
from games.models import Person
from games.refusals import explain
from games.web.wording import current_language

Handler = Callable[[HttpRequest], HttpResponse]
View = Callable[..., HttpResponse]
LONGEST_NUMBER = 18


def member_of(request: HttpRequest) -> Person:
    """Where `members_only` has made sure that there is one."""
    return cast("Person", request.user)


def members_only(view: View) -> View:
    """For people with a confirmed address; guests are asked for one first."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if member_of(request).guest:
            return ask_for_account(request, request.get_full_path())
        return view(request, *args, **kwargs)

    return login_required(wrapper)


def ask_for_account(request: HttpRequest, here: str) -> HttpResponse:
    messages.info(request, gettext("This takes an account: give your address first."))
    return redirect(f"{reverse('login')}?{urlencode({'next': here})}")


def sign_in_first(request: HttpRequest, *kept: str) -> HttpResponse:
    """To the sign-in, and back to this page with these fields of its form; nothing is done yet."""
    fields = {name: request.POST[name] for name in kept if name in request.POST}
    here = f"{request.path}?{urlencode(fields)}" if fields else request.get_full_path()
    answer = redirect_to_login(here)
    if "HX-Request" in request.headers:
        return HttpResponse(headers={"HX-Redirect": answer.url})
    return answer


def number_in(text: str) -> int | None:
    """The number in an address or a form; None where it is not one, or longer than any of ours."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else None


def seat_in(text: str) -> int | None:
    return int(text) if text in ("0", "1", "2", "3", "4") else None


def redirect_back(request: HttpRequest, otherwise: str) -> HttpResponse:
    """To the page that the form names, if it is one of ours."""
    address = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(address, {request.get_host()}, request.is_secure())
    return HttpResponseRedirect(address if is_ours else otherwise)


def status_of(refusal: Refusal) -> int:
    return 429 if isinstance(refusal, TooOften) else 422


def refusal_text(refusal: Refusal) -> str:
    """In the language of the page."""
    return explain(refusal, current_language())


def too_many_requests(request: HttpRequest, refusal: TooOften) -> HttpResponse:
    page = render(request, "429.html", {"problem": refusal_text(refusal)}, status=429)
    page["Retry-After"] = str(refusal.seconds)
    return page
