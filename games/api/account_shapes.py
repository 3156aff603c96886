"""The shapes of answers about a person's own account. Tests hold every answer against them."""

from typing import Literal

from msgspec import Struct


class Me(Struct):
    id: int
    name: str


class TokenShape(Struct):
    """A token is told once, when it is made; later it is known by how it begins."""

    id: str
    name: str
    scope: Literal["read", "play"]
    created: str
    expires: str | None


class MadeToken(TokenShape, kw_only=True):
    token: str


class Tokens(Struct):
    results: list[TokenShape]


class SessionShape(Struct):
    """`this` is the one that asks; `seen` when it was last noted, within the hour."""

    id: int
    browser: str
    address: str
    began: str
    seen: str
    this: bool


class Sessions(Struct):
    results: list[SessionShape]


class WebhookShape(Struct):
    """Its secret, which signs what is posted, is told once, when it is made."""

    id: int
    url: str
    what: Literal["all", "turn"]
    active: bool
    failing_since: str | None
    created: str


class MadeWebhook(WebhookShape, kw_only=True):
    secret: str


class Webhooks(Struct):
    results: list[WebhookShape]
