"""The page of one webhook: changed, tried, looked through, given a new secret, removed."""

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games.limits import POSTS
from notifications.models import Notice, Webhook
from notifications.outbox.tasks import deliver_webhooks
from tests.doing import browser
from tests.notifications import webhooks
from tests.notifications.receiver import Receiver, answer_status
from tests.pages import open_page, page_of
from tests.people import Cast

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("private_addresses"),
]


def page_of_webhook(client: Client, hook: Webhook) -> str:
    return open_page(client, reverse("webhook", args=[hook.pk])).text


def press(client: Client, view: str, *args: object, **form: str) -> None:
    assert client.post(reverse(view, args=args), form).status_code == 302


def test_what_was_posted_is_shown_and_posted_again(people: Cast, receiver: Receiver) -> None:
    hook, ada = webhooks.webhook_with_delivery(people, receiver.url), browser(people.ada)
    assert "on its way" in page_of_webhook(ada, hook)
    deliver_webhooks()
    shown = page_of_webhook(ada, hook)
    assert "answered 204 after" in shown
    assert "Route 66: events up to" in shown
    name = receiver.received[0].headers["webhook-id"]
    press(ada, "webhook-again", hook.pk, name)
    deliver_webhooks()
    assert [each.headers["webhook-id"] for each in receiver.received] == [name, name]


def test_a_ping_that_fails_says_how(people: Cast, receiver: Receiver) -> None:
    hook, ada = webhooks.add_webhook(people.ada, receiver.url), browser(people.ada)
    assert "Nothing yet." in page_of_webhook(ada, hook)
    receiver.answer = answer_status(418)
    press(ada, "webhook-ping", hook.pk)
    deliver_webhooks()
    assert "answered 418 after" in page_of_webhook(ada, hook)
    Notice.objects.update(reply="timeout")
    assert "no answer in time" in page_of_webhook(ada, hook)


def test_the_log_is_asked_again_only_while_something_is_on_its_way(
    people: Cast, receiver: Receiver
) -> None:
    hook, ada = webhooks.webhook_with_delivery(people, receiver.url), browser(people.ada)
    page = open_page(ada, reverse("webhook", args=[hook.pk]))
    assert page.by_id("log").attributes["hx-trigger"] == "every 2s"
    deliver_webhooks()
    page = open_page(ada, reverse("webhook", args=[hook.pk]))
    assert "hx-trigger" not in page.by_id("log").attributes


def test_where_it_leads_is_changed_and_never_to_a_private_address(
    people: Cast, settings: Settings
) -> None:
    hook, ada = webhooks.add_webhook(people.ada), browser(people.ada)
    press(ada, "webhook", hook.pk, url="https://1.1.1.1/there", what="turn")
    hook.refresh_from_db()
    assert (hook.url, hook.what) == ("https://1.1.1.1/there", "turn")
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False
    refused = ada.post(
        reverse("webhook", args=[hook.pk]), {"url": "https://127.0.0.1/", "what": "all"}
    )
    assert refused.status_code == 422
    assert "not a public address" in page_of(refused).text
    hook.refresh_from_db()
    assert hook.url == "https://1.1.1.1/there"


def test_a_new_secret_is_shown_once(people: Cast) -> None:
    hook, ada = webhooks.add_webhook(people.ada), browser(people.ada)
    made = ada.post(reverse("webhook-secret", args=[hook.pk]), {"keep": "24"})
    new = Webhook.objects.get().secret
    (shown,) = page_of(made).all("status")
    assert shown.text.endswith(f"copy it now. {new}")
    assert "no-store" in made["Cache-Control"]
    later = page_of_webhook(ada, hook)
    assert new not in later
    assert hook.secret not in later
    assert "the old secret signs too" in later
    ada.post(reverse("webhook-secret", args=[hook.pk]), {"keep": "0"})
    assert Webhook.objects.get().old_secret == ""
    press(ada, "webhook-secret", hook.pk, keep="nonsense")


def test_it_is_switched_off_and_on(people: Cast) -> None:
    hook, ada = webhooks.add_webhook(people.ada), browser(people.ada)
    press(ada, "webhook-switch", hook.pk, active="false")
    assert "It is switched off" in page_of_webhook(ada, hook)
    press(ada, "webhook-ping", hook.pk)
    assert "switch it on first" in page_of_webhook(ada, hook)
    press(ada, "webhook-switch", hook.pk, active="true")
    assert "It is switched off" not in page_of_webhook(ada, hook)


def test_who_pings_without_end_is_told(people: Cast, clock: time_machine.Traveller) -> None:
    hook, ada = webhooks.add_webhook(people.ada), browser(people.ada)
    for _ in range(POSTS.most + 1):
        press(ada, "webhook-ping", hook.pk)
        clock.shift(1)
    assert "posts an hour are the most" in page_of_webhook(ada, hook)


def test_to_others_it_is_not_there(people: Cast) -> None:
    hook, mallory = (
        webhooks.webhook_with_delivery(people, webhooks.NOWHERE),
        browser(people.mallory),
    )
    assert mallory.get(reverse("webhook", args=[hook.pk])).status_code == 404
    for view in ("webhook", "webhook-secret", "webhook-ping", "webhook-switch", "remove-webhook"):
        form = {"url": "https://1.1.1.1/", "what": "all", "keep": "0"}
        assert mallory.post(reverse(view, args=[hook.pk]), form).status_code == 404
    (row,) = webhooks.waiting_calls(hook)
    name = f"{hook.pk}_{row.game_id}_{webhooks.last_event(row)}"
    assert mallory.post(reverse("webhook-again", args=[hook.pk, name])).status_code == 404
    hook.refresh_from_db()
    assert (hook.url, hook.active) == (webhooks.NOWHERE, True)
