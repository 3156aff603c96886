"""Where something is amiss one still gets a page, in one's language."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.people import cast

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/no/such/road/", 404, "Off the map"),
        ("/amiss/closed/", 403, "No way through"),
        ("/amiss/stale/", 403, "Nothing was sent"),
        ("/amiss/enough/", 429, "Enough for now"),
    ],
)
def test_what_cannot_be_shown_is_told_with_a_way_on(path: str, status: int, sentence: str) -> None:
    client = Client()
    client.force_login(cast().ada)
    response = client.get(path)
    assert response.status_code == status
    page = response.content.decode()
    assert f"<h1>{sentence}</h1>" in page
    assert 'class="button main" href="/"' in page
    assert "My games" in page


def test_a_form_that_was_open_too_long_does_nothing() -> None:
    sent = Client(enforce_csrf_checks=True).post("/try/")
    assert sent.status_code == 403
    assert "<h1>Nothing was sent</h1>" in sent.content.decode()


def test_a_breakdown_needs_no_database_and_tells_nothing_of_its_cause() -> None:
    client = Client(raise_request_exception=False, headers={"Accept-Language": "de"})
    with CaptureQueriesContext(connection) as queries:
        response = client.get("/amiss/breaks/")
    page = response.content.decode()
    assert (response.status_code, len(queries)) == (500, 0)
    assert '<html lang="de">' in page
    assert "ZeroDivisionError" not in page
    assert "as it was asked to" not in page


def test_a_road_that_leads_nowhere_is_told_in_the_readers_language() -> None:
    response = Client(headers={"Accept-Language": "fr"}).get("/no/such/road/")
    assert '<html lang="fr">' in response.content.decode()
