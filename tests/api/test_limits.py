"""How often somebody may call, and what the answers say of it."""

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from games.limits import source_of
from tests.api.calls import caller
from tests.people import Cast

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still")]


def test_calls_are_counted_for_each_person_and_each_address(
    people: Cast, settings: Settings
) -> None:
    settings.API_CALLS_A_MINUTE = 8
    ada, bob, anybody = caller(people.ada), caller(people.bob), caller(None)
    left = [ada.get("games/").headers["RateLimit-Remaining"] for _ in range(8)]
    assert left == list("76543210")
    refused = ada.get("games/")
    assert (refused.status, refused.code) == (429, "too-many-calls")
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert refused.headers["RateLimit-Limit"] == "8"
    assert bob.get("games/").status == 200
    assert [anybody.get("games/").status for _ in range(3)] == [200, 200, 429]


def test_nobody_is_another_by_an_address_that_they_say_they_have(settings: Settings) -> None:
    settings.API_CALLS_A_MINUTE = 8
    headers = ({"x_forwarded_for": f"10.0.0.{number}"} for number in range(3))
    assert [caller(None).get("games/", **each).status for each in headers] == [200, 200, 429]


def test_behind_a_proxy_only_the_address_that_it_adds_counts(settings: Settings) -> None:
    settings.API_CALLS_A_MINUTE = 8
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"NUM_PROXIES": 1}
    headers = ({"x_forwarded_for": f"10.0.0.{number}, 192.0.2.7"} for number in range(3))
    assert [caller(None).get("games/", **each).status for each in headers] == [200, 200, 429]


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ],
)
def test_a_source_of_ipv6_is_a_network(address: str, source: str) -> None:
    assert source_of(RequestFactory().get("/", REMOTE_ADDR=address)) == source


def test_a_call_that_leads_nowhere_is_told_as_a_problem(people: Cast) -> None:
    assert caller(None).get("nowhere/").code == "not-found"
    assert caller(people.ada).delete("games/").code == "method-not-allowed"
    assert caller(None).get("games/", accept="text/html").code == "not-acceptable"
