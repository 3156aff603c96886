"""Where points come from, and game files that prove themselves."""

import msgspec
import pytest
from msgspec.structs import replace

from games.domain import Options, replay
from games.domain.breakdown import Gain, gains
from games.domain.record import Tampered, TurnDigest, check, from_json, record_of
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


def test_a_changed_event_is_found_at_its_turn() -> None:
    record = record_of(GAME)
    at = next(i for i, event in enumerate(GAME) if type(event).__name__ == "IncomeCollected")
    forged = [*GAME]
    forged[at] = replace(GAME[at], amount=7)
    turn_end = next(each.version for each in record.digests if each.version > at)
    with pytest.raises(Tampered) as found:
        check(replace(record, events=tuple(forged)))
    assert found.value.version == turn_end


def test_a_changed_digest_is_found() -> None:
    record = record_of(GAME)
    wrong = (TurnDigest(record.digests[0].version, "0" * 64), *record.digests[1:])
    with pytest.raises(Tampered) as found:
        check(replace(record, digests=wrong))
    assert found.value.version == record.digests[0].version


def test_a_missing_digest_is_found() -> None:
    record = record_of(GAME)
    with pytest.raises(Tampered, match="digests"):
        check(replace(record, digests=record.digests[:-1]))


def test_a_changed_last_table_is_found() -> None:
    record = record_of(GAME)
    with pytest.raises(Tampered, match="last table"):
        check(replace(record, table={**record.table, "winners": [0, 1, 2]}))


def test_an_unknown_event_is_refused_when_a_record_is_read() -> None:
    with pytest.raises(msgspec.ValidationError, match="Invalid value 'Cheated'"):
        from_json(b'{"format":1,"events":[{"type":"Cheated"}],"digests":[],"table":{}}')
