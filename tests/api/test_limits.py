"""How often somebody may call, and what the answers say of it."""

import pytest
from pytest_django import Settings

from tests.api.calls import caller
from tests.people import Cast

pytestmark = pytest.mark.django_db


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


def test_a_call_that_leads_nowhere_is_told_as_a_problem(people: Cast) -> None:
    assert caller(None).get("nowhere/").code == "not-found"
    assert caller(people.ada).delete("games/").code == "method-not-allowed"
    assert caller(None).get("games/", accept="text/html").code == "not-acceptable"
