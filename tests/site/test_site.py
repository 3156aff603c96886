"""Metrics and files."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_browser_that_has_a_file_is_not_sent_it_again() -> None:
    first = Client().get("/static/css/site.css", headers={"Accept-Encoding": "gzip"})
    assert first["Content-Encoding"] == "gzip"
    first.close()
    again = Client().get("/static/css/site.css", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
