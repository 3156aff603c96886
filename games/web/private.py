"""What is shown to somebody who is signed in is for nobody else."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from games.web.requests import Handler


def keep_from_others(handle: Handler) -> Handler:
    """Shared caches keep only what says that it is public."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = handle(request)
        if request.user.is_authenticated and "public" not in response.get("Cache-Control", ""):
            patch_cache_control(response, private=True)
        return response

    return answer
