"""What the numbers of a mail stand for that shows several games, or what was probably meant.

The mail's reply address names the offer; the numbers of any other mail are of its suggestions.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

import msgspec
from django.db import transaction
from msgspec import Struct

from games.domain import Command
from games.models import Person
from notifications.models import NO_GAME, Offer
from notifications.reply_addresses import MOST_OFFERS, ReplyAddress, reply_address


class Shown(Struct, frozen=True):
    """A table as a mail showed it to the seat, and the orders that it offered there."""

    game: UUID
    seat: int
    version: int
    orders: tuple[Command, ...] = ()


TABLES = msgspec.json.Decoder(tuple[Shown, ...])


def keep_offer(person_id: int, game: UUID, tables: Sequence[Shown], at: datetime) -> int:
    """Its number; the same again where the last one offered the same.

    Numbers are taken again after so many that nobody answers the first any more.
    """
    kept = msgspec.json.encode(tables).decode()
    with transaction.atomic():
        # Two mails of one person may come at the same moment.
        Person.objects.select_for_update().get(pk=person_id)
        last = (
            Offer.objects.filter(person=person_id, game_id=game).order_by("-at", "-number").first()
        )
        number = last.number if last else 0
        if last is None or last.tables != kept:
            number = number % MOST_OFFERS + 1
        Offer.objects.bulk_create(
            [Offer(person_id=person_id, game_id=game, number=number, at=at, tables=kept)],
            update_conflicts=True,
            unique_fields=["person", "game_id", "number"],
            update_fields=["at", "tables"],
        )
    return number


def offered_tables(address: ReplyAddress) -> tuple[Shown, ...]:
    mine = Offer.objects.filter(person=address.person, game_id=address.game_id)
    row = mine.filter(number=address.offer).first()
    return () if row is None else TABLES.decode(row.tables)


def number_orders(tables: Sequence[Shown]) -> Mapping[int, tuple[Shown, Command]]:
    """From 1 on, across all tables."""
    pairs = ((table, order) for table in tables for order in table.orders)
    return dict(enumerate(pairs, 1))


def several_address(person_id: int, offer: int) -> str:
    """Takes the answer to a mail that shows several games."""
    return reply_address(NO_GAME, 0, 0, person_id, offer)
