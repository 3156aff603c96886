"""People who are known by other numbers on another server."""

from collections.abc import Sequence
from time import process_time

import pytest
from msgspec.structs import replace

from games.domain import NEW_GAME, Event, Options, State
from games.domain.chain import Link, Stamp, payload_of
from games.domain.decide import decide
from games.domain.errors import Tampered
from games.domain.events import PlayersRenumbered
from games.domain.evolve import replay
from games.domain.lobby import CreateGame, ReplacePlayer, StartGame, TakeSeat
from games.domain.numbers import (
    HOST,
    NumberMissing,
    NumberTaken,
    RenumberPlayers,
    SameNumber,
    TooManyNumbers,
    check_renumberings,
    people_named,
)
from games.domain.state import Terms
from games.domain.take_backs import TakeBack
from tests.bots import greedy

ADA, BOB = 7, 8


def start_table() -> State:
    """Ada's table; Bob's seat was given to a computer player."""
    terms = Terms("Route 66", ADA, take_backs="any-turn")
    state = NEW_GAME
    for order in (
        CreateGame(terms, 2, Options(introductory=True)),
        TakeSeat(player=ADA),
        TakeSeat(player=BOB),
        StartGame(5, first=0),
        ReplacePlayer(1, bot="greedy"),
    ):
        state = replay(decide(state, order), state)
    return state


def test_all_whom_a_table_names_have_new_numbers() -> None:
    state = start_table()
    assert people_named(state) == (ADA, BOB)
    order = RenumberPlayers(((ADA, 1), (BOB, -1)))
    assert decide(state, order) == (PlayersRenumbered(order.numbers),)
    after = replay(decide(state, order), state)
    assert (after.setup.seats[0].player, after.terms.owner) == (1, 1)
    assert after.clock.former == (None, -1)
    assert after == replace(
        state, setup=after.setup, terms=after.terms, clock=after.clock, version=after.version
    )


def test_a_turn_that_is_taken_back_brings_no_old_number_back() -> None:
    state = start_table()
    start = state.version
    state = replay(decide(state, greedy.choose(state, 0)), state)
    state = replay(decide(state, RenumberPlayers(((ADA, 1), (BOB, -1)))), state)
    begun_at = state.turn_starts[0].version
    assert begun_at <= start
    state = replay(decide(state, TakeBack(begun_at)), state)
    assert people_named(state) == (-1, 1)


def test_nobody_is_left_out_and_no_two_are_one() -> None:
    state = start_table()
    with pytest.raises(NumberMissing, match="person 8"):
        decide(state, RenumberPlayers(((ADA, 1),)))
    with pytest.raises(SameNumber, match="number 1"):
        decide(state, RenumberPlayers(((ADA, 1), (BOB, 1))))


def test_no_two_of_a_table_change_places_and_who_sat_there_before_is_one_of_it() -> None:
    state = start_table()
    for numbers in (((ADA, BOB), (BOB, ADA)), ((ADA, BOB), (BOB, -1))):
        with pytest.raises(NumberTaken, match="another person 8"):
            decide(state, RenumberPlayers(numbers))
    kept = RenumberPlayers(((ADA, ADA), (BOB, -1)))
    assert decide(state, kept) == (PlayersRenumbered(kept.numbers),)


def test_more_numbers_than_persons_are_refused_at_once() -> None:
    state = start_table()
    with pytest.raises(TooManyNumbers, match="names 2 persons, and 3"):
        decide(state, RenumberPlayers(((ADA, 1), (ADA, 2), (BOB, 3))))
    began = process_time()
    with pytest.raises(TooManyNumbers):
        decide(state, RenumberPlayers(tuple((n, -n) for n in range(40_000))))
    assert process_time() - began < 1


def links_of(events: Sequence[Event], actor: str, fingerprint: str = "") -> list[Link]:
    stamp = Stamp("2026-01-02T12:00:00+00:00", actor, "one")
    return [
        Link(version, stamp, payload_of(event), fingerprint)
        for version, event in enumerate(events, 1)
    ]


def test_only_the_hosts_import_renumbers_and_only_once() -> None:
    renumbered = PlayersRenumbered(((ADA, 1), (BOB, -1)))
    once, twice = (renumbered,), (renumbered, renumbered)
    check_renumberings(once, links_of(once, HOST))
    with pytest.raises(Tampered, match="renumbered before"):
        check_renumberings(twice, links_of(twice, HOST))
    for links in (links_of(once, "user:7"), links_of(once, HOST, "f" * 32)):
        with pytest.raises(Tampered, match="only by the host's import"):
            check_renumberings(once, links)
