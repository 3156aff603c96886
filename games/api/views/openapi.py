"""The schema, made once a process: it takes half a second and is always the same."""

from functools import lru_cache
from hashlib import sha256

import msgspec
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.request import Request


class Schema(SpectacularJSONAPIView):
    @extend_schema(exclude=True)
    def get(self, request: Request, *_: object, **__: object) -> HttpResponse:
        body, tag = schema_document()
        response = HttpResponse(body, content_type=request.accepted_renderer.media_type)
        response["ETag"] = f'"{tag}"'
        response["Cache-Control"] = "no-cache"
        return response


@lru_cache(maxsize=1)
def schema_document() -> tuple[bytes, str]:
    generator = SpectacularJSONAPIView.generator_class()
    schema = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # the package has no types
    body = msgspec.json.encode(schema)
    return body, sha256(body).hexdigest()[:16]
