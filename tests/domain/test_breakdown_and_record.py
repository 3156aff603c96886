"""Where points come from, and game files that prove themselves."""

from hashlib import sha256
from pathlib import Path

import pytest
from msgspec import Raw
from msgspec.structs import replace

from games.domain import Options
from games.domain.breakdown import Gain, gains
from games.domain.chain import Link, ShortHead, Stamp, format_of, genesis, hash_of, payload_of
from games.domain.errors import Malformed, Tampered
from games.domain.events import IncomeCollected
from games.domain.evolve import replay
from games.domain.record import Record, check, check_head, from_json, record_of, to_json
from games.domain.verify import main
from tests.domain.games import events_of
from tests.domain.tables import lay, turn

GAME = events_of(3, Options(), 11)


def test_every_gain_says_what_when_and_why() -> None:
    table = lay(
        5,
        "chicago: red blue white black blue orange\nomaha: red red blue red",
        to_move="red",
        sizes={"omaha": 6},
        markers={"great-lakes": "blue", "heartland": "blue"},
    )
    events = turn(table, increase=["chicago", "omaha"])
    assert gains(events) == (
        Gain(1, 3, "city", "most-of-a-full-city", "T8", 1, 5, "chicago"),
        Gain(1, 6, "city", "majority", "T8", 1, 7, "omaha"),
    )


def test_a_region_explains_each_rank_and_the_track() -> None:
    table = lay(
        5,
        "new-york scored: red red blue black\npittsburgh: red",
        to_move="red",
        markers={"northeast": "red"},
        money={"red": 1},
    )
    explained = gains(turn(table, increase=["pittsburgh"]))
    assert [(gain.seat, gain.influence, gain.why) for gain in explained] == [
        (1, 2, "majority"),
        (1, 6, "first"),
        (3, 5, "second"),
        (0, 4, "present"),
        (1, 3, "active-player"),
    ]


def test_the_end_of_the_game_is_explained_part_by_part() -> None:
    final = [gain for gain in gains(GAME) if gain.why == "final-scoring"]
    assert {gain.what for gain in final} == {"towns", "money", "bonus-tiles"}
    assert {gain.turn for gain in final} == {replay(GAME).turn - 1}


def test_an_honest_record_passes() -> None:
    assert check(record_of(GAME)) == replay(GAME)


def change_entry(record: Record, at: int, **changes: object) -> Record:
    entries = list(record.entries)
    entries[at - 1] = replace(entries[at - 1], **changes)
    return replace(record, entries=tuple(entries))


def chain_again(record: Record, at: int, payload: bytes) -> Record:
    """Changes an event and computes every hash from there on anew, as a good forger would."""
    previous, entries = genesis(record.game), []
    for entry in record.entries:
        event = Raw(payload) if entry.version == at else entry.event
        changed = replace(entry, event=event)
        previous = hash_of(changed.link(), previous)
        entries.append(replace(changed, hash=previous.hex()))
    return replace(record, entries=tuple(entries), head="")


def test_a_changed_event_is_found_by_its_version() -> None:
    record = record_of(GAME)
    for version, event in enumerate(record.entries, 1):
        other = Raw(bytes(event.event).replace(b"0", b"1"))
        if other == event.event:
            continue
        with pytest.raises(Tampered) as error:
            check(change_entry(record, version, event=other))
        assert error.value.version == version


def test_a_changed_stamp_is_found_by_its_version() -> None:
    with pytest.raises(Tampered) as error:
        check(change_entry(record_of(GAME), 7, stamp=Stamp(actor="user:2")))
    assert error.value.version == 7


def test_a_missing_event_is_found_by_its_version() -> None:
    record = record_of(GAME)
    with pytest.raises(Tampered, match="event 5: it is missing; event 6 stands in its place"):
        check(replace(record, entries=record.entries[:4] + record.entries[5:]))


def test_a_chain_belongs_to_its_game() -> None:
    with pytest.raises(Tampered) as error:
        check(replace(record_of(GAME), game="another"))
    assert error.value.version == 1


def test_a_forged_event_with_a_new_chain_is_found_by_the_rules() -> None:
    record = record_of(GAME)
    at = next(i for i, event in enumerate(GAME, 1) if isinstance(event, IncomeCollected))
    payload = bytes(record.entries[at - 1].event).replace(b'"amount":', b'"amount":9')
    with pytest.raises(Tampered) as error:
        check(chain_again(record, at, payload))
    assert error.value.version == at


def test_no_line_break_can_be_hidden_in_a_stamp() -> None:
    with pytest.raises(ValueError, match="line break"):
        Stamp(actor="user:1\nuser:2")


def test_the_hash_is_the_one_that_the_module_describes() -> None:
    stamp = Stamp("2026-01-02T03:04:05Z", "user:1", "abc")
    link = Link(2, stamp, b'{"type":"SeatLeft","seat":0}', "f00", "d19e57")
    text = b"2\nSeatLeft\n2026-01-02T03:04:05Z\nuser:1\nabc\nf00\nd19e57\n" + link.payload
    first = sha256(b"franchise chain 2\ngame").digest()
    assert hash_of(link, genesis("game")) == sha256(first + text).digest()


def test_a_hash_of_format_1_is_as_it_was() -> None:
    stamp = Stamp("2026-01-02T03:04:05Z", "user:1", "abc")
    text = b"2\n2026-01-02T03:04:05Z\nuser:1\nabc\n{}"
    first = sha256(b"game").digest()
    assert hash_of(Link(2, stamp, b"{}"), genesis("game", 1), 1) == sha256(first + text).digest()


def test_the_verifier_says_what_is_true_and_what_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = record_of(GAME)
    honest, wrong, broken = (tmp_path / name for name in ("honest", "wrong", "broken"))
    honest.write_bytes(to_json(record))
    wrong.write_bytes(to_json(record).replace(b'"amount":1', b'"amount":2', 1))
    broken.write_bytes(b"{")
    assert main([str(honest)]) == 0
    assert main([str(honest), str(wrong)]) == 1
    assert main([str(broken)]) == 1
    output = capsys.readouterr().out
    assert f"{honest}: {len(GAME)} events in format 2, ended, head {record.head}: true" in output
    assert "its hash does not follow from what it says" in output


def with_digest(record: Record, version: int, digest: str) -> Record:
    """Changes a digest and computes every hash from there on anew."""
    previous, entries = genesis(record.game), []
    for entry in record.entries:
        changed = replace(entry, digest=digest) if entry.version == version else entry
        previous = hash_of(changed.link(), previous)
        entries.append(replace(changed, hash=previous.hex()))
    return replace(record, entries=tuple(entries), head="")


def test_a_changed_digest_is_found() -> None:
    record = record_of(GAME)
    version = next(entry.version for entry in record.entries if entry.digest)
    with pytest.raises(Tampered, match="another one than its digest says") as error:
        check(with_digest(record, version, "0" * 64))
    assert error.value.version == version


def test_a_missing_digest_is_found() -> None:
    with pytest.raises(Tampered, match="digest of the table after it is missing") as error:
        check(with_digest(record_of(GAME), len(GAME), ""))
    assert error.value.version == len(GAME)


def test_a_changed_last_table_is_found() -> None:
    record = record_of(GAME)
    with pytest.raises(Tampered, match="last table"):
        check(replace(record, table={**record.table, "winners": [0, 1, 2]}))


def test_an_unknown_event_is_refused_when_a_record_is_read() -> None:
    entries = b'[{"version":1,"stamp":{},"hash":"","event":{"type":"Cheated"}}]'
    text = b'{"format":1,"game":"","entries":%s,"digests":[],"table":{}}' % entries
    with pytest.raises(Malformed, match="event 1: Invalid value 'Cheated'"):
        _ = from_json(text).events


def test_a_record_contains_every_head_that_its_game_had_and_no_other() -> None:
    record = record_of(GAME)
    for version in (1, len(GAME)):
        check_head(record, ShortHead(version, record.entries[version - 1].hash[:20]))
    with pytest.raises(Tampered, match="its hash is not that of the head"):
        check_head(record, ShortHead(2, record.entries[0].hash[:20]))
    with pytest.raises(Tampered, match=f"the record ends with event {len(GAME)}"):
        check_head(record, ShortHead(len(GAME) + 1, "0" * 20))


@pytest.mark.parametrize("form", [1, 2])
def test_the_first_hash_tells_the_format_of_a_chain(form: int) -> None:
    first = Link(1, Stamp(), payload_of(GAME[0]))
    hash_ = hash_of(first, genesis("a game", form), form)
    assert format_of("a game", first, hash_) == form
    assert format_of("another game", first, hash_) is None
