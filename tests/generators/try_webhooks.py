"""`make clients`: Stripe's own library verifies what we post. It is too large for `make test`."""

import json
import subprocess
from collections.abc import Iterator
from datetime import timedelta

import pytest
from pytest_django import Settings

from games.edge import now
from notifications.channels.signing import sign
from notifications.outbox.queue import POSTS, send_due
from notifications.webhooks.registry import renew_secret
from tests.generators.install import PYTHON
from tests.generators.making import PROGRAMS
from tests.notifications import webhooks
from tests.notifications.receiver import Received, Receiver, run_receiver
from tests.people import cast

pytestmark = pytest.mark.django_db(transaction=True)
REFUSED = "SignatureVerificationError"
TOO_OLD = timedelta(minutes=5, seconds=5)


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    with run_receiver() as receiver:
        yield receiver


def test_a_post_is_read_under_each_secret_that_signs(receiver: Receiver) -> None:
    people = cast()
    hook = webhooks.webhook_with_delivery(people, receiver.url)
    new = renew_secret(people.ada, hook.pk, timedelta(days=1), at=now()).secret
    send_due(now(), POSTS)
    (received,) = receiver.received
    for secret in (hook.secret, new):
        assert json.loads(read_by_stripe(received, secret)) == json.loads(received.body)


def test_another_body_another_secret_and_an_old_moment_are_refused(receiver: Receiver) -> None:
    hook = webhooks.webhook_with_delivery(cast(), receiver.url)
    send_due(now(), POSTS)
    (received,) = receiver.received
    tampered = received._replace(body=received.body.replace(b"events", b"Events", 1))
    assert REFUSED in read_by_stripe(tampered, hook.secret)
    assert REFUSED in read_by_stripe(received, hook.secret + "x")
    before = int((now() - TOO_OLD).timestamp())
    name = received.headers["webhook-id"]
    late = received._replace(headers=sign(name, before, received.body, [hook.secret]))
    assert REFUSED in read_by_stripe(late, hook.secret)


def read_by_stripe(received: Received, secret: str) -> str:
    """The message, or what the library raises."""
    post = [webhooks.lines_for("stripe"), received.body.decode(), received.headers, secret]
    done = subprocess.run(
        [PYTHON / "bin" / "python", PROGRAMS / "verify_by_stripe.py"],
        input=json.dumps(post),
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout or done.stderr
