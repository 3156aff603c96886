"""The schema, made once a process: it takes half a second and is always the same."""

from functools import lru_cache
from hashlib import sha256

import msgspec
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.request import Request

from games.api.packing import Coding, answer_packed, coding_for, pack


class Schema(SpectacularJSONAPIView):
    @extend_schema(exclude=True)
    def get(self, request: Request, *_: object, **__: object) -> HttpResponse:
        coding, tag = coding_for(request), schema_document()[1]
        headers = {"ETag": f'W/"{tag}"', "Cache-Control": "public, no-cache"}
        response = answer_packed(packed_document(coding), coding, headers)
        response["Content-Type"] = request.accepted_renderer.media_type
        return response


@lru_cache(maxsize=1)
def schema_document() -> tuple[bytes, str]:
    generator = SpectacularJSONAPIView.generator_class()
    schema = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # the package has no types
    body = msgspec.json.encode(schema)
    return body, sha256(body).hexdigest()[:16]


@lru_cache
def packed_document(coding: Coding) -> bytes:
    return pack(schema_document()[0], coding)
