"""Checks games in the store against the rules and against their rows.

It computes each game's chain anew, judges each of its commands anew, and compares its tables
and its rows with the result.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import DataError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import F
from msgspec import Struct

from games.anchors.verifying import anchored_heads, broken_anchors
from games.audit.rebuild import known_people, true_fields, true_seats
from games.domain import State
from games.domain.anchors import Leaf, OtherHistory, check_history
from games.domain.chain import FORMAT, format_of
from games.domain.errors import BadRecord, Tampered
from games.domain.record import check_chain, check_rules, digests_of, read_events
from games.events import codec, store
from games.events.guards import guard_faults
from games.events.store import EventRow, Head
from games.models import Game, Seat, Verification, Verified
from games.rows import differences

FORMAT_2_MIGRATION = "0014_chain_formats"
UNREADABLE_ROW = (ValueError, OverflowError, DataError)
"""Raised, for example, by a line break in an actor or a time beyond the calendar."""
UPGRADE_TIME = timedelta(days=1)
"""For so long an old and a new version may run side by side."""
AT_ONCE = 20


class Finding(Struct, frozen=True):
    """What is wrong with a game, or, without a game, with the store itself.

    `version` is the first bad event, None where a row is bad.
    """

    game_id: UUID | None
    version: int | None
    what: str

    def __str__(self) -> str:
        if self.game_id is None:
            return f"the store: {self.what}"
        place = "row" if self.version is None else f"event {self.version}"
        return f"{self.game_id}: {place}: {self.what}"


class CheckedGame(Struct, frozen=True):
    """A checked game with its number of events, and either its head or a finding."""

    game_id: UUID
    events: int
    head: Head | None
    finding: Finding | None


def verify_store(game_ids: Sequence[UUID] = (), *, only_new: bool = False) -> list[Finding]:
    """Checks the guards that refuse change, and the signed roots: all, or those over these games."""
    faults = (*guard_faults(), *broken_anchors(game_ids, only_new=only_new))
    return [Finding(None, None, what) for what in faults]


def verify_game(game_id: UUID) -> Finding | None:
    """Returns the first fault of a game."""
    (checked,) = verify_games([game_id])
    return checked.finding


def verify_games(game_ids: Sequence[UUID]) -> Iterator[CheckedGame]:
    """Checks a few games with as many reads as one takes.

    A game may have moved between two reads, so one that looks bad is checked again under a lock.
    """
    for checked in _check_games(game_ids):
        if checked.finding is not None:
            with transaction.atomic():
                locked = Game.objects.select_for_update().filter(id=checked.game_id)
                list(locked.values_list("id"))
                (checked,) = _check_games([checked.game_id])
        yield checked


def _check_games(game_ids: Sequence[UUID]) -> Iterator[CheckedGame]:
    histories, unreadable = _read_histories(game_ids)
    format_1_end, anchored = _end_of_format_1(), anchored_heads(game_ids)
    results = {
        game_id: unreadable.get(game_id)
        or _judge_history(
            game_id, histories.get(game_id, []), format_1_end, anchored.get(game_id, ())
        )
        for game_id in game_ids
    }
    wrong_rows = _wrong_rows([each for each in results.values() if isinstance(each, TrueHistory)])
    for game_id, result in results.items():
        finding = result if isinstance(result, Finding) else wrong_rows.get(game_id)
        head = result.head if isinstance(result, TrueHistory) and finding is None else None
        yield CheckedGame(game_id, len(histories.get(game_id, ())), head, finding)


def _read_histories(
    game_ids: Sequence[UUID],
) -> tuple[dict[UUID, list[EventRow]], dict[UUID, Finding]]:
    """The histories, and findings for games with an unreadable value.

    If any value is unreadable, the games are read one by one.
    """
    try:
        return store.read_rows_of_games(game_ids), {}
    except UNREADABLE_ROW:
        histories: dict[UUID, list[EventRow]] = {}
        unreadable: dict[UUID, Finding] = {}
        for game_id in game_ids:
            try:
                histories |= store.read_rows_of_games([game_id])
            except UNREADABLE_ROW as error:
                what = f"a column of one of its events cannot be read: {error!s:.200}"
                unreadable[game_id] = Finding(game_id, None, what)
        return histories, unreadable


class TrueHistory(Struct, frozen=True):
    """A game's events, which are as they should be, and the state they lead to."""

    game_id: UUID
    history: list[EventRow]
    state: State
    chain: int

    @property
    def head(self) -> Head:
        last = self.history[-1].entry
        return Head(last.version, bytes.fromhex(last.hash), self.chain)


def _judge_history(
    game_id: UUID, history: list[EventRow], format_1_end: datetime, anchored: Iterable[Leaf]
) -> TrueHistory | Finding:
    if not history:
        return Finding(game_id, None, "it has no events")
    try:
        result = _recompute(game_id, history, format_1_end)
        hashes = [each.entry.hash for each in history]
        for leaf in anchored:
            check_history(leaf, str(game_id), hashes)
    except OtherHistory as error:
        return Finding(game_id, error.version, "it is not the one that was anchored")
    except Tampered as error:
        return Finding(game_id, error.version, error.what)
    except BadRecord as error:
        return Finding(game_id, history[0].entry.version, str(error))
    return result


def _recompute(game_id: UUID, history: list[EventRow], format_1_end: datetime) -> TrueHistory:
    entries = [each.entry for each in history]
    first = entries[0]
    chain = format_of(str(game_id), history[0].link(), bytes.fromhex(first.hash)) or FORMAT
    if chain == 1 and datetime.fromisoformat(first.stamp.at) >= format_1_end:
        what = f"its chain has format 1, which no game has that began after {format_1_end}"
        raise Tampered(1, what)
    check_chain(str(game_id), entries, chain)
    events = read_events([store.upcast_entry(each) for each in history])
    for each, event in zip(history, events, strict=True):
        if each.type not in codec.UPCASTERS and each.type != type(event).__name__:
            raise Tampered(each.entry.version, f"its type says {each.type}")
    state = check_rules(entries, events, digests_of(entries))
    return TrueHistory(game_id, history, state, chain)


def _end_of_format_1() -> datetime:
    """When this site had surely changed from format 1 to format 2, if it began with format 1."""
    migrations = MigrationRecorder(connection).migration_qs.filter(app="games")
    times: dict[str, datetime] = dict(migrations.values_list("name", "applied"))
    change = times[FORMAT_2_MIGRATION]
    is_older = change - min(times.values()) > UPGRADE_TIME
    return change + UPGRADE_TIME if is_older else change


def _wrong_rows(histories: Sequence[TrueHistory]) -> dict[UUID, Finding]:
    """Findings for games whose rows are not as their events say."""
    ids = [each.game_id for each in histories]
    games = Game.objects.in_bulk(ids)
    seats: dict[UUID, list[tuple[int, int | None, str]]] = {}
    rows = Seat.objects.filter(game_id__in=ids).order_by("game_id", "number")
    for game_id, number, player, bot in rows.values_list("game_id", "number", "player_id", "bot"):
        seats.setdefault(game_id, []).append((number, player, bot))
    people = known_people(each.state for each in histories)
    findings = {}
    for each in histories:
        game_id = each.game_id
        expected = [
            (seat.number, seat.player_id, seat.bot)
            for seat in true_seats(game_id, each.state, people)
        ]
        if game_id not in games:
            findings[game_id] = Finding(game_id, None, "it is missing")
        elif wrong := differences(
            games[game_id], true_fields(each.state, each.history, each.head, people)
        ):
            findings[game_id] = Finding(game_id, None, f"not as the events say: {', '.join(wrong)}")
        elif seats.get(game_id, []) != expected:
            findings[game_id] = Finding(game_id, None, "the seats are not as the events say")
    return findings


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
