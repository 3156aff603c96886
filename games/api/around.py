"""What every answer of the API has around it, whoever made it: an id, and leave to be read anywhere."""

import re
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.api.problem_kinds import OF_CALLS
from games.api.problems import answer, problem
from games.edge import new_command_id
from games.limits import give_back_call

PLACE = "/api/"
GIVEN_ID = re.compile("[A-Za-z0-9_-]{8,64}")
OPEN = {
    # Never with credentials: the cookies of the page do not count elsewhere, tokens do.
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": (
        "Content-Location, ETag, Location, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, "
        "Retry-After, WWW-Authenticate, X-Request-Id"
    ),
}
LEAVE = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": (
        "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id"
    ),
    "Access-Control-Max-Age": "86400",
}

CALLER = ("Accept-Language", "Authorization", "Cookie")
LEFT = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")

Next = Callable[[HttpRequest], HttpResponse]


def frame_answers(get_response: Next) -> Next:
    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(PLACE):
            return get_response(request)
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        request_id = given if GIVEN_ID.fullmatch(given) else new_command_id()
        # Where logs find it.
        request.META["X_REQUEST_ID"] = request_id
        if request.method == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in request.META:
            response = HttpResponse(status=HTTPStatus.NO_CONTENT, headers=LEAVE)
        else:
            response = get_response(request)
        if response.status_code == HTTPStatus.INTERNAL_SERVER_ERROR and not settings.DEBUG:
            detail = f"Something went wrong here. The host finds it by {request_id}."
            response = answer(problem(OF_CALLS["our-fault"], detail))
        _leave_caller_out(request, response)
        response.headers["X-Request-Id"] = request_id
        for name, value in OPEN.items():
            response.headers[name] = value
        return response

    return middleware


def _leave_caller_out(request: HttpRequest, response: HttpResponse) -> None:
    """What others may keep says nothing of who asked; and who has it already has not called."""
    keeps = response.get("Cache-Control", "")
    if "public" in keeps and response.cookies:
        response["Cache-Control"] = keeps.replace("public", "private")
    elif "public" in keeps and "Vary" in response:
        varies = [name for name in response["Vary"].split(", ") if name not in CALLER]
        response["Vary"] = ", ".join(varies)
        if not varies:
            del response["Vary"]
    if response.status_code == HTTPStatus.NOT_MODIFIED and hasattr(request, "counted"):
        give_back_call(*request.counted)
    if response.status_code == HTTPStatus.NOT_MODIFIED or "immutable" in keeps:
        for name in LEFT:
            del response[name]
