"""What programs ask again and again, whether a game has gone on, is answered before all else."""

import re
from collections.abc import Callable
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from rest_framework.exceptions import AuthenticationFailed

from games.api.auth import ACTIVE, OWNED, key_of, secret_in, use
from games.api.tags import keeping, known_tag
from games.events import sql

SECONDS_TO_WAIT = "3"
POLLED = re.compile(
    r"/api/games/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/(?:(events|options|replay|record)/)?"
)
QUERY = re.compile(r"(?:(?:^|&)(?:after=[0-9]{1,9}|limit=(?:[1-9][0-9]?|[1-4][0-9]{2}|500)))*")

WITH_TOKEN = f"games_game g, {OWNED}"
OF_TABLE = (
    "(g.owner_id = p.id OR EXISTS "
    "(SELECT 1 FROM games_seat s WHERE s.game_id = g.id AND s.player_id = p.id))"
)
COLUMNS = ("g.version", "g.watch", OF_TABLE, "t.expiry", "t.used", "t.digest")

Next = Callable[[HttpRequest], HttpResponse]


def answer_polls(get_response: Next) -> Next:
    def middleware(request: HttpRequest) -> HttpResponse:
        etags = request.META.get("HTTP_IF_NONE_MATCH")
        route = POLLED.fullmatch(request.path_info)
        if etags is None or route is None or request.method != "GET":
            return get_response(request)
        return _answer_unchanged(request, etags, route) or get_response(request)

    return middleware


def _answer_unchanged(
    request: HttpRequest, etags: str, route: re.Match[str]
) -> HttpResponse | None:
    """None where the whole way has to be gone, also to say why not. It costs nothing of a limit."""
    query = request.META.get("QUERY_STRING", "")
    if settings.SESSION_COOKIE_NAME in request.COOKIES or not QUERY.fullmatch(query):
        return None
    if query and route[2] != "events":
        return None
    try:
        seen = _see_version(request, UUID(route[1]))
    except (AuthenticationFailed, ValueError):
        return None
    if seen is None:
        return None
    version, watch = seen
    if route[2] == "events" and QueryDict(query).get("after") != str(version):
        return None
    known = known_tag(etags, version, bare=route[2] == "events")
    if known is None:
        return None
    headers = {"ETag": known, **keeping(watch)}
    if route[2] == "events":
        headers["Retry-After"] = SECONDS_TO_WAIT
    return HttpResponse(status=304, headers=headers)


def _see_version(request: HttpRequest, game_id: UUID) -> tuple[int, str] | None:
    """By one read, and without the table itself. The host, who sees all, goes the whole way."""
    secret = secret_in(request)
    if secret is None:
        public = {"id =": game_id, "watch =": "public"}
        return next(iter(sql.select("games_game", ("version", "watch"), public)), None)
    wanted = {"g.id =": game_id, "t.token_key =": key_of(secret), **ACTIVE}
    for version, watch, is_of_table, *token in sql.select(WITH_TOKEN, COLUMNS, wanted):
        if (watch == "public" or is_of_table) and use(secret, *token):
            return version, watch
    return None
