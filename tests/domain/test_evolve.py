"""The table after each event, and what of it a digest stands for."""

from typing import get_args

import pytest
from msgspec.structs import replace

from games.domain import NEW_GAME, Event, Options
from games.domain.digest import digest
from games.domain.events import by_type
from games.domain.evolve import evolve, replay, walk
from games.domain.rulesets import RULESET
from games.domain.setup import start
from games.domain.state import (
    Clock,
    ComputerWish,
    Final,
    RegionScore,
    Setup,
    State,
    Terms,
    freeze,
    thaw,
)
from tests.domain.games import events_of

GAME = events_of(3, Options(milestones=True, boom=True, region_tiles=1), 11)
OUTSIDE_A_DIGEST: dict[str, object] = {
    # Around the game.
    "version": 9,
    "terms": Terms("Another name"),
    "deadline": 9,
    "paused": True,
    "clock": Clock(banking=True),
    "ruleset_agreed": (1,),
    "computer_wishes": (ComputerWish(0, 1, "strong"),),
    "turn_starts": (NEW_GAME,),
    # Says again what others say.
    "present": (1, 1, 1),
    "scored": (RegionScore(0, 1, 1, ()),),
    "final": (Final(0, 1, 1, 1, 1),),
}


def test_a_walk_shows_the_table_that_every_part_of_a_history_folds_to() -> None:
    assert list(walk(GAME)) == [replay(GAME[:version]) for version in range(1, len(GAME) + 1)]


def test_a_walk_may_begin_at_any_table() -> None:
    begun = replay(GAME[:20])
    assert list(walk(GAME[20:23], begun)) == list(walk(GAME[:23]))[20:]
    assert evolve(begun, GAME[20]) == replay(GAME[:21])


def test_a_thawed_table_keeps_every_field() -> None:
    for state in walk(GAME):
        assert freeze(thaw(state)) == state


def test_a_table_does_not_change_with_what_was_thawed_from_it() -> None:
    state = replay(GAME[:40])
    money, owners = state.money, state.owners
    mutable = thaw(state)
    mutable.money[0] += 1
    mutable.owners[0] = (2,)
    assert (state.money, state.owners) == (money, owners)


def test_every_field_of_a_table_is_in_its_digest_or_known_to_be_outside() -> None:
    table = replay(start(3, first=0, options=Options(milestones=True, boom=True), seed=1))
    inside: dict[str, object] = {
        "status": "boom",
        "setup": Setup(RULESET, table.setup.seats, milestones=tuple("abcdef")),
        "turn": 9,
        "to_move": None,
        "money": (9, 9, 9),
        "influence": (9, 9, 9),
        "supply": (9, 9, 9),
        "bonus": (9, 9, 9),
        "spent": (9, 9, 9),
        "reserve": (9, 9, 9),
        "owners": ((1,), *table.owners[1:]),
        "sizes": (9, *table.sizes[1:]),
        "free": 0,
        "expanding": (1,),
        "centre": (1,),
        "boom": 1,
        "tiles": table.tiles[::-1],
        "markers": (1, *table.markers[1:]),
        "track": (1,),
        "city_pool": (5,),
        "region_pool": table.tiles[:1],
        "chosen": table.tiles[:1],
        "milestones": ((1,), *table.milestones[1:]),
        "dear_links": (9, 9, 9),
        "dear_marks": (1,),
        "tools": (("route",), (), ()),
        "still": (1,),
        "winners": (1,),
    }
    assert {*inside, *OUTSIDE_A_DIGEST} == set(State.__struct_fields__)
    for field, value in inside.items():
        assert digest(replace(table, **{field: value})) != digest(table), field
    for field, value in OUTSIDE_A_DIGEST.items():
        assert digest(replace(table, **{field: value})) == digest(table), field


def test_a_table_without_a_row_for_an_event_or_with_one_too_many_is_not_made() -> None:
    rows = {event.__name__: 1 for event in get_args(Event)}
    assert set(by_type(**rows)) == set(get_args(Event))
    with pytest.raises(LookupError, match="Nonsense"):
        by_type(**rows, Nonsense=1)
    del rows["GameEnded"]
    with pytest.raises(LookupError, match="GameEnded"):
        by_type(**rows)
