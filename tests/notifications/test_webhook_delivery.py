"""Deliveries are posted, signed, tried again, and in the end given up."""

import hmac
import json
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from http.server import BaseHTTPRequestHandler
from threading import Barrier, Event
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db import connection, connections
from django.db.models import Q
from pytest_django import Settings

from games.edge import now
from games.events import store
from notifications.channels import targets, webhook
from notifications.links import page_url
from notifications.messages.batch import Batch
from notifications.models import Notice, Webhook
from notifications.outbox.queue import LEASE, POSTS, Lane, send_due, take
from notifications.outbox.tasks import deliver_webhooks
from tests.doing import play_next, start_game
from tests.notifications import webhooks
from tests.notifications.receiver import Receiver, answer_status, run_receiver
from tests.pages import page_of_mail
from tests.people import Cast, cast
from tests.programs import free_port
from tests.waiting import PATIENCE

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("private_addresses"),
]
SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture
def people() -> Cast:
    people = cast()
    people.ada.email = "ada@example.org"
    people.ada.save(update_fields=["email"])
    return people


def test_the_events_arrive_with_their_versions(people: Cast, receiver: Receiver) -> None:
    game = start_game(people)
    hook = webhooks.add_webhook(people.ada, receiver.url)
    outcome = play_next(game)
    (row,) = webhooks.waiting_calls(hook)
    deliver_webhooks()
    (received,) = receiver.received
    assert received.path == "/hook?of=ada"
    body = json.loads(received.body)
    events = body.pop("events")
    assert body == {
        "game": str(game),
        "first": webhooks.first_event(row),
        "version": outcome.version,
        "kind": "events",
    }
    assert [each["version"] for each in events] == list(
        range(webhooks.first_event(row), outcome.version + 1)
    )
    written = [
        json.loads(bytes(each.entry.event))
        for each in store.read_rows(game)[webhooks.first_event(row) - 1 :]
    ]
    assert [each["event"] for each in events] == written
    assert webhooks.waiting_calls(hook) == []
    deliver_webhooks()
    assert len(receiver.received) == 1


def test_a_turn_arrives_without_events(people: Cast, receiver: Receiver) -> None:
    game = start_game(people)
    webhooks.add_webhook(people.bob, receiver.url, webhooks.TURN)
    outcome = play_next(game)
    deliver_webhooks()
    body = json.loads(receiver.received[0].body)
    first = outcome.version - len(outcome.events) + 1
    assert body == {"game": str(game), "first": first, "version": outcome.version, "kind": "turn"}


def test_the_body_is_signed_with_the_secret_and_the_moment(
    people: Cast, receiver: Receiver
) -> None:
    hook = webhooks.webhook_with_delivery(people, receiver.url)
    at = now()
    send_due(at, POSTS)
    received = receiver.received[0]
    moment, signature = received.headers["Franchise-Signature"].split(",")
    assert moment == f"t={int(at.timestamp())}"
    signed = moment.removeprefix("t=").encode() + b"." + received.body
    expected = hmac.digest(hook.secret.encode(), signed, "sha256").hex()
    assert signature == f"v1={expected}"
    assert received.headers["Content-Type"] == "application/json"
    assert received.headers["User-Agent"] == "Franchise-by-Mail"


@pytest.mark.parametrize("refusal", [500, 404, 302, 199])
def test_what_was_not_taken_comes_again_under_the_same_name(
    people: Cast, receiver: Receiver, refusal: int
) -> None:
    game = start_game(people)
    hook = webhooks.add_webhook(people.ada, receiver.url)
    play_next(game)
    at = now()
    receiver.answer = answer_status(refusal, Location="/elsewhere")
    send_due(at, POSTS)
    (row,) = webhooks.waiting_calls(hook)
    assert (row.tries, row.due) == (1, at + MINUTE)
    assert send_due(at + MINUTE / 2, POSTS) == 0
    receiver.answer = answer_status(202)
    send_due(at + MINUTE, POSTS)
    assert webhooks.waiting_calls(hook) == []
    names = {each.headers["Franchise-Delivery"] for each in receiver.received}
    assert names == {f"{hook.pk}.{game}.{webhooks.last_event(row)}"}
    assert [each.path for each in receiver.received] == ["/hook?of=ada"] * 2


def test_a_receiver_that_is_away_is_tried_again(people: Cast, receiver: Receiver) -> None:
    hook = webhooks.webhook_with_delivery(people, f"http://127.0.0.1:{free_port()}/")
    at = now()
    send_due(at, POSTS)
    hook.refresh_from_db()
    assert hook.failing_since == at
    Webhook.objects.update(url=receiver.url)
    send_due(at + MINUTE, POSTS)
    hook.refresh_from_db()
    assert hook.failing_since is None
    assert webhooks.waiting_calls(hook) == []


def test_an_address_that_has_become_private_is_not_posted_to(
    people: Cast, receiver: Receiver, settings: Settings
) -> None:
    hook = webhooks.webhook_with_delivery(people, receiver.url)
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False
    send_due(now(), POSTS)
    assert len(webhooks.waiting_calls(hook)) == 1
    assert receiver.received == []


def test_the_address_is_looked_up_once_a_delivery(
    people: Cast, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosts: list[str] = []

    def resolve(host: str, port: int) -> list[str]:
        hosts.append(host)
        return ["127.0.0.1"] if len(hosts) == 1 else ["127.0.0.9"]

    hook = webhooks.webhook_with_delivery(people, receiver.url)
    Webhook.objects.update(url=f"http://receiver.test:{receiver.port}/")
    monkeypatch.setattr(webhook, "check_url", partial(targets.check_url, resolve=resolve))
    send_due(now(), POSTS)
    assert (hosts, webhooks.waiting_calls(hook)) == (["receiver.test"], [])


def test_the_waits_double_up_to_an_hour() -> None:
    waits = [webhook.wait_after(earlier) for earlier in (0, 1, 2, 5, 6, 7, 1000)]
    assert waits == [MINUTE, 2 * MINUTE, 4 * MINUTE, 32 * MINUTE, HOUR, HOUR, HOUR]


def test_all_that_a_failing_webhook_is_to_get_waits_a_while(people: Cast) -> None:
    game = start_game(people)
    hook = webhooks.add_webhook(people.ada, f"http://127.0.0.1:{free_port()}/")
    for _ in range(2):
        play_next(game)
    at = now()
    Notice.objects.filter(pk=webhooks.waiting_calls(hook)[1].pk).update(due=at + MINUTE / 4)
    send_due(at, POSTS)
    assert [(row.tries, row.due) for row in webhooks.waiting_calls(hook)] == [
        (1, at + MINUTE),
        (0, at + MINUTE),
    ]


def send_due_to_owners(at: datetime) -> int:
    return send_due(at, Lane("mail", Q(message="webhook-off")))


def deliver_for(length: timedelta, since: datetime) -> None:
    """Delivers as the sweep does, but every half hour."""
    for step in range(int(length / (HOUR / 2)) + 1):
        at = since + step * HOUR / 2
        while send_due(at, POSTS):
            pass
        send_due_to_owners(at)


def test_after_a_whole_day_of_failures_it_is_switched_off_with_one_mail(people: Cast) -> None:
    game = start_game(people)
    url = f"http://127.0.0.1:{free_port()}/"
    hook = webhooks.add_webhook(people.ada, url)
    for _ in range(3):
        play_next(game)
    since = now()
    deliver_for(DAY - HOUR / 2, since)
    hook.refresh_from_db()
    assert (hook.active, hook.failing_since, mail.outbox) == (True, since, [])
    deliver_for(2 * HOUR, since + DAY)
    hook.refresh_from_db()
    assert (hook.active, webhooks.waiting_calls(hook)) == (False, [])
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["ada@example.org"], "Your webhook was switched off")
    text = " ".join(sent.body.split())
    assert f"Your program at {urlsplit(url).netloc} has taken nothing for a whole day" in text
    assert f"since {since:%a %-d %B, %H:%M} UTC." in text
    assert isinstance(sent, EmailMultiAlternatives)
    page = page_of_mail(sent)
    assert page.heading("Your webhook was switched off")
    assert page.link("To the webhook")["href"] == page_url("webhook", hook.pk)
    play_next(game)
    assert webhooks.waiting_calls(hook) == []


def test_one_success_begins_the_day_anew(people: Cast, receiver: Receiver) -> None:
    game = start_game(people)
    hook = webhooks.add_webhook(people.ada, receiver.url)
    receiver.answer = answer_status(503)
    play_next(game)
    since = now()
    deliver_for(DAY - HOUR, since)
    receiver.answer = answer_status(200)
    deliver_for(2 * HOUR, since + DAY - HOUR)
    hook.refresh_from_db()
    assert (hook.active, hook.failing_since, webhooks.waiting_calls(hook)) == (True, None, [])


def give_webhook_up(people: Cast) -> Webhook:
    hook = webhooks.webhook_with_delivery(people, f"http://127.0.0.1:{free_port()}/")
    Webhook.objects.update(failing_since=now() - DAY)
    send_due(now(), POSTS)
    hook.refresh_from_db()
    assert not hook.active
    return hook


def test_a_mail_that_cannot_be_sent_is_owed(people: Cast, settings: Settings) -> None:
    give_webhook_up(people)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    at = now()
    send_due_to_owners(at)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    send_due_to_owners(at + SECOND)
    assert mail.outbox == []
    for _ in range(2):
        send_due_to_owners(at + MINUTE)
    assert len(mail.outbox) == 1


def test_who_has_no_mail_address_is_owed_none(people: Cast) -> None:
    people.ada.email = ""
    people.ada.save(update_fields=["email"])
    give_webhook_up(people)
    send_due_to_owners(now())
    assert not Notice.objects.filter(message="webhook-off").exists()
    assert mail.outbox == []


def test_what_one_worker_is_posting_no_other_takes(people: Cast, receiver: Receiver) -> None:
    arrived, may_answer = Event(), Event()

    def hold(to: BaseHTTPRequestHandler) -> None:
        arrived.set()
        may_answer.wait(PATIENCE)
        answer_status(200)(to)

    receiver.answer = hold
    hook = webhooks.webhook_with_delivery(people, receiver.url)
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(deliver_all, Barrier(1))
        assert arrived.wait(PATIENCE)
        assert send_due(now(), POSTS) == 0
        may_answer.set()
        assert first.result() == 1
    assert (len(receiver.received), webhooks.waiting_calls(hook)) == (1, [])


def deliver_all(all_ready: Barrier) -> int:
    """Works as one worker; how many deliveries it took."""
    try:
        connection.ensure_connection()
        all_ready.wait(PATIENCE)
        taken = 0
        while some := send_due(now(), POSTS):
            taken += some
        return taken
    finally:
        connections.close_all()


def test_of_four_workers_each_delivery_is_posted_by_one(people: Cast, receiver: Receiver) -> None:
    for _ in range(3):
        webhooks.add_webhook(people.ada, receiver.url)
    for seed in range(20):
        start_game(people, seed=seed)
    written = Notice.objects.filter(channel="webhook").count()
    assert written == 180
    barrier = Barrier(4)
    with ThreadPoolExecutor(4) as threads:
        running = [threads.submit(deliver_all, barrier) for _ in range(4)]
    for each in running:
        each.result()
    names = [each.headers["Franchise-Delivery"] for each in receiver.received]
    assert len(names) == len(set(names)) == written
    assert not Notice.objects.filter(channel="webhook", sent=None).exists()


def test_what_a_killed_worker_had_taken_comes_by_after_a_while(
    people: Cast, receiver: Receiver
) -> None:
    hook = webhooks.webhook_with_delivery(people, receiver.url)
    at, (call,) = now(), webhooks.waiting_calls(hook)
    assert take(call, Batch(at, [call]), at)
    assert send_due(at + MINUTE, POSTS) == 0
    send_due(at + LEASE, POSTS)
    assert (len(receiver.received), webhooks.waiting_calls(hook)) == (1, [])


def test_what_was_for_a_webhook_that_is_gone_is_dropped(people: Cast, receiver: Receiver) -> None:
    webhooks.webhook_with_delivery(people, receiver.url)
    Webhook.objects.all()._raw_delete("default")  # noqa: SLF001 - as by another at the same moment
    send_due(now(), POSTS)
    assert not Notice.objects.filter(channel="webhook").exists()
    assert receiver.received == []


def test_a_receiver_that_takes_its_time_holds_up_no_other(people: Cast, receiver: Receiver) -> None:
    other_was_reached = Event()

    def slow(to: BaseHTTPRequestHandler) -> None:
        answer_status(200 if other_was_reached.wait(PATIENCE) else 500)(to)

    def quick(to: BaseHTTPRequestHandler) -> None:
        other_was_reached.set()
        answer_status(200)(to)

    receiver.answer = quick
    with run_receiver(slow) as slow_server:
        game = start_game(people)
        hooks = [
            webhooks.add_webhook(people.ada, slow_server.url),
            webhooks.add_webhook(people.bob, receiver.url),
        ]
        play_next(game)
        send_due(now(), POSTS)
    assert [webhooks.waiting_calls(hook) for hook in hooks] == [[], []]
