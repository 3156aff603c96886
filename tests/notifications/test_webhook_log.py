"""What a webhook was posted is kept for a while, and can be sent again; a ping tries a program."""

import json
from datetime import timedelta
from http.server import BaseHTTPRequestHandler
from uuid import uuid4

import pytest
from pytest_django import Settings

from franchise_site.pruning import prune_rows
from games.access import NoAccess
from games.api.webhook_answers import Delivery
from games.edge import now
from games.limits import POSTS, TooManyPosts
from notifications.channels.webhook import PATIENCE
from notifications.models import Notice, Webhook
from notifications.outbox import queue
from notifications.outbox.tasks import deliver_webhooks
from notifications.webhooks.log import WebhookIsOff, deliveries_of, ping, send_again
from notifications.webhooks.registry import change_webhook, remove_webhook
from tests.doing import play_next, start_game
from tests.notifications import webhooks
from tests.notifications.receiver import Receiver, answer_status, run_receiver
from tests.people import Cast
from tests.programs import free_port

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("private_addresses"),
]
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def answer_strangely(to: BaseHTTPRequestHandler) -> None:
    to.wfile.write(b"220 mail.example.org ESMTP\r\n")
    to.close_connection = True


def only_delivery(webhook: Webhook) -> Delivery:
    (delivery,) = deliveries_of(webhook)
    return delivery


def test_what_was_posted_when_and_what_came_back(people: Cast, receiver: Receiver) -> None:
    hook = webhooks.webhook_with_delivery(people, receiver.url)
    waiting = only_delivery(hook)
    assert (waiting.state, waiting.tries, waiting.tried, waiting.status) == (
        "waiting",
        0,
        None,
        None,
    )
    at = now()
    queue.send_due(at, queue.POSTS)
    posted = only_delivery(hook)
    assert (posted.state, posted.tries, posted.tried, posted.status) == ("delivered", 1, at, 204)
    assert (posted.why, posted.next) == (None, None)
    assert posted.milliseconds is not None
    assert 0 <= posted.milliseconds < 60_000
    assert posted.id == receiver.received[0].headers["webhook-id"]
    said = json.loads(receiver.received[0].body)
    assert (posted.kind, str(posted.game), posted.version) == (
        "events",
        said["game"],
        said["version"],
    )


def test_what_was_refused_tells_the_answer_and_the_next_try(
    people: Cast, receiver: Receiver
) -> None:
    hook, at = webhooks.webhook_with_delivery(people, receiver.url), now()
    receiver.answer = answer_status(503)
    queue.send_due(at, queue.POSTS)
    refused = only_delivery(hook)
    assert (refused.state, refused.tries, refused.status) == ("waiting", 1, 503)
    assert (refused.tried, refused.next) == (at, at + MINUTE)
    receiver.answer = answer_status(200)
    queue.send_due(at + MINUTE, queue.POSTS)
    taken = only_delivery(hook)
    assert (taken.state, taken.tries, taken.status) == ("delivered", 2, 200)


def test_where_nothing_was_answered_it_says_why(
    people: Cast, receiver: Receiver, settings: Settings
) -> None:
    game = start_game(people)
    with run_receiver(answer_strangely) as strange:
        urls = {
            f"http://127.0.0.1:{free_port()}/": "connection",
            f"https://127.0.0.1:{receiver.port}/": "tls",
            strange.url: "not-http",
        }
        hooks = {webhooks.add_webhook(people.ada, url): why for url, why in urls.items()}
        play_next(game)
        queue.send_due(now(), queue.POSTS)
    assert {hook: only_delivery(hook).why for hook in hooks} == hooks
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False
    queue.send_due(now() + MINUTE, queue.POSTS)
    assert {only_delivery(hook).why for hook in hooks} == {"address"}


def test_a_fault_of_our_own_is_told_as_ours(people: Cast) -> None:
    hook = webhooks.webhook_with_delivery(people, webhooks.NOWHERE)
    hook.notices().update(reply="KeyError")
    assert only_delivery(hook).why == "our-fault"


def test_a_delivery_is_sent_again_under_its_name(people: Cast, receiver: Receiver) -> None:
    hook = webhooks.webhook_with_delivery(people, receiver.url)
    deliver_webhooks()
    first = only_delivery(hook)
    again = send_again(people.ada, hook.pk, first.id, at=now())
    assert (again.id, again.state, again.status) == (first.id, "waiting", 204)
    deliver_webhooks()
    assert only_delivery(hook).state == "delivered"
    one, other = receiver.received
    assert (one.headers["webhook-id"], one.body) == (other.headers["webhook-id"], other.body)


def test_what_waits_for_its_next_try_is_sent_now(people: Cast, receiver: Receiver) -> None:
    hook, at = webhooks.webhook_with_delivery(people, receiver.url), now()
    receiver.answer = answer_status(500)
    queue.send_due(at, queue.POSTS)
    receiver.answer = answer_status(200)
    send_again(people.ada, hook.pk, only_delivery(hook).id, at=at)
    queue.send_due(at, queue.POSTS)
    assert only_delivery(hook).state == "delivered"


def test_what_was_given_up_can_be_sent_when_it_is_switched_on_again(
    people: Cast, receiver: Receiver
) -> None:
    game = start_game(people)
    hook = webhooks.add_webhook(people.ada, f"http://127.0.0.1:{free_port()}/")
    for _ in range(2):
        play_next(game)
    at = now()
    Webhook.objects.update(failing_since=at - PATIENCE)
    queue.send_due(at, queue.POSTS)
    given_up = deliveries_of(hook)
    assert {each.state for each in given_up} == {"failed"}
    assert [each.next for each in given_up] == [None, None]
    with pytest.raises(WebhookIsOff):
        send_again(people.ada, hook.pk, given_up[0].id, at=at)
    hook = change_webhook(people.ada, hook.pk, at=at, url=receiver.url, active=True)
    assert (hook.active, hook.failing_since) == (True, None)
    for each in given_up:
        send_again(people.ada, hook.pk, each.id, at=at)
    queue.send_due(at, queue.POSTS)
    assert {each.state for each in deliveries_of(hook)} == {"delivered"}


def test_switched_off_by_its_person_it_gets_nothing_more(people: Cast, receiver: Receiver) -> None:
    hook, at = webhooks.webhook_with_delivery(people, receiver.url), now()
    change_webhook(people.ada, hook.pk, at=at, active=False)
    deliver_webhooks()
    assert receiver.received == []
    assert (only_delivery(hook).state, only_delivery(hook).why) == ("failed", "switched-off")


def test_it_is_switched_off_and_on_as_often_as_it_fails(people: Cast) -> None:
    game, at = start_game(people), now()
    hook = webhooks.add_webhook(people.ada, f"http://127.0.0.1:{free_port()}/")
    for day in range(2):
        play_next(game)
        Webhook.objects.update(failing_since=at - PATIENCE)
        queue.send_due(now() + day * DAY, queue.POSTS)
        assert not Webhook.objects.get().active
        change_webhook(people.ada, hook.pk, at=at, active=True)
    assert Notice.objects.filter(message="webhook-off").count() == 2


def test_a_ping_says_which_webhook_it_is_of(people: Cast, receiver: Receiver) -> None:
    hook = webhooks.add_webhook(people.ada, receiver.url)
    sent = ping(people.ada, hook.pk, at=now())
    deliver_webhooks()
    (received,) = receiver.received
    assert json.loads(received.body) == {"kind": "ping", "webhook": hook.pk}
    assert received.headers["webhook-id"] == sent.id
    pinged = only_delivery(hook)
    assert (pinged.id, pinged.kind, pinged.game, pinged.version) == (sent.id, "ping", None, None)
    assert (pinged.state, pinged.status) == ("delivered", 204)


def test_a_ping_is_tried_once_and_is_no_failure_of_the_webhook(
    people: Cast, receiver: Receiver
) -> None:
    hook = webhooks.add_webhook(people.ada, receiver.url)
    receiver.answer = answer_status(500)
    sent = ping(people.ada, hook.pk, at=now())
    deliver_webhooks()
    assert (only_delivery(hook).state, only_delivery(hook).status) == ("failed", 500)
    assert Webhook.objects.get().failing_since is None
    receiver.answer = answer_status(200)
    send_again(people.ada, hook.pk, sent.id, at=now())
    deliver_webhooks()
    assert only_delivery(hook).state == "delivered"


def test_who_asks_for_posts_without_end_is_refused(people: Cast) -> None:
    hook, at = webhooks.webhook_with_delivery(people, webhooks.NOWHERE), now()
    name = only_delivery(hook).id
    for _ in range(POSTS.most // 2):
        ping(people.ada, hook.pk, at=at)
        send_again(people.ada, hook.pk, name, at=at)
    with pytest.raises(TooManyPosts):
        ping(people.ada, hook.pk, at=at)
    with pytest.raises(TooManyPosts):
        send_again(people.ada, hook.pk, name, at=at)


def test_nobody_sends_what_is_of_another_webhook(people: Cast) -> None:
    hook = webhooks.webhook_with_delivery(people, webhooks.NOWHERE)
    own, name = webhooks.add_webhook(people.bob), only_delivery(hook).id
    foreign = name.replace(f"{hook.pk}_", f"{own.pk}_", 1)
    nowhere = f"{own.pk}_{uuid4()}_3"
    for wrong in (name, foreign, nowhere, "", "x", f"{own.pk}_ping_1", f"{own.pk}_ping_{'9' * 40}"):
        with pytest.raises(NoAccess):
            send_again(people.bob, own.pk, wrong, at=now())
    with pytest.raises(NoAccess):
        send_again(people.bob, hook.pk, name, at=now())
    with pytest.raises(NoAccess):
        ping(people.bob, hook.pk, at=now())


def test_the_log_goes_with_the_webhook(people: Cast, receiver: Receiver) -> None:
    hook = webhooks.webhook_with_delivery(people, receiver.url)
    deliver_webhooks()
    other = webhooks.add_webhook(people.ada, receiver.url)
    ping(people.ada, other.pk, at=now())
    remove_webhook(people.ada, hook.pk)
    assert [each.kind for each in deliveries_of(other)] == ["ping"]
    assert Notice.objects.filter(channel="webhook").count() == 1


def test_the_log_is_kept_for_a_week(people: Cast, receiver: Receiver) -> None:
    hook, at = webhooks.webhook_with_delivery(people, receiver.url), now()
    queue.send_due(at, queue.POSTS)
    assert prune_rows(at + 6 * DAY)["deliveries"] == 0
    assert prune_rows(at + 8 * DAY)["deliveries"] == 1
    assert deliveries_of(hook) == ()
