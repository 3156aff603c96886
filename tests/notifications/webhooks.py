"""Webhooks and turns for the tests of both halves: what is written, what is delivered."""

from uuid import UUID

from games.bots import BOTS
from games.edge import now
from games.models import Person
from games.services import Outcome, act
from notifications.models import Delivery, Webhook
from notifications.webhooks.registry import make_webhook
from tests.people import HOST, Cast, start_game, table_of

ALL, TURN = Webhook.What.ALL, Webhook.What.TURN
NOWHERE = "http://127.0.0.1:9/"


def add_webhook(person: Person, url: str = NOWHERE, what: Webhook.What = ALL) -> Webhook:
    return make_webhook(person, url, what, at=now())


def play_next_turn(game: UUID) -> Outcome:
    """A turn of whoever is to move, as a computer player would play it."""
    return act(game, BOTS["greedy"](table_of(game), 1), actor=HOST)


def webhook_with_delivery(people: Cast, url: str) -> Webhook:
    """Ada's webhook with one delivery waiting."""
    game = start_game(people)
    hook = add_webhook(people.ada, url)
    play_next_turn(game)
    return hook


def waiting_deliveries(webhook: Webhook) -> list[Delivery]:
    return list(webhook.deliveries.order_by("game_id", "version"))
