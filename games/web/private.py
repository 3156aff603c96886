"""What is shown to somebody who is signed in is for nobody else."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

Handler = Callable[[HttpRequest], HttpResponse]


def keep_from_others(handle: Handler) -> Handler:
    """Caches on the way keep none of it but what says that everybody may see it."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = handle(request)
        if request.user.is_authenticated and "public" not in response.get("Cache-Control", ""):
            patch_cache_control(response, private=True)
        return response

    return answer
