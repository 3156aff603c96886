"""Checks all games in turn; a run that is interrupted can go on where it stopped."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import F

from games.audit.verify import CheckedGame, verify_games
from games.events import store
from games.models import Game, Verification, Verified

AT_ONCE = 20
A_DAY = timedelta(days=1)


def begin_verification(at: datetime, *, only_new: bool) -> Verification:
    return Verification.objects.create(began=at, only_new=only_new)


def find_interrupted_verification(at: datetime, *, only_new: bool) -> Verification | None:
    """The newest run of the last day that got past its first page and did not end."""
    recent = Verification.objects.filter(ended=None, only_new=only_new, began__gt=at - A_DAY)
    return recent.exclude(after=None).order_by("-began").first()


def count_games() -> int:
    return Game.objects.count()


def walk(run: Verification) -> Iterator[CheckedGame | None]:
    """Yields every game, or None for one that has not moved.

    The results are stored page by page, so an interruption loses at most one page.
    """
    while ids := _ids_after(run.after):
        to_check = _ids_to_check(ids) if run.only_new else ids
        checked = tuple(verify_games(to_check))
        skipped = len(ids) - len(to_check)
        _store_results(run, ids[-1], checked, skipped)
        yield from checked
        yield from [None] * skipped


def end_verification(run: Verification, at: datetime) -> None:
    Verification.objects.filter(pk=run.pk).update(ended=at)


def _ids_after(after: UUID | None) -> list[UUID]:
    """The next games that have events or a row."""
    rows = Game.objects.order_by("id").values_list("id", flat=True)
    in_rows = list((rows if after is None else rows.filter(id__gt=after))[:AT_ONCE])
    in_store = store.game_ids(after, AT_ONCE)
    return sorted({*in_rows, *in_store})[:AT_ONCE]


def _ids_to_check(ids: list[UUID]) -> list[UUID]:
    """The games whose history or row has another head than when they were last verified."""
    heads = store.heads_of(ids)
    rows = Game.objects.filter(id__in=ids).values_list("id", "version", "head")
    known = Verified.objects.filter(game_id__in=ids).values_list("game_id", "version", "hash")
    row_heads = {game_id: (version, bytes(head)) for game_id, version, head in rows}
    verified = {game_id: (version, bytes(hash_)) for game_id, version, hash_ in known}
    return [
        each
        for each in ids
        if each not in verified or not verified[each] == heads.get(each) == row_heads.get(each)
    ]


def _store_results(
    run: Verification, last: UUID, checked: tuple[CheckedGame, ...], skipped: int
) -> None:
    Verified.objects.bulk_create(
        [
            Verified(game_id=each.game_id, version=each.head.version, hash=each.head.hash)
            for each in checked
            if each.head is not None
        ],
        update_conflicts=True,
        unique_fields=["game_id"],
        update_fields=["version", "hash"],
    )
    bad = [each.game_id for each in checked if each.finding is not None]
    Verified.objects.filter(game_id__in=bad).delete()
    Verification.objects.filter(pk=run.pk).update(
        after=last,
        games=F("games") + len(checked),
        events=F("events") + sum(each.events for each in checked),
        skipped=F("skipped") + skipped,
        bad=F("bad") + len(bad),
    )
    run.refresh_from_db()
