"""Metrics, logs and files."""

import json
import logging
import sys

import pytest
from django.test import Client
from pytest_django import Settings

from franchise_site.logs import JsonLines
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


def test_a_log_line_is_json_with_its_extras() -> None:
    record = logging.makeLogRecord({"name": "games", "levelname": "INFO", "msg": "played %s"})
    record.args, record.game = ("on",), "abc"
    line = json.loads(JsonLines().format(record))
    assert (line["message"], line["game"], line["level"]) == ("played on", "abc", "info")


def test_an_exception_is_in_its_log_line() -> None:
    try:
        int("wrong")
    except ValueError:
        record = logging.LogRecord("games", logging.ERROR, "", 0, "failed", (), sys.exc_info())
    assert "ValueError: invalid literal" in json.loads(JsonLines().format(record))["exception"]


def test_a_browser_that_has_a_file_is_not_sent_it_again() -> None:
    first = Client().get("/static/css/site.css", headers={"Accept-Encoding": "gzip"})
    assert first["Content-Encoding"] == "gzip"
    first.close()
    again = Client().get("/static/css/site.css", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
