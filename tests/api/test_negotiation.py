"""What plainly takes JSON is answered without a look at all of the header, and not otherwise."""

import pytest
from django.http import Http404
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import StaticHTMLRenderer
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from games.api.wire import JSON, Negotiation

ACCEPTS = (None, "*/*", "application/json", "application/*", "text/html", "text/html, */*;q=0.1")


@pytest.mark.parametrize("renderers", [(JSON,), (StaticHTMLRenderer, JSON)])
@pytest.mark.parametrize("path", ["/", "/?format=json", "/?format=xml"])
@pytest.mark.parametrize("accepts", ACCEPTS)
def test_it_chooses_as_the_framework_does(
    accepts: str | None, path: str, renderers: tuple[type, ...]
) -> None:
    headers = {} if accepts is None else {"Accept": accepts}
    request = Request(APIRequestFactory().get(path, headers=headers))

    def choose(negotiation: DefaultContentNegotiation) -> tuple[type, str] | str:
        try:
            renderer, media_type = negotiation.select_renderer(
                request, [one() for one in renderers]
            )
        except (Http404, NotAcceptable) as refusal:
            return type(refusal).__name__
        return type(renderer), media_type

    assert choose(Negotiation()) == choose(DefaultContentNegotiation())
