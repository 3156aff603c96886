"""What programs ask again and again, whether a game has gone on, is answered before all else."""

import re
from collections.abc import Callable
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from rest_framework.exceptions import AuthenticationFailed

from games.access import NoAccess, see_game
from games.api.auth import ByToken
from games.edge import now
from games.limits import count_call, source_of

SECONDS_TO_WAIT = "3"
POLLED = re.compile(
    r"/api/games/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/(?:(events|options|replay|record)/)?"
)
QUERY = re.compile("(?:(?:^|&)(?:after=[0-9]{1,9}|limit=[1-9][0-9]?))*")

Next = Callable[[HttpRequest], HttpResponse]


def answer_polls(get_response: Next) -> Next:
    def middleware(request: HttpRequest) -> HttpResponse:
        return _answer_unchanged(request) or get_response(request)

    return middleware


def _answer_unchanged(request: HttpRequest) -> HttpResponse | None:
    """None where the whole way has to be gone, also to say why not."""
    etags = request.META.get("HTTP_IF_NONE_MATCH")
    if etags is None or request.method != "GET" or settings.SESSION_COOKIE_NAME in request.COOKIES:
        return None
    route = POLLED.fullmatch(request.path_info)
    query = request.META.get("QUERY_STRING", "")
    if route is None or not QUERY.fullmatch(query):
        return None
    try:
        signed_in = ByToken().authenticate(request)
        person = signed_in[0] if signed_in else None
        view = see_game(person, UUID(route[1]))
    except (AuthenticationFailed, NoAccess, ValueError):
        return None
    if not is_among(etags, view.version):
        return None
    if route[2] == "events" and QueryDict(query).get("after") != str(view.version):
        return None
    calls = count_call(None if person is None else person.pk, source_of(request), now())
    if calls is not None and not calls.allowed:
        return None
    headers = {
        "ETag": f'"{view.version}"',
        "Cache-Control": "no-cache",
        "Vary": "Authorization, Cookie",
    }
    if route[2] == "events":
        headers["Retry-After"] = SECONDS_TO_WAIT
    return HttpResponse(status=304, headers=headers | (calls.headers() if calls else {}))


def is_among(etags: str, tag: int | str) -> bool:
    return f'"{tag}"' in re.findall('"[^"]*"', etags)


def tag_of_page(after: int, last: int) -> str:
    """Of a page of the feed; the empty one at its end has the game's version."""
    return str(last) if after == last else f"{after}-{last}"
