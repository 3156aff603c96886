"""What is posted: the events as JSON, signed with the webhook's secret."""

import hmac
from datetime import datetime

import msgspec
from msgspec import Struct

from games.events import store
from notifications.models import Delivery, Webhook

USER_AGENT = "Franchise-by-Mail"


class Post(Struct, frozen=True):
    url: str
    headers: dict[str, str]
    body: bytes


def compose_post(delivery: Delivery, webhook: Webhook, at: datetime) -> Post:
    body = msgspec.json.encode(_content(delivery, webhook))
    headers = {
        "Content-Type": "application/json",
        "User-Agent": USER_AGENT,
        "Franchise-Delivery": str(delivery),
        "Franchise-Signature": signature(webhook.secret, int(at.timestamp()), body),
    }
    return Post(webhook.url, headers, body)


def _content(delivery: Delivery, webhook: Webhook) -> dict[str, object]:
    content = {"game": delivery.game_id, "first": delivery.first, "version": delivery.version}
    if webhook.what == Webhook.What.TURN:
        return {**content, "kind": "turn"}
    events = store.read(delivery.game_id, after=delivery.first - 1, up_to=delivery.version)
    numbered = [
        {"version": version, "event": event} for version, event in enumerate(events, delivery.first)
    ]
    return {**content, "kind": "events", "events": numbered}


def signature(secret: str, moment: int, body: bytes) -> str:
    text = f"{moment}.".encode() + body
    return f"t={moment},v1={hmac.new(secret.encode(), text, 'sha256').hexdigest()}"
