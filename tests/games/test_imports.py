"""What cannot lie in the store as it is written in a record does not come in."""

from collections.abc import Callable
from datetime import UTC, datetime
from uuid import UUID

import pytest
from msgspec import Raw
from msgspec.structs import replace

from games.audit.imports import import_game
from games.audit.verify import verify_game
from games.domain.chain import FORMAT, Link, Stamp, genesis, hash_of, payload_of
from games.domain.decide import decide
from games.domain.digest import digest
from games.domain.errors import BadRecord, Malformed, Tampered
from games.domain.evolve import replay
from games.domain.lobby import CreateGame, LobbyCommand, TakeSeat
from games.domain.record import Entry, Record, check, record_from
from games.domain.state import NEW_GAME, Terms
from games.edge import now
from games.events import store
from games.models import Game
from tests.elsewhere import NOON, record_elsewhere

pytestmark = pytest.mark.django_db
GAME = UUID("c0ffee00-0000-4000-8000-000000000001")
AT = datetime(2026, 5, 1, tzinfo=UTC)


def chain_again(record: Record, game: str, change: Callable[[Entry], Entry]) -> Record:
    previous, entries = genesis(game, record.format), []
    for entry in map(change, record.entries):
        previous = hash_of(entry.link(), previous, record.format)
        entries.append(replace(entry, hash=previous.hex()))
    return record_from(game, entries, record.format)


def stamp_anew(form: int = FORMAT, **fields: str) -> Record:
    def change(entry: Entry) -> Entry:
        return replace(entry, stamp=replace(entry.stamp, **fields))

    return chain_again(record_elsewhere("two-players", GAME, form), str(GAME), change)


def refusal_of(record: Record) -> str:
    check(record)
    with pytest.raises(BadRecord) as refused:
        import_game(record, {}, AT)
    assert store.head_of(GAME).version == 0
    assert not Game.objects.filter(id=GAME).exists()
    return str(refused.value)


@pytest.mark.parametrize(
    "game", [str(GAME).upper(), GAME.urn, GAME.hex, f"{{{GAME}}}", f" {GAME}", "game 1"]
)
def test_the_id_of_a_game_is_spelled_as_the_store_spells_it(game: str) -> None:
    record = chain_again(record_elsewhere("two-players", GAME), game, lambda entry: entry)
    assert refusal_of(record).startswith("$.game: ")


@pytest.mark.parametrize(
    "at",
    [
        "2026-01-02T12:00:00.000000Z",
        "2026-01-02T14:00:00.000000+02:00",
        "2026-01-02T12:00:00.000000",
        "2026-01-02T12:00:00+00:00",
        "2026-01-02 12:00:00.000000+00:00",
        "0001-01-01T00:00:00.000000+23:00",
    ],
)
def test_a_time_is_spelled_as_the_store_spells_it(at: str) -> None:
    with pytest.raises(Malformed, match="event 1: "):
        import_game(stamp_anew(at=at), {}, AT)
    assert store.head_of(GAME).version == 0


def test_an_event_that_is_still_to_come_does_not_come_in() -> None:
    with pytest.raises(Malformed, match="still to come"):
        import_game(stamp_anew(at="9999-12-31T23:59:59.000000+00:00"), {}, AT)


@pytest.mark.parametrize(
    ("actor", "what"),
    [("a" * 61, "its actor has 61 characters, and 60 are the most"), ("a\0", "a NUL")],
)
def test_an_actor_has_room_in_the_store(actor: str, what: str) -> None:
    assert what in refusal_of(stamp_anew(actor=actor))


@pytest.mark.parametrize(("command", "what"), [("c" * 81, "81 characters"), ("c\0", "a NUL")])
def test_a_command_has_room_in_the_store(command: str, what: str) -> None:
    def change(entry: Entry) -> Entry:
        if entry.stamp.command != "command-0":
            return entry
        return replace(entry, stamp=replace(entry.stamp, command=command))

    record = chain_again(record_elsewhere("two-players", GAME), str(GAME), change)
    assert what in refusal_of(record)


def test_a_fingerprint_has_room_in_the_store() -> None:
    def change(entry: Entry) -> Entry:
        return replace(entry, fingerprint="f" * 33) if entry.version == 1 else entry

    record = chain_again(record_elsewhere("two-players", GAME), str(GAME), change)
    assert "its fingerprint has 33 characters, and 32 are the most" in refusal_of(record)


@pytest.mark.parametrize("bot", ["b" * 41, "b\0"])
def test_a_computer_player_has_room_in_the_store(bot: str) -> None:
    state, previous, entries = NEW_GAME, genesis(str(GAME)), list[Entry]()
    orders: tuple[LobbyCommand, ...] = (CreateGame(Terms("Elsewhere"), 2), TakeSeat(bot=bot))
    for number, order in enumerate(orders):
        (event,) = decide(state, order)
        state = replay((event,), state)
        stamp = Stamp(NOON, "user:1", f"command-{number}")
        link = Link(number + 1, stamp, payload_of(event), digest=digest(state))
        previous = hash_of(link, previous)
        raw = Raw(link.payload)
        entries.append(Entry(number + 1, stamp, previous.hex(), raw, digest=link.digest))
    assert "computer player in seat 0" in refusal_of(record_from(str(GAME), entries))


def test_a_record_in_a_format_that_was_over_when_it_began_does_not_come_in() -> None:
    record = stamp_anew(form=1, at=store.time_text(now()))
    with pytest.raises(Tampered, match="event 1: its chain has format 1"):
        import_game(record, {}, now())
    assert store.head_of(GAME).version == 0


def test_what_comes_in_is_found_true() -> None:
    import_game(record_elsewhere("two-players", GAME), {}, AT)
    assert verify_game(GAME) is None
