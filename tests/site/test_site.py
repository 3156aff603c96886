"""Metrics and files."""

import pytest
from django.test import Client
from pytest_django import Settings

from tests.people import cast, started_game

pytestmark = pytest.mark.django_db(transaction=True)


def test_metrics_are_for_whoever_has_the_token(settings: Settings) -> None:
    assert Client().get("/metrics").status_code == 404
    started_game(cast())
    settings.METRICS_TOKEN = "open sesame"  # noqa: S105 - a test's
    assert Client().get("/metrics").status_code == 404
    shown = (
        Client().get("/metrics", headers={"Authorization": "Bearer open sesame"}).content.decode()
    )
    assert 'franchise_events_total{type="GameStarted"}' in shown
    assert 'franchise_request_seconds_count{method="GET",status="404",view="metrics"}' in shown


def test_a_browser_that_has_a_file_is_not_sent_it_again() -> None:
    first = Client().get("/static/css/site.css", headers={"Accept-Encoding": "gzip"})
    assert first["Content-Encoding"] == "gzip"
    first.close()
    again = Client().get("/static/css/site.css", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
