"""The numbers by which a game's invitations, chat lines and variations are known."""

from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max, QuerySet

from games.models import ChatLine, Invitation, Variation


def insert_numbered(row: Invitation | ChatLine | Variation, at: datetime) -> None:
    """Under a number that is greater than those of the game's other rows, and never used again.

    It counts microseconds, so that the number of a row that was deleted stays free.
    """
    rows: QuerySet[Any] = QuerySet(type(row)).filter(game=row.game_id)
    while True:
        last = rows.aggregate(last=Max("number"))["last"] or 0
        row.number = max(int(at.timestamp() * 1_000_000), last + 1)
        try:
            with transaction.atomic():
                row.save(force_insert=True)
        except IntegrityError:
            if not rows.filter(number=row.number).exists():
                raise
        else:
            return
