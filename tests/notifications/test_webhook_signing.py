"""What the Standard Webhooks and Stripe's documents say of a signature holds for every post."""

import json
from datetime import timedelta
from hashlib import sha256
from hmac import compare_digest, digest

import pytest
import time_machine
from standardwebhooks import WebhookVerificationError

from franchise_site.tasks import prune
from games.access import NoAccess
from games.edge import new_secret, now
from notifications.channels.signing import key_of, sign, write_secret
from notifications.models import Webhook
from notifications.outbox.queue import POSTS, send_due
from notifications.webhooks.registry import renew_secret
from tests.notifications import webhooks
from tests.notifications.receiver import Received, Receiver
from tests.people import Cast

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("private_addresses"),
]
DAY = timedelta(days=1)
TOO_OLD = timedelta(minutes=5, seconds=5)


def read_by_standard(received: Received, secret: str) -> object:
    """What their library makes of a post, by the lines of our page."""
    given = {"body": received.body, "headers": received.headers, "secret": secret}
    exec(webhooks.lines_for("standardwebhooks"), given)  # noqa: S102 - lines of our own
    return given["message"]


def verifies_by_standard(received: Received, secret: str) -> bool:
    try:
        read_by_standard(received, secret)
    except WebhookVerificationError:
        return False
    return True


def verifies_as_stripe(received: Received, secret: str) -> bool:
    """HMAC-SHA256 over timestamp and body, in hexadecimal; the key is the whole secret.

    `make clients` has Stripe's own library, which is large, do it.
    """
    pairs = [each.split("=", 1) for each in received.headers["Franchise-Signature"].split(",")]
    (moment,) = [value for name, value in pairs if name == "t"]
    signed = f"{moment}.".encode() + received.body
    wanted = digest(secret.encode(), signed, sha256).hex()
    return any(compare_digest(wanted, value) for name, value in pairs if name == "v1")


def verifies(received: Received, secret: str) -> tuple[bool, bool]:
    return verifies_by_standard(received, secret), verifies_as_stripe(received, secret)


def test_the_example_of_the_standards_libraries_is_signed_as_theirs_do() -> None:
    headers = sign(
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        1614265330,
        b'{"test": 2432232314}',
        ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    )
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_post_verifies_in_both_forms_with_the_one_secret(
    people: Cast, receiver: Receiver
) -> None:
    hook = webhooks.webhook_with_delivery(people, receiver.url)
    at = now()
    send_due(at, POSTS)
    (received,) = receiver.received
    assert hook.secret.startswith("whsec_")
    assert 24 <= len(key_of(hook.secret)) <= 64
    assert verifies(received, hook.secret) == (True, True)
    assert verifies(received, write_secret(b"another key of thirty-two bytes.")) == (False, False)
    assert received.headers["webhook-timestamp"] == str(int(at.timestamp()))
    name = received.headers["webhook-id"]
    assert "." not in name
    assert name == received.headers["Franchise-Delivery"].replace(".", "_")


def test_another_body_and_an_old_moment_are_refused(people: Cast, receiver: Receiver) -> None:
    hook = webhooks.webhook_with_delivery(people, receiver.url)
    send_due(now(), POSTS)
    (received,) = receiver.received
    assert read_by_standard(received, hook.secret) == json.loads(received.body)
    tampered = received._replace(body=received.body.replace(b"events", b"Events", 1))
    assert verifies(tampered, hook.secret) == (False, False)
    with time_machine.travel(now() + TOO_OLD):
        assert not verifies_by_standard(received, hook.secret)


def test_a_secret_of_before_is_its_own_key(people: Cast, receiver: Receiver) -> None:
    webhooks.webhook_with_delivery(people, receiver.url)
    secret = new_secret()
    Webhook.objects.update(secret=secret)
    send_due(now(), POSTS)
    assert verifies_as_stripe(receiver.received[0], secret)
    assert verifies_by_standard(receiver.received[0], write_secret(secret.encode()))


def test_after_a_change_the_old_secret_signs_too_for_a_day(
    people: Cast, receiver: Receiver
) -> None:
    hook, at = webhooks.webhook_with_delivery(people, receiver.url), now()
    new = renew_secret(people.ada, hook.pk, DAY, at=at).secret
    send_due(at, POSTS)
    assert verifies(receiver.received[0], hook.secret) == (True, True)
    assert verifies(receiver.received[0], new) == (True, True)
    renewed = Webhook.objects.get()
    assert renewed.secrets(at + DAY - timedelta(seconds=1)) == (new, hook.secret)
    assert renewed.secrets(at + DAY) == (new,)


def test_at_night_an_old_secret_that_signs_no_more_is_forgotten(people: Cast) -> None:
    hook, at = webhooks.add_webhook(people.ada), now()
    renew_secret(people.ada, hook.pk, DAY, at=at)
    prune()
    assert Webhook.objects.get().old_secret == hook.secret
    renew_secret(people.ada, hook.pk, DAY, at=at - 2 * DAY)
    prune()
    assert (Webhook.objects.get().old_secret, Webhook.objects.get().old_until) == ("", None)


def test_a_secret_that_became_known_can_be_ended_at_once(people: Cast, receiver: Receiver) -> None:
    hook, at = webhooks.webhook_with_delivery(people, receiver.url), now()
    new = renew_secret(people.ada, hook.pk, timedelta(), at=at).secret
    send_due(at, POSTS)
    assert verifies(receiver.received[0], hook.secret) == (False, False)
    assert verifies(receiver.received[0], new) == (True, True)
    assert Webhook.objects.get().old_secret == ""


def test_nobody_changes_the_secret_of_another(people: Cast) -> None:
    hook = webhooks.add_webhook(people.ada)
    with pytest.raises(NoAccess):
        renew_secret(people.bob, hook.pk, DAY, at=now())
    assert Webhook.objects.get().secret == hook.secret
