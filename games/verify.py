"""Are the histories true? The store and the rows are walked side by side, game by game.

Each game's chain is computed anew, each of its commands judged anew, its tables and its rows
compared with what came of that.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import DataError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from msgspec import Struct

from games.anchors.verifying import anchored_heads, broken_anchors
from games.audit import known_people, true_fields, true_seats
from games.domain import State
from games.domain.anchors import Leaf, OtherHistory, check_history
from games.domain.chain import FORMAT, format_of
from games.domain.errors import BadRecord, Tampered
from games.domain.record import check_chain, check_rules, digests_of, read_events
from games.events import codec, store
from games.events.guards import guard_faults
from games.events.store import EventRow, Head
from games.models import Game, Seat
from games.rows import differences

FORMAT_2_MIGRATION = "0014_chain_formats"
UNREADABLE_ROW = (ValueError, OverflowError, DataError)
"""A line break in an actor, a time beyond all calendars."""
UPGRADE_TIME = timedelta(days=1)
"""For so long two versions may be at work side by side."""


class Finding(Struct, frozen=True):
    """What is wrong with a game; `version` is the first bad event, None where a row is.

    Without a game it is wrong with the store itself.
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
    """A game that was looked at, its number of events, and its head or what is wrong with it."""

    game_id: UUID
    events: int
    head: Head | None
    finding: Finding | None


def verify_store(game_ids: Sequence[UUID] = (), *, only_new: bool = False) -> list[Finding]:
    """The guards that refuse change, and the roots that were signed: all, or over these games."""
    wrong = (*guard_faults(), *broken_anchors(game_ids, only_new=only_new))
    return [Finding(None, None, what) for what in wrong]


def verify_game(game_id: UUID) -> Finding | None:
    """The first thing that does not agree."""
    (checked,) = verify_games([game_id])
    return checked.finding


def verify_games(game_ids: Sequence[UUID]) -> Iterator[CheckedGame]:
    """A few games, by as many reads as one; who looks bad is looked at again, while it stands still.

    Between two reads a game may have moved.
    """
    for checked in _check_games(game_ids):
        yield checked if checked.finding is None else _check_locked(checked.game_id)


def _check_locked(game_id: UUID) -> CheckedGame:
    with transaction.atomic():
        list(Game.objects.select_for_update().filter(id=game_id).values_list("id"))
        (checked,) = _check_games([game_id])
    return checked


def _check_games(game_ids: Sequence[UUID]) -> Iterator[CheckedGame]:
    histories, unreadable = _read_histories(game_ids)
    ended, anchored = _end_of_format_1(), anchored_heads(game_ids)
    found = {
        game_id: unreadable.get(game_id)
        or _judge_history(game_id, histories.get(game_id, []), ended, anchored.get(game_id, ()))
        for game_id in game_ids
    }
    wrong_rows = _wrong_rows([each for each in found.values() if isinstance(each, TrueHistory)])
    for game_id, each in found.items():
        finding = each if isinstance(each, Finding) else wrong_rows.get(game_id)
        head = each.head if isinstance(each, TrueHistory) and finding is None else None
        yield CheckedGame(game_id, len(histories.get(game_id, ())), head, finding)


def _read_histories(
    game_ids: Sequence[UUID],
) -> tuple[dict[UUID, list[EventRow]], dict[UUID, Finding]]:
    """And the games that hold a value which no event can have: read one by one, if there is one."""
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
    """What a game's events come to, where nothing is wrong with them."""

    game_id: UUID
    history: list[EventRow]
    state: State
    chain: int

    @property
    def head(self) -> Head:
        last = self.history[-1].entry
        return Head(last.version, bytes.fromhex(last.hash), self.chain)


def _judge_history(
    game_id: UUID, history: list[EventRow], ended: datetime, anchored: Iterable[Leaf]
) -> TrueHistory | Finding:
    if not history:
        return Finding(game_id, None, "it has no events")
    try:
        true = _recompute(game_id, history, ended)
        hashes = [each.entry.hash for each in history]
        for leaf in anchored:
            check_history(leaf, str(game_id), hashes)
    except OtherHistory as wrong:
        return Finding(game_id, wrong.version, "it is not the one that was anchored")
    except Tampered as wrong:
        return Finding(game_id, wrong.version, wrong.what)
    except BadRecord as wrong:
        return Finding(game_id, history[0].entry.version, str(wrong))
    return true


def _recompute(game_id: UUID, history: list[EventRow], ended: datetime) -> TrueHistory:
    entries = [each.entry for each in history]
    first = entries[0]
    chain = format_of(str(game_id), history[0].link(), bytes.fromhex(first.hash)) or FORMAT
    if chain == 1 and datetime.fromisoformat(first.stamp.at) >= ended:
        raise Tampered(1, f"its chain has format 1, which no game has that began after {ended}")
    check_chain(str(game_id), entries, chain)
    events = read_events([store.upcast_entry(each) for each in history])
    for each, event in zip(history, events, strict=True):
        if each.type not in codec.UPCASTERS and each.type != type(event).__name__:
            raise Tampered(each.entry.version, f"its type says {each.type}")
    state = check_rules(entries, events, digests_of(entries))
    return TrueHistory(game_id, history, state, chain)


def _end_of_format_1() -> datetime:
    """When this site, if it had begun with format 1, had gone over to format 2."""
    migrations = MigrationRecorder(connection).migration_qs.filter(app="games")
    applied: dict[str, datetime] = dict(migrations.values_list("name", "applied"))
    came = applied[FORMAT_2_MIGRATION]
    was_there_before = came - min(applied.values()) > UPGRADE_TIME
    return came + UPGRADE_TIME if was_there_before else came


def _wrong_rows(true: Sequence[TrueHistory]) -> dict[UUID, Finding]:
    """The rows of games against what their events come to."""
    ids = [each.game_id for each in true]
    games = Game.objects.in_bulk(ids)
    seats: dict[UUID, list[tuple[int, int | None, str]]] = {}
    rows = Seat.objects.filter(game_id__in=ids).order_by("game_id", "number")
    for game_id, number, player, bot in rows.values_list("game_id", "number", "player_id", "bot"):
        seats.setdefault(game_id, []).append((number, player, bot))
    people = known_people(each.state for each in true)
    found = {}
    for each in true:
        game_id = each.game_id
        expected = [
            (seat.number, seat.player_id, seat.bot)
            for seat in true_seats(game_id, each.state, people)
        ]
        if game_id not in games:
            found[game_id] = Finding(game_id, None, "it is missing")
        elif wrong := differences(
            games[game_id], true_fields(each.state, each.history, each.head, people)
        ):
            found[game_id] = Finding(game_id, None, f"not as the events say: {', '.join(wrong)}")
        elif seats.get(game_id, []) != expected:
            found[game_id] = Finding(game_id, None, "the seats are not as the events say")
    return found
