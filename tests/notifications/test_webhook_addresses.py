"""Where webhooks may lead, and what is refused in which words."""

import pytest
from pytest_django import Settings

from notifications.channels.special import is_public
from notifications.channels.targets import UrlRefused, check_url


def resolve_to_public(host: str, port: int) -> list[str]:
    return ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"]


def refuse_to_resolve(host: str, port: int) -> list[str]:
    raise AssertionError(f"{host} was looked up")


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "[::1]",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",  # noqa: S104 - an address to refuse
        "224.0.0.1",
        "255.255.255.255",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:a9fe:a9fe]",
        "[::127.0.0.1]",
        "[64:ff9b::10.0.0.1]",
        "[2002:7f00:1::]",
        "[fc00::1]",
        "[fe80::1]",
        "[fec0::1]",
        "[ff02::1]",
        "192.0.0.9",
        "192.31.196.1",
        "192.52.193.1",
        "192.88.99.1",
        "192.175.48.1",
        "198.19.0.1",
        "203.0.113.1",
        "240.0.0.1",
        "[100::1]",
        "[100:0:0:1::1]",
        "[2001::1]",
        "[2001:1::1]",
        "[2001:2::1]",
        "[2001:3::1]",
        "[2001:4:112::1]",
        "[2001:20::1]",
        "[2001:30::1]",
        "[2001:db8::1]",
        "[2002:5db8:d70e::1]",
        "[2620:4f:8000::1]",
        "[3fff::1]",
        "[3fff:fff::1]",
        "[4000::1]",
        "[5f00::1]",
        "[64:ff9b:1::1]",
        "[64:ff9b::c058:6301]",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "127.1",
        "localhost",
    ],
)
def test_no_way_to_write_a_private_address_is_let_through(host: str) -> None:
    for scheme in ("http", "https"):
        with pytest.raises(UrlRefused, match="not a public address; give a host that"):
            check_url(f"{scheme}://{host}/")


def test_a_name_of_our_own_network_is_refused_in_the_words_of_one_that_nobody_knows() -> None:
    def one_is_private(host: str, port: int) -> list[str]:
        return ["93.184.215.14", "10.0.0.7"]

    with pytest.raises(UrlRefused) as private:
        check_url("https://receiver.invalid/", one_is_private)
    with pytest.raises(UrlRefused) as unknown:
        check_url("https://receiver.invalid/")
    assert str(private.value) == str(unknown.value)
    assert "10.0.0.7" not in str(private.value)


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "::ffff:93.184.215.14", "64:ff9b::5db8:d70e", "2606:2800:21f::1"]
)
def test_public_addresses_are_public_however_they_are_written(address: str) -> None:
    assert is_public(address)


def test_the_host_may_allow_private_addresses(settings: Settings) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    assert check_url("http://127.0.0.1:8000/").addresses == ("127.0.0.1",)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("ftp://example.org/", "begin with https:// or http://"),
        ("file:///etc/passwd", "begin with https:// or http://"),
        ("example.org/turns", "begin with https:// or http://"),
        ("https://ada:secret@example.org/", "leave out what is before the @"),
        ("https://@example.org/", "leave out what is before the @"),
        ("https:///turns", "names no host"),
        ("https://example.org:0/", "from 1 to 65535"),
        ("https://example.org:65536/", "from 1 to 65535"),
        ("https://example.org:http/", "from 1 to 65535"),
        ("https://[::1/", "cannot be read"),
        ("https://example.org/a b", "contains ' '"),
        ("https://example.org/\r\nHost: other", r"contains '\\r'"),
        ("https://exämple.org/", "contains 'ä'"),
        (f"https://example.org/{'a' * 500}", "may have up to 500"),
    ],
)
def test_what_is_no_address_of_the_web_is_not_even_looked_up(url: str, why: str) -> None:
    with pytest.raises(UrlRefused, match=why) as refused:
        check_url(url, refuse_to_resolve)
    assert refused.value.value == url


@pytest.mark.parametrize("host", ["receiver.invalid", f"{'a' * 70}.example", "a..example"])
def test_a_host_that_nobody_knows_is_refused(host: str) -> None:
    with pytest.raises(UrlRefused, match="is not known"):
        check_url(f"https://{host}/")


def test_the_target_has_all_that_a_connection_needs() -> None:
    target = check_url("https://Example.org:8443?game=1#part", resolve_to_public)
    assert (target.scheme, target.host, target.port) == ("https", "example.org", 8443)
    assert (target.netloc, target.path) == ("Example.org:8443", "/?game=1")
    assert target.addresses == tuple(resolve_to_public("", 0))
    assert check_url("http://example.org/turns", resolve_to_public).port == 80
