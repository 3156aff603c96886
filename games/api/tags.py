"""What answers are known by, and who may keep them for how long."""

import re
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from typing import TypeVar

import msgspec
from msgspec import UNSET
from rest_framework.request import Request

from games.api.problems import ChangedSince
from games.api.schema import ANSWERS

T = TypeVar("T")
TAG = re.compile('(?:W/)?"[^"]*"')
SHAPE_LENGTH = 8
FOR_EVER = "max-age=31536000, immutable"
REVALIDATED = "no-cache"


@lru_cache(maxsize=1)
def shape() -> str:
    """Another one as soon as any answer has another shape: what is kept of the former is old."""
    shapes = [answer.shape for answer in ANSWERS.values() if answer.shape is not None]
    document = msgspec.json.encode(msgspec.json.schema_components(shapes), order="sorted")
    return sha256(document).hexdigest()[:SHAPE_LENGTH]


def etag_of(name: int | str) -> str:
    """A table's name is its version."""
    return f'"{name}.{shape()}"'


def name_of_table(version: int, beside: object) -> str:
    """Names of people change without a move."""
    if beside is UNSET:
        return str(version)
    return f"{version}+{sha256(msgspec.json.encode(beside)).hexdigest()[:SHAPE_LENGTH]}"


def known_tag(etags: str, name: int | str, *, bare: bool = False) -> str | None:
    """The tag of an If-None-Match that names this answer, as the caller has it.

    `bare`: where the caller has nothing whose shape could be old, the name alone will do.
    """
    if not etags:
        return None
    if etags.strip() == "*":
        return etag_of(name)
    names = {etag_of(name), f'"{name}"'} if bare else {etag_of(name)}
    return next((tag for tag in TAG.findall(etags) if tag.removeprefix("W/") in names), None)


def require_known(request: Request, present: T, name: Callable[[T], int]) -> T | None:
    """What the caller has seen, by If-Match; None where the caller does not say."""
    tags = request.headers.get("If-Match")
    if tags is None:
        return None
    if known_tag(tags, name(present)) is None:
        raise ChangedSince
    return present


def name_of_page(after: int, last: int) -> str:
    """Of a page of the feed; the empty one at its end has the game's version."""
    return str(last) if after == last else f"{after}-{last}"


def keeping(watch: str, *, for_ever: bool = False) -> dict[str, str]:
    """What is public is the same for everybody, whoever asks."""
    how_long = FOR_EVER if for_ever else REVALIDATED
    if watch == "public":
        return {"Cache-Control": f"public, {how_long}"}
    return {"Cache-Control": f"private, {how_long}", "Vary": "Authorization, Cookie"}
