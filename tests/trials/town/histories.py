"""Reads what the site has at the end into a file: run within the site's settings."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from uuid import UUID

import msgspec
from django.db.models.functions import Coalesce

from games.domain import NEW_GAME, State
from games.domain.evolve import replay
from games.edge import now
from games.events import store
from games.events.store import EventRow
from notifications import models
from notifications.messages.catalogue import ABOUT_GAMES, ASKING
from notifications.outbox.recipients import recipients
from tests.trials.town.checking import Command, Due, Kept, Notice

CANCELLED = (*ASKING, "full")
"""Messages that a later event cancels."""


def keep_histories(file: str) -> None:
    kept = Kept({}, [], [], list(_notices()), {})
    for game in store.game_ids():
        rows = store.read_rows(game)
        if [each.entry.version for each in rows] != list(range(1, len(rows) + 1)):
            kept.gaps.append(str(game))
        _tell(game, rows, kept)
    Path(file).write_bytes(msgspec.json.encode(kept))


def _tell(game: UUID, rows: list[EventRow], kept: Kept) -> None:
    commands = kept.histories[str(game)] = []
    state: State = NEW_GAME
    for name, group in groupby(rows, key=lambda each: each.entry.stamp.command):
        some = list(group)
        events = store.events_of(some)
        version = some[-1].entry.version
        numbers = range(version - len(events) + 1, version + 1)
        told = [{"version": n, "event": each} for n, each in zip(numbers, events, strict=True)]
        commands.append(Command(name, version, tuple(msgspec.to_builtins(told))))
        after = replay(events, state)
        for each in recipients(state, after, events):
            number = f"{game}.{version}.{each.message}.{each.player}"
            kept.due.append(Due(number, each.message not in CANCELLED))
            if each.message == "turn":
                kept.waiting[str(game)] = number
        state = after
    if state.to_move is None:
        kept.waiting.pop(str(game), None)


def _notices() -> Iterator[Notice]:
    rows = models.Notice.objects.filter(channel="mail", message__in=ABOUT_GAMES)
    for each in rows.annotate(since=Coalesce("first_due", "due")):
        if each.sent is not None or each.since <= now():
            own = f"{each.game_id}.{each.occasion}.{each.message}.{each.recipient_id}"
            yield Notice(own, each.content, each.sent is not None)
