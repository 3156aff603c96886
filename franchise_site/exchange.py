"""What HTTP demands of every response, and Django leaves out."""

import re
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

BODILESS = (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED)
REFUSES_GZIP = re.compile(r"\bgzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)", re.IGNORECASE)

Next = Callable[[HttpRequest], HttpResponse]


def keep_to_http(get_response: Next) -> Next:
    """No gzip for a client that refuses it, and no type without a body."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if REFUSES_GZIP.search(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            request.META["HTTP_ACCEPT_ENCODING"] = "identity"
        response = get_response(request)
        if response.status_code == HTTPStatus.NOT_MODIFIED:
            del response["Content-Type"]
        if request.method == "HEAD" or response.status_code in BODILESS:
            _drop_body(response)
        return response

    return middleware


def _drop_body(response: HttpResponse | StreamingHttpResponse) -> None:
    """Not every server drops it, and a client would take it for the next response."""
    if response.status_code not in BODILESS and "Content-Length" not in response.headers:
        response.headers["Content-Length"] = str(sum(len(part) for part in response))
    if isinstance(response, StreamingHttpResponse):
        response.streaming_content = ()
        # A server would send this file instead of the content.
        vars(response).pop("file_to_stream", None)
    else:
        response.content = b""
