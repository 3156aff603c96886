"""What HTTP asks of every answer, and the framework leaves out."""

import re
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

REFUSES_GZIP = re.compile(r"\bgzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)", re.IGNORECASE)

Next = Callable[[HttpRequest], HttpResponse]


def keep_to_http(get_response: Next) -> Next:
    """Who refuses gzip gets none; what has no body has no type."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if REFUSES_GZIP.search(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            request.META["HTTP_ACCEPT_ENCODING"] = "identity"
        response = get_response(request)
        if response.status_code == HTTPStatus.NOT_MODIFIED:
            del response["Content-Type"]
        return response

    return middleware
