"""Golden games as another server would have recorded them: stamped, command by command."""

from collections.abc import Iterator
from uuid import UUID

from msgspec import Raw

from games.domain import NEW_GAME, Command, Event, State
from games.domain.chain import FORMAT, Link, Stamp, genesis, hash_of, payload_of
from games.domain.decide import decide
from games.domain.digest import digest
from games.domain.evolve import replay
from games.domain.lobby import CreateGame, LobbyCommand, StartGame, TakeSeat
from games.domain.record import Entry, Record, record_from
from games.domain.state import Terms
from tests.golden.golden import FOLDER, Golden, read

NOON = "2026-01-02T12:00:00.000000+00:00"
FIRST_PERSON = 900_001
"""Nobody of this database has such a number, however many tests came before."""


def record_elsewhere(name: str, game: UUID, form: int = FORMAT) -> Record:
    entries: list[Entry] = []
    previous = genesis(str(game), form)
    for number, (events, after) in enumerate(_commands(read(FOLDER / f"{name}.json"))):
        stamp = Stamp(NOON, f"user:{FIRST_PERSON}", f"command-{number}")
        for event in events:
            first, last = event is events[0], event is events[-1]
            fingerprint = f"{number:032x}" if first and form > 1 else ""
            position = digest(after) if last and form > 1 else ""
            link = Link(len(entries) + 1, stamp, payload_of(event), fingerprint, position)
            previous = hash_of(link, previous, form)
            raw = Raw(link.payload)
            entries.append(Entry(link.version, stamp, previous.hex(), raw, fingerprint, position))
    return record_from(str(game), entries, form)


def _commands(golden: Golden) -> Iterator[tuple[tuple[Event, ...], State]]:
    plan = golden.plan
    opening: tuple[Command | LobbyCommand, ...] = (
        CreateGame(Terms("Elsewhere", owner=FIRST_PERSON), plan.players, plan.options),
        *(TakeSeat(player=FIRST_PERSON + seat) for seat in range(plan.players)),
        StartGame(plan.seed),
    )
    state = NEW_GAME
    for order in (*opening, *golden.commands):
        events = decide(state, order)
        state = replay(events, state)
        yield events, state
