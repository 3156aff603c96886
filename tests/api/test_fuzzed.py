"""Whatever body fuzzing made up is read or refused; nothing of it is an error of the program."""

import io
from contextlib import suppress

from rest_framework.exceptions import APIException
from rest_framework.test import APIRequestFactory

from games.api.schema import TAKES
from games.api.wire import JSONParser
from games.domain import Refusal
from games.domain.reading import read_value
from tests.fuzzed import raw_inputs


def test_bodies_are_read_or_refused() -> None:
    request = {"request": APIRequestFactory().post("/")}
    for raw in raw_inputs("bodies"):
        with suppress(APIException):
            body = JSONParser().parse(io.BytesIO(raw), None, request)
            for kind in TAKES:
                with suppress(Refusal):
                    read_value(body, kind)
