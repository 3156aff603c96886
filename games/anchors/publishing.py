"""Signs a root for each day that has ended, over the heads of the games that moved."""

import logging
from collections.abc import Sequence, Set
from datetime import UTC, date, datetime, time, timedelta
from itertools import chain
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import IntegrityError, transaction
from msgspec.structs import asdict

from games.anchors.keeping import HINT, check_kept_root, keep_root
from games.anchors.keys import signing_keys
from games.anchors.models import Leaf, Root
from games.domain import anchors
from games.events import store
from games.models import Game

log = logging.getLogger(__name__)
SETTLING_TIME = timedelta(minutes=10)
"""So long after midnight all events of the day are in the store."""
A_DAY = timedelta(days=1)
ROWS_AT_ONCE = 1000
GAMES_AT_ONCE = 100


def publish_due(at: datetime) -> list[date]:
    """Signs every day that is due and returns these days. Two may run at once: one root is kept."""
    keys = signing_keys()
    if not keys:
        log.error("no root is signed, as ANCHOR_KEY is not set")
        return []
    try:
        kept = check_kept_root()
    except anchors.NotProved as error:
        log.exception("no root is signed. %s", HINT, extra={"why": str(error)})
        return []
    signed: list[date] = []
    while True:
        roots = list(Root.objects.order_by("-day"))
        last = last_root(roots, keys, kept, at)
        if last is not None and last.signed_anchor != kept:
            kept = last.signed_anchor
            keep_root(kept)
        day = _due_day(last, {each.day for each in roots}, at)
        if day is None:
            return signed
        if _publish(last, day, keys):
            signed.append(day)


def end_of_signed_days(at: datetime) -> datetime | None:
    past = Root.objects.filter(day__lt=at.date()).order_by("-day")
    last = next((each for each in past if each.is_signed), None)
    return None if last is None else _midnight_after(last.day)


def last_root(
    newest_first: Sequence[Root],
    keys: Sequence[Ed25519PrivateKey],
    kept: anchors.SignedAnchor | None,
    at: datetime,
) -> Root | None:
    """The newest root by a key of this site or of the kept root; else the newest not in the future.

    A root counts only if its signature is good: whoever can insert rows cannot sign them.
    """
    own = {anchors.write_key(key.public_key()) for key in keys}
    if kept is not None:
        own.add(kept.anchor.key)
    past = (each for each in newest_first if each.day <= at.date())
    likely = chain((each for each in newest_first if each.key in own), past)
    return next((each for each in likely if each.is_signed), None)


def _due_day(last: Root | None, listed: Set[date], at: datetime) -> date | None:
    """The day after the last root, without days that have a foreign root; at first, yesterday."""
    yesterday = (at - SETTLING_TIME).astimezone(UTC).date() - A_DAY
    day = yesterday if last is None else last.day + A_DAY
    while day in listed:
        log.error("a day has a root that this site did not sign", extra={"day": day.isoformat()})
        day += A_DAY
    return day if day <= yesterday else None


def _publish(last: Root | None, day: date, keys: Sequence[Ed25519PrivateKey]) -> bool:
    leaves = collect_leaves(day, None if last is None else last.day)
    previous = None if last is None else last.signed_anchor.anchor
    signed = anchors.sign_root(day.isoformat(), leaves, previous, keys)
    anchor = signed.anchor
    with transaction.atomic():
        try:
            with transaction.atomic():
                columns = {**asdict(anchor), "day": day}
                root = Root.objects.create(
                    **columns, signature=signed.signature, handover=signed.handover
                )
        except IntegrityError:
            log.info("another process signed this day's root", extra={"day": anchor.day})
            return False
        Leaf.objects.bulk_create(
            (
                Leaf(
                    root=root,
                    index=index,
                    game_id=UUID(leaf.game),
                    version=leaf.version,
                    hash=bytes.fromhex(leaf.hash),
                )
                for index, leaf in enumerate(leaves)
            ),
            batch_size=ROWS_AT_ONCE,
        )
    log.info("a day's root was signed", extra={"day": anchor.day, "games": anchor.size})
    return True


def collect_leaves(day: date, after: date | None) -> list[anchors.Leaf]:
    """The head at the end of the day of each game that moved since the day `after`, by id.

    Without `after` (a site's first root) it takes every game.
    """
    end = _midnight_after(day)
    games = Game.objects.order_by("id")
    if after is not None:
        games = games.filter(changed__gte=_midnight_after(after))
    ids = list(games.values_list("id", flat=True))
    leaves = []
    for start in range(0, len(ids), GAMES_AT_ONCE):
        batch = ids[start : start + GAMES_AT_ONCE]
        for game_id, last in store.last_events_before(batch, end).items():
            if after is None or last.at >= _midnight_after(after):
                leaves.append(anchors.Leaf(str(game_id), last.version, last.hash.hex()))
    return leaves


def _midnight_after(day: date) -> datetime:
    return datetime.combine(day + A_DAY, time(), UTC)
