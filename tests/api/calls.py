"""Calls of the API by the fixed cast, with tokens."""

import json
from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.test import Client

from games.models import Person, Token

Plain = dict[str, Any]


def token_of(person: Person, scope: str = "play") -> str:
    _, secret = Token.objects.create(person, expiry=timedelta(days=1), name="test", scope=scope)
    return str(secret)


class Caller:
    """Calls with a token; without one as nobody."""

    def __init__(self, token: str | None = None) -> None:
        self.client = Client()
        self.headers = {} if token is None else {"Authorization": f"Token {token}"}

    def get(self, path: str, **headers: str) -> "Answer":
        response = self.client.get(
            f"/api/{path}", headers={**self.headers, **_header_names(headers)}
        )
        return Answer(response)

    def post(self, path: str, body: object = None, **headers: str) -> "Answer":
        response = self.client.post(
            f"/api/{path}",
            data=json.dumps({} if body is None else body),
            content_type="application/json",
            headers={**self.headers, **_header_names(headers)},
        )
        return Answer(response)

    def post_nothing(self, path: str, **headers: str) -> "Answer":
        every = {**self.headers, **_header_names(headers)}
        return Answer(self.client.generic("POST", f"/api/{path}", headers=every))

    def patch(self, path: str, body: object, **headers: str) -> "Answer":
        response = self.client.patch(
            f"/api/{path}",
            data=json.dumps(body),
            content_type="application/json",
            headers={**self.headers, **_header_names(headers)},
        )
        return Answer(response)

    def put(self, path: str, body: object, **headers: str) -> "Answer":
        response = self.client.put(
            f"/api/{path}",
            data=json.dumps(body),
            content_type="application/json",
            headers={**self.headers, **_header_names(headers)},
        )
        return Answer(response)

    def delete(self, path: str) -> "Answer":
        return Answer(self.client.delete(f"/api/{path}", headers=self.headers))


def caller(person: Person | None, scope: str = "play") -> Caller:
    return Caller(None if person is None else token_of(person, scope))


class Answer:
    def __init__(self, response: Any) -> None:
        self.status: int = response.status_code
        self.headers = response.headers
        self.type = response.headers.get("Content-Type", "")
        self.bytes: bytes = response.content
        is_json = "json" in self.type and response.content
        self.body: Any = json.loads(response.content) if is_json else None

    @property
    def code(self) -> str:
        """The code of a problem."""
        assert self.type == "application/problem+json", (self.status, self.body)
        assert self.body["status"] == self.status
        return str(self.body["code"])


def game_path(game: UUID, rest: str = "") -> str:
    return f"games/{game}/{rest}"


def if_match(version: int) -> Plain:
    return {"if_match": f'"{version}"'}


def plain(value: object) -> Any:
    """As JSON brings it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _header_names(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
