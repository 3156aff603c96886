"""Whatever stands in a file: it is checked in bounded time, or refused with the place of the fault."""

import json
from contextlib import suppress
from time import process_time
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Raw
from msgspec.structs import replace

from games.domain import Options
from games.domain.chain import genesis, hash_of
from games.domain.errors import BadRecord, Tampered
from games.domain.events import SeatLeft
from games.domain.record import LARGEST, Record, check, from_json, record_of, to_json
from tests.domain.games import events_of
from tests.elsewhere import FIRST_PERSON, record_elsewhere

RECORD = record_of(events_of(3, Options(milestones=True, boom=True, region_tiles=1), 11))
TEXT = to_json(RECORD)
STAMPED = record_elsewhere("three-players-draft-chosen-tiles", UUID(int=7))
OTHERS: list[dict[str, Any]] = [
    {"type": "BankOpened", "seat": 0},
    {"type": "BankUsed", "seat": 1, "seconds": 60},
    {"type": "DeadlineSet", "at": None, "reason": "late"},
    {"type": "DeadlineSet", "at": 5, "reason": "turn"},
    {"type": "DeadlineSet", "at": None, "reason": "paused", "left": 10**25},
    {"type": "DeadlineSet", "at": 10**25, "reason": "extended"},
    {"type": "TimeRanOut", "seat": 9},
    {"type": "TimeRanOut", "seat": 0},
    {"type": "PauseAgreed", "seat": 7},
    {"type": "PauseWithdrawn", "seat": 0},
    {"type": "PauseEnded", "seat": 0},
    {"type": "TurnTakenBack", "to_version": 0, "seat": None},
    {"type": "TurnTakenBack", "to_version": 10**9, "seat": 8},
    {"type": "PlayerReplaced", "seat": 6, "player": 3, "bot": None},
    {"type": "PlayerReplaced", "seat": 0, "player": FIRST_PERSON, "bot": None},
    {"type": "SeatTaken", "seat": -1, "player": None, "bot": "x"},
    {"type": "SeatLeft", "seat": 10**12},
    {
        "type": "PlayersRenumbered",
        "numbers": [[FIRST_PERSON, FIRST_PERSON + 1], [FIRST_PERSON + 1, FIRST_PERSON]],
    },
    {"type": "PlayersRenumbered", "numbers": [[each, each + 1] for each in range(3000)]},
    {"type": "GameAbandoned"},
    {"type": "GameEnded", "reason": "red-zone", "final": [], "winners": [9]},
    {"type": "TurnEnded", "seat": 0, "next": 9, "still": [7]},
    {"type": "TilesDealt", "tiles": ["x", "x"]},
    {"type": "SetupStageBegan", "stage": "playing", "seat": 4},
    {"type": "MilestoneReached", "seat": 0, "milestone": "none", "franchise": True},
    {"type": "TownChosen", "seat": 0, "town": "x" * 5000, "next": 1},
    {"type": "Expanded", "seat": 0, "place": "chicago", "path": [], "links": [], "cost": 0},
]
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(min_value=-3, max_value=50),
    st.floats(allow_nan=False),
    st.text(max_size=5),
    st.sampled_from(["chicago", "heartland", "expand", "draft", "GameStarted", "TurnEnded"]),
    st.lists(st.integers(min_value=-1, max_value=9), max_size=3),
    st.just({}),
)


def chain_again(entries: list[Any], of: Record = RECORD) -> bytes:
    """Computes every hash anew, as a good forger would."""
    previous, record = genesis(of.game), json.loads(to_json(of))
    for entry, kept in zip(entries, of.entries, strict=False):
        event = Raw(encode_dense(entry["event"]))
        link = replace(kept, event=event).link()
        previous = hash_of(replace(link, type=str(entry["event"].get("type"))), previous)
        entry["hash"] = previous.hex()
    return encode_dense(record | {"entries": entries, "head": ""})


def encode_dense(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def assert_typed(text: bytes) -> None:
    """A text is a true record or is refused with BadRecord; no other error comes."""
    with suppress(BadRecord):
        check(from_json(text))


@pytest.mark.uncounted
@settings(max_examples=300)
@given(st.data())
def test_a_record_with_one_odd_value_is_refused_or_true(data: st.DataObject) -> None:
    entries = json.loads(TEXT)["entries"]
    event = data.draw(st.sampled_from(entries))["event"]
    field = data.draw(st.sampled_from(sorted(event)))
    event[field] = data.draw(ODD)
    assert_typed(chain_again(entries))


@pytest.mark.uncounted
@settings(max_examples=300)
@given(st.integers(0, len(STAMPED.entries) - 1), st.sampled_from(OTHERS))
def test_a_record_with_another_event_in_it_is_refused_or_true(
    at: int, other: dict[str, Any]
) -> None:
    entries = json.loads(to_json(STAMPED))["entries"]
    entries[at]["event"] = other
    assert_typed(chain_again(entries, STAMPED))


@pytest.mark.parametrize("other", OTHERS, ids=lambda other: str(other["type"]))
@pytest.mark.parametrize("at", [0, 4, 5, -1])
def test_no_event_stands_where_a_game_begins_or_ends(at: int, other: dict[str, Any]) -> None:
    entries = json.loads(to_json(STAMPED))["entries"]
    entries[at]["event"] = other
    began = process_time()
    with pytest.raises(BadRecord) as wrong:
        check(from_json(chain_again(entries, STAMPED)))
    assert len(str(wrong.value)) < 600
    assert process_time() - began < 2


@pytest.mark.parametrize(
    ("version", "event", "why"),
    [
        (6, {"type": 5}, "event 6: Expected `str`, got `int`"),
        (6, {"type": "TurnEnded", "seat": "x"}, "event 6: Expected `int`, got `str`"),
        (64, {"type": "TimeRanOut", "seat": 9}, "event 64: .* seat 9 is not to move"),
        (64, {"type": "GameEnded", "reason": "red-zone", "final": [], "winners": [9]},
         "event 64: .* no command begins with GameEnded"),
    ],
)  # fmt: skip
def test_an_event_that_cannot_begin_a_turn_is_refused_by_its_version(
    version: int, event: dict[str, Any], why: str
) -> None:
    entries = json.loads(to_json(STAMPED))["entries"]
    entries[version - 1]["event"] = event
    with pytest.raises(BadRecord, match=why):
        check(from_json(chain_again(entries, STAMPED)))


@pytest.mark.uncounted
@settings(max_examples=200)
@given(st.integers(0, len(TEXT)), st.binary(max_size=4), st.integers(0, 40))
def test_a_record_with_other_bytes_in_it_is_refused(at: int, put: bytes, gone: int) -> None:
    assert_typed(TEXT[:at] + put + TEXT[at + gone :])


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (b"", r"^\$: "),
        (b"{}", r"^\$: Object missing required field `format`"),
        (b"not json", r"^\$: JSON is malformed"),
        (b'{"format":3,"game":"","entries":[],"table":{}}', r"^\$\.format: Invalid enum value 3"),
        (b'{"format":2,"game":"","entries":[1],"table":{}}', r"^\$\.entries\[0\]: Expected"),
        (b'{"format":2,"game":"","entries":[],"table":{}, "x":1}', r"unknown field `x`"),
        (b'{"format":2,"game":"","entries":[],"table":{"a":' + b"[" * 200_000, "nested too deep"),
        (b'{"format":2,"game":"","entries":[],"table":' + b'{"a":' * 200_000, "nested too deep"),
        (b" " * (LARGEST + 1), "at most"),
        (TEXT.replace(b'"at":', b'"at":"\\n","was":', 1), "a line break in a stamp"),
        (TEXT.replace(b'"actor":"', b'"actor":"\xff', 1), r"^\$: it is no UTF-8"),
        (TEXT.replace(b'"hash":"', b'"hash":"zz', 1), r"^\$\.entries\[0\]\.hash: "),
    ],
)
def test_what_is_no_record_is_refused_with_the_place(text: bytes, place: str) -> None:
    with pytest.raises(BadRecord, match=place):
        check(from_json(text))


GIANT = {"type": "GameCreated", "seats": 10**8, "terms": {"name": "Giant"}, "options": {}}


def with_first(**changes: object) -> Record:
    """A record whose first event is changed, with new hashes."""
    entries = json.loads(TEXT)["entries"]
    entries[0]["event"] |= changes
    return from_json(chain_again(entries))


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        (GIANT, "100000000 players cannot play this map"),
        ({"seats": [{}] * 1000}, "1000 players cannot play this map"),
        ({"ruleset": "franchise-9"}, "there is no ruleset franchise-9"),
        ({"first": 7}, "there is no seat 7"),
        ({"money": [500, 500, 500]}, r"GameStarted with money \(.*, not \(500, 500, 500\)"),
        ({"type": "IncomeCollected"}, "missing required field"),
        ({"type": "Cheated"}, "Invalid value 'Cheated'"),
        ({"seed": "7"}, "Expected `int`"),
        ({"seed": 10**30}, "the rules give GameStarted with"),
    ],
)
def test_a_game_that_cannot_have_begun_so_is_refused_at_once(
    changes: dict[str, object], what: str
) -> None:
    began = process_time()
    with pytest.raises(BadRecord, match=what) as wrong:
        check(with_first(**changes))
    assert str(wrong.value).startswith("event 1: ")
    assert process_time() - began < 1


def test_a_payload_that_is_nested_too_deep_is_refused_by_its_version() -> None:
    deep = b'{"type":"SeatLeft","seat":0,"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    entry = replace(RECORD.entries[0], event=Raw(deep))
    text = to_json(replace(RECORD, entries=(entry, *RECORD.entries[1:])))
    with pytest.raises(BadRecord):
        check(from_json(text))


def test_a_head_that_is_not_that_of_the_last_event_is_refused() -> None:
    with pytest.raises(Tampered, match="its head is"):
        check(replace(RECORD, head=f"3:{'0' * 20}"))


def with_stamp(record: Record, number: int, **changes: str) -> Record:
    entries = list(record.entries)
    entries[number] = replace(entries[number], stamp=replace(entries[number].stamp, **changes))
    changed = replace(record, entries=tuple(entries))
    return from_json(chain_again(json.loads(to_json(changed))["entries"], changed))


def inside_a_command() -> int:
    commands = [entry.stamp.command for entry in STAMPED.entries]
    return next(i for i, name in enumerate(commands) if i and name == commands[i - 1])


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"actor": "user:9"}, "its time or actor is not that of its command's first event"),
        ({"at": "2026-01-02T12:00:01+00:00"}, "its time or actor"),
    ],
)
def test_a_command_has_one_time_and_one_actor(changes: dict[str, str], what: str) -> None:
    with pytest.raises(Tampered, match=what) as wrong:
        check(with_stamp(STAMPED, inside_a_command(), **changes))
    assert wrong.value.version == inside_a_command() + 1


def test_a_command_that_stands_in_two_places_is_refused() -> None:
    last = len(STAMPED.entries) - 1
    names = [entry.stamp.command for entry in STAMPED.entries]
    begins = names.index(names[last])
    record = STAMPED
    for number in range(begins, last + 1):
        record = with_stamp(record, number, command=names[0])
    with pytest.raises(Tampered, match=f"the command {names[0]} stands apart from its events"):
        check(record)


def test_the_older_format_has_a_digest_for_each_turn_and_no_other() -> None:
    record = record_elsewhere("two-players-introductory", UUID(int=8), form=1)
    check(record)
    for digests in (record.digests[:-1], (*record.digests, record.digests[-1]), ()):
        with pytest.raises(Tampered, match="digests, or at other events"):
            check(replace(record, digests=digests))


def test_nobody_leaves_an_empty_seat() -> None:
    entries = json.loads(to_json(STAMPED))["entries"]
    entries[1]["event"] = {"type": "SeatLeft", "seat": 0}
    with pytest.raises(Tampered, match="Nobody plays seat 0"):
        check(from_json(chain_again(entries, STAMPED)))


def test_a_game_that_nobody_has_begun_is_true_and_empty() -> None:
    assert check(record_of([])).version == 0


def test_a_player_who_leaves_before_the_start_is_lawful() -> None:
    created, taken = STAMPED.events[:2]
    left = record_of([created, taken, SeatLeft(0)])
    assert check(left).setup.seats[0].player is None
