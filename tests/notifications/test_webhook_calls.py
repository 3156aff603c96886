"""Webhooks over the API."""

import pytest
from pytest_django import Settings

from games.limits import WEBHOOKS
from notifications.models import Webhook
from tests.api.calls import caller
from tests.people import cast

pytestmark = pytest.mark.django_db(transaction=True)
URL = "http://203.0.113.7/hook"


def test_a_webhook_is_made_listed_and_removed_by_its_person_alone(settings: Settings) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    people = cast()
    ada, bob = caller(people.ada), caller(people.bob)
    made = ada.post("webhooks/", {"url": URL, "what": "all"})
    assert made.status == 201
    assert made.body["secret"] == Webhook.objects.get().secret
    assert "secret" not in ada.get("webhooks/").body["results"][0]
    assert bob.get("webhooks/").body["results"] == []
    assert bob.delete(f"webhooks/{made.body['id']}/").status == 404
    assert ada.delete(f"webhooks/{made.body['id']}/").status == 204
    assert ada.delete(f"webhooks/{2**63}/").status == 404


def test_an_address_that_is_not_for_everybody_is_refused() -> None:
    ada = caller(cast().ada)
    for url in ("http://127.0.0.1/", "http://169.254.169.254/latest", "ftp://example.org/"):
        refused = ada.post("webhooks/", {"url": url})
        assert (refused.status, refused.code, refused.body["value"]) == (422, "url-refused", url)
    assert not Webhook.objects.exists()


def test_nobody_has_very_many(settings: Settings) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    ada = caller(cast().ada)
    assert [ada.post("webhooks/", {"url": URL}).status for _ in range(WEBHOOKS.most)] == [
        201
    ] * WEBHOOKS.most
    assert ada.post("webhooks/", {"url": URL}).code == "too-many-webhooks"
