"""The one write path: load, decide, append, update the rows, send `events_appended`.

What is written is one transaction. Of those who loaded the same version one appends; nothing else
writes a game.
"""

import random
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from typing import TypeVar
from uuid import UUID

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from games.access import GameView, read_view
from games.clocks import hours_of
from games.domain import NEW_GAME, Command, Event, Refusal, State
from games.domain.clock import EVERY_HOUR, TableHours, clock_events
from games.domain.commands import ChooseTile, TimeIsUp
from games.domain.decide import judge
from games.domain.digest import digest
from games.domain.evolve import replay
from games.domain.lobby import CreateGame, LobbyCommand, StartGame, TakeOver, TakeSeat
from games.domain.table import Table, table
from games.domain.take_backs import TakeBack
from games.edge import game_id_of, new_command_id, new_game_id, new_seed, now
from games.events import sql, store
from games.events.store import Cause, Head, StaleVersion
from games.models import Game, Seat
from games.rows import fields_of, seats_of
from games.signals import Change, events_appended

AnyCommand = Command | LobbyCommand | TimeIsUp
T = TypeVar("T")
TRIES = 30
LONGEST_PAUSE = 0.02


class NoSuchGame(LookupError):
    pass


class CommandIdReused(Exception):
    """The same command id came with another command."""

    def __init__(self, command_id: str) -> None:
        self.command_id = command_id
        super().__init__(f"the command id {command_id!r} was used for another command")


class Outcome(Struct, frozen=True, dict=True):
    """What a command led to; `repeated` where the same command had come before."""

    game_id: UUID
    version: int
    events: tuple[Event, ...]
    table: State
    repeated: bool = False

    @cached_property
    def shown(self) -> Table:
        return table(self.table)


def actor_of(person_id: int) -> str:
    """How the store names a person who caused events."""
    return f"user:{person_id}"


def create_game(order: CreateGame, *, actor: str, command_id: str = "") -> Outcome:
    """Makes a table. The same command id makes one game only."""
    cause = Cause(actor, now(), command_id or new_command_id(), fingerprint_of(order))
    game_id = game_id_of(command_id) if command_id else new_game_id()
    events, state = judge(NEW_GAME, order)
    nothing = store.new_head(game_id)
    try:
        return write(game_id, NEW_GAME, state, events, cause, nothing, EVERY_HOUR)
    except StaleVersion:
        before = outcome_of(game_id, cause.command_id, cause.fingerprint)
        if before is None:
            raise
        return before


def act(
    game_id: UUID,
    order: AnyCommand,
    *,
    actor: str,
    expected: int | None = None,
    command_id: str = "",
    at: datetime | None = None,
    seen: GameView | None = None,
) -> Outcome:
    """Plays a command, at version `expected` if one is given; what was `seen` of that version is
    not read again.

    A repeated command id gets the first outcome, whatever has happened since.
    """
    cause = Cause(actor, at or now(), command_id or new_command_id(), fingerprint_of(order))
    try:
        return _act(game_id, order, cause, expected, seen)
    except (StaleVersion, Refusal) as error:
        before = outcome_of(game_id, command_id, cause.fingerprint) if command_id else None
        if before is not None:
            return before
        if isinstance(error, StaleVersion) and error.present is None:
            present = Game.objects.values_list("version", flat=True).get(id=game_id)
            raise StaleVersion(error.expected, present) from error
        raise


def retry_when_stale(do: Callable[[], T]) -> T:
    """For a command that names no version: where another writer was first, tries again."""
    for _ in range(TRIES - 1):
        with suppress(StaleVersion):
            return do()
        time.sleep(random.uniform(0, LONGEST_PAUSE))  # noqa: S311 - who goes next is no secret
    return do()


def _act(
    game_id: UUID,
    order: AnyCommand,
    cause: Cause,
    expected: int | None,
    seen: GameView | None,
) -> Outcome:
    if seen is None or seen.version != expected:
        seen = read_view(None, game_id, to_act=True)
    if seen is None:
        raise NoSuchGame(str(game_id))
    if expected is not None:
        seen.require_version(expected)
    # A take-back needs the tables at the start of every turn, which only the history has.
    is_take_back = isinstance(order, TakeBack)
    if isinstance(order, ChooseTile | TakeSeat):
        # G1: the seed that deals the tiles is drawn now, so that nobody can know it before.
        order = replace(order, seed=new_seed())
    before = replay(store.read(game_id)) if is_take_back else seen.state
    events, after = judge(before, order)
    are_the_same = after.setup.seats == before.setup.seats
    hours = hours_of(after, seen.calendars if are_the_same else None)
    clock = clock_events(before, after, int(cause.at.timestamp()), hours)
    events, after = (*events, *clock), replay(clock, after)
    head = Head(seen.version, bytes(seen.hash), seen.chain)
    return write(game_id, before, after, events, cause, head, hours)


def write(
    game_id: UUID,
    before: State,
    after: State,
    events: tuple[Event, ...],
    cause: Cause,
    head: Head,
    hours: TableHours,
) -> Outcome:
    """Writes the events and all that belongs to them."""
    position, is_new = digest(after), head.version == 0
    with store.claim(head):
        new_head = store.append(game_id, head, events, cause, position)
        fields = fields_of(after, new_head, cause.at, position)
        if is_new:
            Game.objects.create(id=game_id, created=cause.at, **fields)
        else:
            present = {"id": game_id, "version": head.version}
            sql.update("games_game", fields, where=present)
        if after.setup.seats != before.setup.seats:
            Seat.objects.bulk_create(
                seats_of(game_id, after),
                update_conflicts=True,
                unique_fields=["game", "number"],
                update_fields=["player", "bot"],
            )
        change = Change(game_id, before, after, events, cause.actor, cause.at, hours)
        events_appended.send(Game, change=change)
        outcome = Outcome(game_id, new_head.version, events, after)
        sql.make_ready(lambda: outcome.shown)
    return outcome


def outcome_of(game_id: UUID, command_id: str, fingerprint: str | None = None) -> Outcome | None:
    """What a command led to, if it has come before; refused if it was not that of `fingerprint`."""
    answer = store.events_of_command(game_id, command_id)
    if answer is None:
        return None
    if fingerprint not in (None, answer.fingerprint):
        raise CommandIdReused(command_id)
    table = replay(store.read(game_id, up_to=answer.last))
    return Outcome(game_id, answer.last, answer.events, table, repeated=True)


def fingerprint_of(order: AnyCommand) -> str:
    """Tells one request from another; the seed and the time are not part of a request."""
    if isinstance(order, StartGame):
        order = replace(order, seed=0)
    elif isinstance(order, TakeOver):
        order = replace(order, now=0)
    return sha256(msgspec.json.encode(order)).hexdigest()[:32]
