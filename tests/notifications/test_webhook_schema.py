"""What the schema says of posts is true of them."""

import json
import re
from collections.abc import Iterator

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it has no types

from games.api.views.openapi import schema_document
from games.edge import now
from notifications.outbox.tasks import deliver_webhooks
from notifications.webhooks.log import ping
from tests.doing import play_next, start_game
from tests.notifications.receiver import Received, Receiver, run_receiver
from tests.notifications.webhooks import ALL, TURN, add_webhook
from tests.people import cast

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("private_addresses"),
]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with run_receiver() as receiver:
        yield receiver


def test_every_kind_of_post_is_in_the_schema_and_has_its_shape(receiver: Receiver) -> None:
    people = cast()
    game = start_game(people)
    hook = add_webhook(people.ada, receiver.url, ALL)
    add_webhook(people.ada, receiver.url, TURN)
    play_next(game)
    play_next(game)
    ping(people.ada, hook.pk, at=now())
    deliver_webhooks()
    posts = [(json.loads(each.body), each) for each in receiver.received]
    document = json.loads(schema_document()[0])
    assert {body["kind"] for body, _ in posts} == set(document["webhooks"])
    for body, received in posts:
        told = document["webhooks"][body["kind"]]["post"]
        shape = told["requestBody"]["content"]["application/json"]["schema"]
        check(body, shape, document)
        assert set(re.findall("`([A-Za-z]+-[A-Za-z]+)`", told["description"])) == own_headers(
            received
        )


def test_the_examples_of_posts_have_their_shapes() -> None:
    document = json.loads(schema_document()[0])
    for webhook in document["webhooks"].values():
        content = webhook["post"]["requestBody"]["content"]["application/json"]
        check(content["examples"]["one"]["value"], content["schema"], document)
        assert webhook["post"]["summary"]
        assert webhook["post"]["description"]


def check(body: object, shape: dict[str, str], document: dict[str, object]) -> None:
    assert body is not None
    Draft202012Validator({**shape, "components": document["components"]}).validate(body)


def own_headers(received: Received) -> set[str]:
    usual = {"Host", "Accept-Encoding", "Content-Length", "Content-Type", "User-Agent"}
    return set(received.headers) - usual
