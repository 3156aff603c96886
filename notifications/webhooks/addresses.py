"""Where a webhook may lead to: the web, and nothing of the network that the server stands in."""

import socket
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from msgspec import Struct

from games.domain import Refusal

LONGEST = 500
PORTS = {"http": 80, "https": 443}
NAT64 = IPv6Network("64:ff9b::/96")

Resolve = Callable[[str, int], Sequence[str]]


class UrlRefused(Refusal):
    """Says what is wrong with the address, and what would be right."""

    says = "{why}"

    def __init__(self, url: str, why: str) -> None:
        super().__init__(url, why=why)


class Target(Struct, frozen=True):
    """A checked URL, with the very addresses that were checked."""

    scheme: str
    host: str
    port: int
    netloc: str
    path: str
    addresses: tuple[str, ...]


def resolved(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


def check_url(url: str, resolve: Resolve = resolved) -> Target:
    """Where to connect to for this URL, or a refusal."""
    parts = _split(url)
    host, port = _host_and_port(url, parts)
    try:
        addresses = tuple(resolve(host, port))
    except (OSError, UnicodeError) as error:
        raise UrlRefused(
            url, f"The host {host!r} is not known; give one that the domain name system knows."
        ) from error
    for address in addresses:
        if not (settings.WEBHOOKS_TO_PRIVATE_ADDRESSES or is_public(address)):
            raise UrlRefused(
                url,
                f"The host {host!r} is at {address}, which is not a public address; "
                "give a host that can be reached from everywhere.",
            )
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, port, parts.netloc, path, addresses)


def _split(url: str) -> SplitResult:
    if len(url) > LONGEST:
        raise UrlRefused(
            url, f"The address has {len(url)} characters; it may have up to {LONGEST}."
        )
    strange = [character for character in url if not "!" <= character <= "~"]
    if strange:
        raise UrlRefused(
            url,
            f"The address contains {strange[0]!r}; write spaces and letters with accents "
            "percent-encoded, and such host names in their xn-- form.",
        )
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise UrlRefused(
            url, f"The address cannot be read ({error}); write it like https://example.org/turns."
        ) from error
    if parts.scheme not in PORTS:
        raise UrlRefused(url, "The address has to begin with https:// or http://.")
    return parts


def _host_and_port(url: str, parts: SplitResult) -> tuple[str, int]:
    if "@" in parts.netloc:
        raise UrlRefused(
            url, "The address contains a name or a password; leave out what is before the @."
        )
    try:
        port = PORTS[parts.scheme] if parts.port is None else parts.port
    except ValueError as error:
        raise UrlRefused(url, "The port has to be a number from 1 to 65535.") from error
    if port == 0:
        raise UrlRefused(url, "The port has to be a number from 1 to 65535.")
    if not parts.hostname:
        raise UrlRefused(url, "The address names no host; write it like https://example.org/turns.")
    return parts.hostname, port


def is_public(text: str) -> bool:
    address = ip_address(text)
    if isinstance(address, IPv6Address):
        address = _carried(address) or address
    if isinstance(address, IPv6Address) and address.is_site_local:
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved)


def _carried(address: IPv6Address) -> IPv4Address | None:
    """The address of the older kind that this one leads on to."""
    if address in NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour
