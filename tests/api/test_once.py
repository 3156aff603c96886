"""What is made without a game: once for a key, and answered alike for a day."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from urllib.request import Request, urlopen

import pytest
from pytest_django import Settings

from franchise_site.pruning import prune_rows
from games.edge import now
from games.models import KeptAnswer
from notifications.models import Notice, Webhook
from tests.api.calls import Caller, caller, token_of
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)
HOOK = {"url": "https://1.1.1.1/x", "what": "all"}
KEY = {"idempotency_key": "once"}


def on_page(people: Cast) -> Caller:
    ada = Caller()
    ada.client.force_login(people.ada)
    return ada


@pytest.mark.parametrize(("path", "body"), [("tokens/", {"name": "bot"}), ("webhooks/", HOOK)])
def test_what_is_made_is_made_once_for_a_key_with_its_secret(
    people: Cast, path: str, body: dict[str, object]
) -> None:
    ada = on_page(people)
    first, again = (ada.post(path, body, **KEY) for _ in range(2))
    assert first.status == again.status == 201
    assert first.bytes == again.bytes
    assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
    assert len(ada.get(path).body["results"]) == 1
    other = ada.post(
        path, {**body, "days": 3} if path == "tokens/" else HOOK | {"what": "turn"}, **KEY
    )
    assert (other.status, other.code) == (422, "idempotency-key-reused")
    assert ada.post(path, body).body["id"] != first.body["id"]
    assert len(ada.get(path).body["results"]) == 2


def test_a_secret_that_is_kept_for_a_key_cannot_be_read_in_the_database(people: Cast) -> None:
    secret = on_page(people).post("tokens/", {"name": "bot"}, **KEY).body["token"]
    row = KeptAnswer.objects.get()
    assert secret.encode() not in bytes(row.sealed)
    assert secret not in row.key + row.fingerprint


def test_the_same_key_of_two_persons_is_two_keys(people: Cast) -> None:
    ids = {
        caller(who).post("webhooks/", HOOK, **KEY).body["id"] for who in (people.ada, people.bob)
    }
    assert len(ids) == 2


def test_a_refusal_keeps_nothing(people: Cast) -> None:
    ada = caller(people.ada)
    assert ada.post("webhooks/", {"url": "https://127.0.0.1/"}, **KEY).status == 422
    assert ada.post("webhooks/", HOOK, **KEY).status == 201


def test_a_secret_is_renewed_and_a_ping_posted_once_for_a_key(
    people: Cast, settings: Settings
) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    ada = caller(people.ada)
    made = ada.post("webhooks/", {"url": "http://127.0.0.1:9/", "what": "all"}).body
    renewed = [ada.post(f"webhooks/{made['id']}/secret/", **KEY) for _ in range(2)]
    assert renewed[0].bytes == renewed[1].bytes
    webhook = Webhook.objects.get()
    assert made["secret"] != renewed[0].body["secret"] == webhook.secret
    pings = [ada.post(f"webhooks/{made['id']}/ping/", idempotency_key="two") for _ in range(2)]
    assert [each.status for each in pings] == [202, 202]
    assert pings[0].bytes == pings[1].bytes
    assert Notice.objects.filter(message="ping").count() == 1


@pytest.mark.parametrize("keys", [["once"] * 8, [f"key-{number}" for number in range(8)]])
def test_calls_at_the_same_time_make_one_for_each_key(
    people: Cast, server: str, keys: list[str]
) -> None:
    token = token_of(people.ada)

    def make(key: str) -> bytes:
        headers = {
            "Authorization": f"Token {token}",
            "Content-Type": "application/json",
            "Idempotency-Key": key,
        }
        body = b'{"url": "https://1.1.1.1/x"}'
        answer: bytes = urlopen(Request(f"{server}/api/webhooks/", body, headers)).read()
        return answer

    with ThreadPoolExecutor(4) as threads:
        answers = set(threads.map(make, keys))
    assert len(answers) == len(set(keys)) == Webhook.objects.count()


def test_an_answer_is_kept_for_a_day_and_a_key_of_the_site_before_still_reads_it(
    people: Cast, settings: Settings
) -> None:
    ada = caller(people.ada)
    first = ada.post("webhooks/", HOOK, **KEY)
    secret_key = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "x" * 50, [secret_key]
    assert ada.post("webhooks/", HOOK, **KEY).bytes == first.bytes
    settings.SECRET_KEY_FALLBACKS = []
    assert ada.post("webhooks/", HOOK, **KEY).code == "idempotency-key-reused"
    assert prune_rows(now())["answers"] == 0
    assert prune_rows(now() + timedelta(days=1, seconds=1))["answers"] == 1
