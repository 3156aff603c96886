"""Webhooks and turns for the tests of both halves: what is written, what is delivered."""

import re
from pathlib import Path
from textwrap import dedent

from games.edge import now
from games.models import Person
from notifications.models import Notice, Webhook
from notifications.webhooks.registry import make_webhook
from tests.doing import play_next, start_game
from tests.people import Cast

ALL, TURN = Webhook.What.ALL, Webhook.What.TURN
DOC = Path(__file__).parents[2] / "docs" / "webhooks.md"
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
NOWHERE = "http://127.0.0.1:9/"


def add_webhook(person: Person, url: str = NOWHERE, what: Webhook.What = ALL) -> Webhook:
    return make_webhook(person, url, what, at=now())


def webhook_with_delivery(people: Cast, url: str) -> Webhook:
    """Ada's webhook with one delivery waiting."""
    game = start_game(people)
    hook = add_webhook(people.ada, url)
    play_next(game)
    return hook


def waiting_calls(webhook: Webhook) -> list[Notice]:
    return sorted(webhook.waiting_notices(), key=last_event)


def last_event(call: Notice) -> int:
    return int(call.occasion.partition(".")[0])


def first_event(call: Notice) -> int:
    return int(call.content)


def lines_for(library: str) -> str:
    """By which a program verifies and reads a post, as docs/webhooks.md has them.

    They take `body`, `headers` and `secret`, and leave a `message`.
    """
    blocks = [dedent(each) for each in BLOCK.findall(DOC.read_text())]
    return next(each for each in blocks if f"import {library}\n" in each)
