"""What calls about webhooks answer with."""

from typing import Literal
from uuid import UUID

from msgspec import Struct

from games.api.answers import Link, Moment
from games.domain.units import VersionNumber

WhatIsPosted = Literal["all", "turn"]
WhyNotPosted = Literal[
    "address", "timeout", "tls", "connection", "not-http", "switched-off", "our-fault"
]


class Webhook(Struct, frozen=True):
    """Its secret, which signs what is posted, is told once, when it is made."""

    id: int
    """Its number."""
    url: Link
    """Where it posts to."""
    what: WhatIsPosted
    """Every event of your games, or only your turns."""
    active: bool
    """Whether anything is posted."""
    failing_since: Moment | None
    """Since when posts have failed, if they do."""
    old_until: Moment | None
    """Until when the secret before signs too."""
    created: Moment
    """When it was made."""


class MadeWebhook(Webhook, frozen=True):
    secret: str
    """What signs the posts, told this once."""


class Webhooks(Struct, frozen=True):
    results: tuple[Webhook, ...]
    """Yours."""


class Delivery(Struct, frozen=True):
    """A message to a webhook."""

    id: str
    """What its post has in `webhook-id`."""
    kind: Literal["events", "turn", "ping"]
    """What it tells."""
    game: UUID | None
    """The game’s id; null for a ping."""
    version: VersionNumber | None
    state: Literal["waiting", "delivered", "failed"]
    """Whether it waits, has arrived, or is given up."""
    tries: int
    """How often it was posted."""
    tried: Moment | None
    """When it was posted last."""
    status: int | None
    """What was answered then."""
    why: WhyNotPosted | None
    """Why there was no answer."""
    milliseconds: int | None
    """How long that took."""
    next: Moment | None
    """When it is posted next."""


class Deliveries(Struct, frozen=True):
    results: tuple[Delivery, ...]
    """The latest ones; first those that wait."""
