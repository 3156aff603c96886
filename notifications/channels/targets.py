"""Where a webhook may lead: to the public web, not into the server's own network."""

import socket
from collections.abc import Callable, Sequence
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from msgspec import Struct

from games.domain.errors import Faulty
from notifications.channels.special import is_public

LONGEST = 500
PORTS = {"http": 80, "https": 443}

Resolve = Callable[[str, int], Sequence[str]]


class UrlRefused(Faulty):
    """The fault says what is wrong with the address, and what would be right."""

    says = "{problem}"


class Target(Struct, frozen=True):
    """A checked URL, with the addresses that were checked."""

    scheme: str
    host: str
    port: int
    netloc: str
    path: str
    addresses: tuple[str, ...]


def resolve_host(host: str, port: int) -> list[str]:
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in rows]


def check_url(url: str, resolve: Resolve = resolve_host) -> Target:
    """Where to connect to for this URL, or a refusal."""
    parts = _split(url)
    host, port = _host_and_port(url, parts)
    try:
        addresses = tuple(resolve(host, port))
    except (OSError, UnicodeError):
        addresses = ()
    may_be_any = settings.WEBHOOKS_TO_PRIVATE_ADDRESSES
    if not addresses or not (may_be_any or all(map(is_public, addresses))):
        # The same words for both, so that strangers learn no names of our network.
        raise UrlRefused(
            url,
            fault="The host {host!r} is not known, or is not a public address; "
            "give a host that can be reached from everywhere.",
            host=host,
        )
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, port, parts.netloc, path, addresses)


def _split(url: str) -> SplitResult:
    if len(url) > LONGEST:
        raise UrlRefused(
            url,
            fault="The address has {length} characters; it may have up to {most}.",
            length=len(url),
            most=LONGEST,
        )
    strange = [character for character in url if not "!" <= character <= "~"]
    if strange:
        raise UrlRefused(
            url,
            fault="The address contains {character!r}; write spaces and letters with accents "
            "percent-encoded, and such host names in their xn-- form.",
            character=strange[0],
        )
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise UrlRefused(
            url,
            fault="The address cannot be read ({error}); write it like https://example.org/turns.",
            error=str(error),
        ) from error
    if parts.scheme not in PORTS:
        raise UrlRefused(url, fault="The address has to begin with https:// or http://.")
    return parts


def _host_and_port(url: str, parts: SplitResult) -> tuple[str, int]:
    if "@" in parts.netloc:
        raise UrlRefused(
            url,
            fault="The address contains a name or a password; leave out what is before the @.",
        )
    try:
        port = PORTS[parts.scheme] if parts.port is None else parts.port
    except ValueError:
        port = 0
    if port == 0:
        raise UrlRefused(url, fault="The port has to be a number from 1 to 65535.")
    if not parts.hostname:
        raise UrlRefused(
            url, fault="The address names no host; write it like https://example.org/turns."
        )
    return parts.hostname, port
