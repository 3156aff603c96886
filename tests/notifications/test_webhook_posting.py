"""One POST: to the address that was checked, so long and so much, without redirects."""

import ssl
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace
from pytest_django import Settings

from notifications.channels import posting
from notifications.channels.posting import MOST_READ
from notifications.channels.targets import Target, check_url
from tests.notifications.receiver import (
    AUTHORITY,
    Answer,
    Receiver,
    answer_status,
    answer_without_end,
    run_receiver,
    wait_for_the_end,
)
from tests.programs import free_port
from tests.waiting import PATIENCE

QUICK = 0.5
OK = b"HTTP/1.1 200 OK\r\n"
post = partial(posting.post, seconds=PATIENCE)


@pytest.fixture(autouse=True)
def private_addresses(settings: Settings) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True


def target_by_name(
    server: Receiver, *, name: str = "receiver.test", scheme: str = "http"
) -> Target:
    """Only this resolver knows the name, so a second look-up elsewhere would fail."""
    return check_url(f"{scheme}://{name}:{server.port}/hook", lambda *_: ["127.0.0.1"])


def test_the_connection_goes_to_the_address_that_was_checked_under_the_name_in_the_url() -> None:
    with run_receiver() as server:
        assert post(target_by_name(server), {"X-Kind": "turn"}, b"{}") == 204
    (received,) = server.received
    assert (received.path, received.body) == ("/hook", b"{}")
    assert received.headers["Host"] == f"receiver.test:{server.port}"
    assert received.headers["X-Kind"] == "turn"


def test_the_next_address_is_tried_where_one_does_not_answer() -> None:
    with run_receiver() as server:
        target = replace(target_by_name(server), addresses=("127.0.0.2", "::1", "127.0.0.1"))
        assert post(target, {}, b"") == 204


def test_a_secure_receiver_has_to_prove_the_name_in_the_url(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    AUTHORITY.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    with run_receiver(secure=True) as server:
        assert post(target_by_name(server, scheme="https"), {}, b"{}") == 204
        other = target_by_name(server, name="other.test", scheme="https")
        with pytest.raises(ssl.SSLCertVerificationError, match=r"not valid for 'other\.test'"):
            post(other, {}, b"{}")
    assert len(server.received) == 1


def test_a_certificate_that_nobody_vouches_for_is_not_taken() -> None:
    with run_receiver(secure=True) as server, pytest.raises(ssl.SSLCertVerificationError):
        post(target_by_name(server, scheme="https"), {}, b"{}")
    assert server.received == []


def test_a_redirect_is_an_answer_and_is_not_followed() -> None:
    with run_receiver(answer_status(307, Location="/elsewhere")) as server:
        assert post(target_by_name(server), {}, b"{}") == 307
    assert [each.path for each in server.received] == ["/hook"]


@pytest.mark.parametrize(
    "answer",
    [
        wait_for_the_end,
        answer_without_end(b"", b"H", pause=QUICK / 10),
        answer_without_end(OK, b"X-More: of it\r\n", pause=QUICK / 10),
    ],
    ids=["silence", "a status drop by drop", "headers drop by drop"],
)
def test_an_answer_that_takes_too_long_is_none(answer: Answer) -> None:
    with (
        run_receiver(answer) as server,
        pytest.raises(OSError, match=r"timed out|no answer in time"),
    ):
        post(target_by_name(server), {}, b"{}", seconds=QUICK)


def test_no_more_than_the_head_of_an_endless_answer_is_read() -> None:
    with run_receiver(answer_without_end(OK + b"\r\n", b"a" * 1000)) as server:
        assert post(target_by_name(server), {}, b"{}") == 200


def test_an_endless_head_is_no_answer() -> None:
    long_line = b"X-Long: " + b"a" * 50_000 + b"\r\n"
    with (
        run_receiver(answer_without_end(OK, long_line)) as server,
        pytest.raises(OSError, match=f"longer than {MOST_READ} bytes"),
    ):
        post(target_by_name(server), {}, b"{}")


def test_a_closed_door_is_an_error() -> None:
    target = check_url(f"http://127.0.0.1:{free_port()}/")
    with pytest.raises(ConnectionRefusedError):
        post(target, {}, b"{}")
