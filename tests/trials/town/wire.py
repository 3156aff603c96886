"""Calls without a connection that is kept, so that each may meet another process."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct

PATIENCE = 10.0


class NoAnswer(Exception):
    pass


class Answer(Struct, frozen=True):
    status: int
    body: Any


async def call(
    url: str, method: str, path: str, headers: Mapping[str, str], body: object = None
) -> Answer:
    """`NoAnswer` where it is lost or cut off: nobody knows what became of the call."""
    try:
        raw = await asyncio.wait_for(
            _exchange(url, _request(method, path, headers, body)), PATIENCE
        )
        return _read(raw)
    except (OSError, TimeoutError, ValueError) as error:
        raise NoAnswer(repr(error)) from error


def _request(method: str, path: str, headers: Mapping[str, str], body: object) -> bytes:
    content = b"" if body is None else json.dumps(body).encode()
    own = {"Connection": "close", "Accept": "application/json"}
    if body is not None:
        own |= {"Content-Type": "application/json", "Content-Length": str(len(content))}
    lines = [f"{method} {path} HTTP/1.1", *(f"{k}: {v}" for k, v in {**headers, **own}.items())]
    return "\r\n".join((*lines, "", "")).encode() + content


async def _exchange(url: str, request: bytes) -> bytes:
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port or 80)
    try:
        writer.write(request)
        await writer.drain()
        return await reader.read()
    finally:
        writer.transport.abort()


def _read(raw: bytes) -> Answer:
    head, found, body = raw.partition(b"\r\n\r\n")
    if not found:
        raise ValueError("half a head")
    first, *lines = head.decode("latin-1").split("\r\n")
    fields = {name.lower(): value.strip() for name, _, value in (x.partition(":") for x in lines)}
    if fields.get("transfer-encoding") == "chunked":
        body = _join_chunks(body)
    elif "content-length" in fields and len(body) != int(fields["content-length"]):
        raise ValueError("half a body")
    is_json = "json" in fields.get("content-type", "")
    return Answer(int(first.split()[1]), json.loads(body) if body and is_json else None)


def _join_chunks(body: bytes) -> bytes:
    whole = b""
    while True:
        size, _, body = body.partition(b"\r\n")
        if not int(size, 16):
            return whole
        if len(body) < int(size, 16):
            raise ValueError("half a chunk")
        whole, body = whole + body[: int(size, 16)], body[int(size, 16) + 2 :]
