"""Webhooks over the API."""

import pytest
from pytest_django import Settings

from games.edge import now
from games.limits import WEBHOOKS
from notifications.models import Webhook
from notifications.outbox.tasks import deliver_webhooks
from tests.api.calls import Caller, caller
from tests.notifications.receiver import run_receiver
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


def made_webhook(ada: Caller, url: str = URL, what: str = "turn") -> str:
    """The path of one."""
    return f"webhooks/{ada.post('webhooks/', {'url': url, 'what': what}).body['id']}/"


def test_what_it_is_posted_and_where_can_be_changed(settings: Settings) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    people = cast()
    ada = caller(people.ada)
    path = made_webhook(ada)
    Webhook.objects.update(failing_since=now())
    changed = ada.patch(path, {"url": "http://203.0.113.8/other", "what": "all"})
    assert changed.status == 200
    assert (changed.body["url"], changed.body["what"]) == ("http://203.0.113.8/other", "all")
    assert (changed.body["active"], changed.body["failing_since"]) == (True, None)
    assert ada.patch(path, {"active": False}).body["active"] is False
    assert ada.get(path).body == {**changed.body, "active": False}
    assert ada.patch(path, {}).body == ada.get(path).body
    assert caller(people.bob).patch(path, {"active": True}).status == 404
    for wrong in ({"url": None}, {"what": "none"}, {"secret": "x"}, {"active": "yes"}):
        assert ada.patch(path, wrong).code == "unreadable"


def test_it_cannot_be_led_to_a_private_address_later(settings: Settings) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    ada = caller(cast().ada)
    path = made_webhook(ada)
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False
    refused = ada.patch(path, {"url": "http://127.0.0.1/", "what": "all"})
    assert (refused.status, refused.code) == (422, "url-refused")
    assert (ada.get(path).body["url"], ada.get(path).body["what"]) == (URL, "turn")


def test_a_new_secret_is_told_once_and_the_old_one_never_again(settings: Settings) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    ada = caller(cast().ada)
    path = made_webhook(ada)
    old = Webhook.objects.get().secret
    renewed = ada.post(f"{path}secret/", {"keep_hours": 2})
    assert renewed.status == 200
    assert "no-store" in renewed.headers["Cache-Control"]
    new = renewed.body["secret"]
    assert new.startswith("whsec_")
    assert Webhook.objects.get().secrets(now()) == (new, old)
    assert renewed.body["old_until"] is not None
    assert old not in renewed.bytes.decode()
    for shown in (ada.get(path), ada.get("webhooks/"), ada.patch(path, {"what": "all"})):
        assert new not in shown.bytes.decode()
    assert ada.post(f"{path}secret/", {"keep_hours": 0}).body["old_until"] is None
    assert len(Webhook.objects.get().secrets(now())) == 1
    assert ada.post(f"{path}secret/", {"keep_hours": 169}).code == "unreadable"


def test_a_ping_is_taken_and_its_answer_stands_in_the_log(settings: Settings) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    people = cast()
    ada = caller(people.ada)
    with run_receiver() as server:
        path = made_webhook(ada, server.url)
        taken = ada.post(f"{path}ping/", {})
        assert (taken.status, taken.body["kind"], taken.body["state"]) == (202, "ping", "waiting")
        deliver_webhooks()
        (logged,) = ada.get(f"{path}deliveries/").body["results"]
        assert (logged["id"], logged["state"]) == (taken.body["id"], "delivered")
        assert logged["status"] == 204
        again = f"{path}deliveries/{logged['id']}/send-again/"
        assert caller(people.bob).post(again, {}).status == 404
        assert ada.post(again, {}).status == 202
        deliver_webhooks()
        assert len(server.received) == 2
    assert caller(people.bob).get(f"{path}deliveries/").status == 404
    ada.patch(path, {"active": False})
    assert ada.post(f"{path}ping/", {}).code == "webhook-is-off"


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
