"""`robots.txt` and `favicon.ico`."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

A_DAY = 24 * 3600
# Private pages, pages that need a form, and pages that cost work and repeat others.
CLOSED = (
    "account",
    "accounts",
    "admin",
    "api",
    "feeds",
    "join",
    "mail",
    "next",
    "sign-in",
    "what-if",
)
ROBOTS = "\n".join(("User-agent: *", *(f"Disallow: /{name}/" for name in CLOSED), ""))


@require_safe
@cache_control(max_age=A_DAY)
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(max_age=A_DAY)
def favicon(request: HttpRequest) -> HttpResponse:
    return redirect(static("img/wheel.svg"))
