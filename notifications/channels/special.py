"""Addresses that are not of the public web: IANA's registries of special purposes, and multicast.

Python's `ipaddress` knows some of them, and not the same ones in each release. Here are also
addresses that the registry calls reachable, but that belong to a protocol and to no server.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

SPECIAL_4 = tuple(
    IPv4Network(block)
    for block in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # shared, behind carriers
        "127.0.0.0/8",  # loopback
        "169.254.0.0/16",  # link-local
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocols
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # multicast tunnels
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
    )
)
UNICAST_6 = IPv6Network("2000::/3")
"""All global addresses of IPv6; the rest is loopback, private, multicast or unassigned."""
SPECIAL_6 = tuple(
    IPv6Network(block)
    for block in (
        "2001::/23",  # protocols: Teredo, benchmarks, ORCHID and others
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
)
NAT64 = IPv6Network("64:ff9b::/96")


def is_public(text: str) -> bool:
    address = ip_address(text)
    if isinstance(address, IPv6Address):
        address = _embedded_ipv4(address) or address
    if isinstance(address, IPv4Address):
        return not any(address in block for block in SPECIAL_4)
    return address in UNICAST_6 and not any(address in block for block in SPECIAL_6)


def _embedded_ipv4(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address within a NAT64 or mapped one."""
    if address in NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped
