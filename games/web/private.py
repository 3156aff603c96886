"""What caches may keep: what is shown to somebody who is signed in is for nobody else."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from games.access import GameView, NoAccess, person_of
from games.web.requests import Handler, sign_in_first

A_YEAR = 365 * 24 * 3600


def keep_from_others(handle: Handler) -> Handler:
    """Shared caches keep only what says that it is public."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = handle(request)
        if request.user.is_authenticated and "public" not in response.get("Cache-Control", ""):
            patch_cache_control(response, private=True)
        return response

    return answer


class LeadThroughSignIn:
    """A link to a game, as mails have them, leads who is not signed in to the sign-in and back.

    So does a link to no game, or it would tell which games there are.
    """

    def __init__(self, handle: Handler) -> None:
        self.handle = handle

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.handle(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        person = person_of(request)
        is_poll = request.method == "GET" and "HX-Request" in request.headers
        if isinstance(error, NoAccess) and (person is None or person.guest) and not is_poll:
            return sign_in_first(request)
        return None


def cached_for_ever(view: GameView) -> str:
    """The `Cache-Control` of a moment of a game, which never changes."""
    who = "public" if view.watch == "public" else "private"
    return f"{who}, max-age={A_YEAR}, immutable"
