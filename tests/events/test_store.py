"""The store: versions without a gap, one of two writers, the same command once."""

from datetime import UTC, datetime
from uuid import uuid4

import msgspec
import pytest

from games.domain import Layout, Options
from games.domain.chain import NO_STAMP, genesis
from games.domain.events import Event, Expanded, GameAbandoned, GameCreated, SeatLeft, SeatTaken
from games.domain.record import Entry, check_chain
from games.domain.state import Terms
from games.events import store
from games.events.codec import decode
from games.events.store import Cause, EventRow, Head, StaleVersion, upcast_entry

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 1, 2, 12, 0, 0, 123456, UTC)
CAUSE = Cause("user:1", NOON, "first", "fingerprint")


def test_events_come_back_in_order_from_any_version() -> None:
    game, begin = uuid4(), Head(0, b"")
    events: tuple[Event, ...] = tuple(SeatTaken(n, n) for n in range(5))
    reached = store.append(game, begin, events, CAUSE)
    assert reached.version == 5
    assert store.read(game) == events
    assert store.read(game, after=2) == events[2:]
    assert store.read(game, after=1, up_to=3) == events[1:3]
    assert store.head_of(game) == reached


def test_a_game_without_events_begins_with_its_own_hash() -> None:
    game = uuid4()
    assert store.head_of(game) == Head(0, genesis(str(game)))


def test_of_two_writers_at_one_version_the_second_is_stale() -> None:
    game = uuid4()
    begin = store.head_of(game)
    store.append(game, begin, (SeatTaken(0, 1),), CAUSE)
    other = Cause("user:2", NOON, "second", "fingerprint")
    with pytest.raises(StaleVersion) as stale, store.claim(begin):
        store.append(game, begin, (SeatTaken(0, 2),), other)
    assert stale.value.expected == 0


def test_the_chain_covers_events_and_who_caused_them() -> None:
    game = uuid4()
    store.append(game, store.head_of(game), (SeatTaken(0, 1), SeatLeft(0)), CAUSE, "digest")
    history = store.read_rows(game)
    check_chain(str(game), [each.entry for each in history])
    assert [each.entry.stamp.actor for each in history] == ["user:1", "user:1"]
    assert history[0].entry.stamp.at == "2026-01-02T12:00:00.123456+00:00"
    assert [each.entry.digest for each in history] == ["", "digest"]


def test_a_command_is_answered_again_by_its_id() -> None:
    game = uuid4()
    reached = store.append(game, store.head_of(game), (SeatTaken(0, 1), SeatTaken(1, 2)), CAUSE)
    later = Cause("user:2", NOON, "second", "other")
    store.append(game, reached, (SeatLeft(0),), later)
    answer = store.events_of_command(game, "first")
    assert answer is not None
    assert (answer.first, answer.last, answer.fingerprint) == (1, 2, "fingerprint")
    assert answer.events == (SeatTaken(0, 1), SeatTaken(1, 2))
    assert store.events_of_command(game, "never") is None
    assert store.events_of_command(uuid4(), "first") is None


def test_a_command_id_is_used_once_a_game() -> None:
    game = uuid4()
    reached = store.append(game, store.head_of(game), (SeatTaken(0, 1),), CAUSE)
    with pytest.raises(StaleVersion), store.claim(reached):
        store.append(game, reached, (SeatTaken(1, 2),), CAUSE)


def test_types_are_stored_by_explicit_names() -> None:
    game = uuid4()
    store.append(game, store.head_of(game), (GameAbandoned(),), CAUSE)
    (stored,) = store.read_rows(game)
    assert (stored.type, bytes(stored.entry.event)) == (
        "GameAbandoned",
        b'{"type":"GameAbandoned"}',
    )


def test_an_old_form_is_read_as_what_it_means_today() -> None:
    old = '{"type":"Expanded.1","seat":1,"place":"chicago","origin":"detroit","cost":3}'
    today = Expanded(1, "chicago", ("detroit", "chicago"), (3,), 3)
    assert decode([old, '{"type":"SeatLeft","seat":2}']) == (today, SeatLeft(2))


def test_an_own_layout_of_an_old_game_is_shown_and_read_in_its_present_form() -> None:
    made = GameCreated(Terms(), 2, Options(own_layout=Layout(places={"omaha": 6})), "1")
    old = msgspec.json.encode(made).replace(b'"layout":"printed",', b"")
    old = old.replace(b"own_layout", b"layout")
    shown = upcast_entry(EventRow("GameCreated", Entry(1, NO_STAMP, "", msgspec.Raw(old))))
    assert b'"own_layout":{"places":{"omaha":6}' in bytes(shown.event)
    assert decode([old.decode()]) == (made,)


def test_a_type_that_nobody_knows_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="Nonsense"):
        decode(['{"type":"Nonsense"}'])
