"""Answers on their way: written with what they tell of, leased while they are sent."""

from datetime import datetime, timedelta

import msgspec

from notifications.inbound.answers import Answer
from notifications.models import Inbound
from notifications.sending import deliver, open_connection

LEASE = timedelta(minutes=5)
SENT_AT_ONCE = 100


def send_answer(key: str, at: datetime) -> None:
    """One that cannot be sent now is due again after a while."""
    mine = Inbound.objects.filter(key=key)
    if not mine.filter(due__lte=at).update(due=at + LEASE):
        return
    waiting, game_id = mine.values_list("answer", "game_id").get()
    mail = msgspec.json.decode(waiting, type=Answer).mail(game_id)
    with open_connection() as connection:
        if deliver(mail, connection, at):
            mine.update(due=None, answer="")


def send_due(at: datetime) -> None:
    waiting = Inbound.objects.filter(due__lte=at).order_by("due")
    for key in waiting.values_list("key", flat=True)[:SENT_AT_ONCE]:
        send_answer(key, at)
