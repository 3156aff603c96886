"""What holds in every game, whatever the players do."""

from itertools import islice, product

import msgspec
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from games.domain import Command, Illegal, Options, State
from games.domain.breakdown import gains
from games.domain.commands import command
from games.domain.decide import decide
from games.domain.digest import digest
from games.domain.events import (
    DearLinkMarked,
    MilestoneReached,
    RegionMarked,
)
from games.domain.evolve import replay, walk
from games.domain.moves import Choices, Way, options
from games.domain.payloads import decoder, encoder
from games.domain.record import check, from_json, record_of, to_json
from games.domain.rulesets import RULESETS
from games.domain.table import table
from tests.domain.games import any_options, any_players, any_ruleset, any_seed, events_of, steps

pytestmark = pytest.mark.uncounted
LONGEST_GAME = 1_000
EVERYTHING = Options(milestones=True, boom=True, region_tiles=1)


@settings(max_examples=60)
@given(any_players, any_options, any_seed, any_ruleset)
def test_franchises_are_always_forty_a_player_and_money_is_never_owed(
    players: int, chosen: Options, seed: int, ruleset: str
) -> None:
    marks = [0] * players
    for event, state in zip(
        events := events_of(players, chosen, seed, ruleset), walk(events), strict=True
    ):
        if isinstance(event, RegionMarked | DearLinkMarked | MilestoneReached) and event.franchise:
            marks[event.seat] += 1
        for seat in range(players):
            on_board = sum(owners.count(seat) for owners in state.owners)
            in_centre = len(state.centre) if seat == state.to_move else 0
            assert state.supply[seat] + on_board + in_centre + marks[seat] == 40
            assert state.spare(seat) >= 0
            assert state.money[seat] >= 0


@settings(max_examples=60)
@given(any_players, any_options, any_seed, any_ruleset)
def test_influence_is_the_sum_of_its_explanations(
    players: int, chosen: Options, seed: int, ruleset: str
) -> None:
    events = events_of(players, chosen, seed, ruleset)
    explained = [0] * players
    for gain in gains(events):
        explained[gain.seat] += gain.influence
    assert tuple(explained) == replay(events).influence


@settings(max_examples=60)
@given(any_players, any_options, any_seed, any_ruleset)
def test_games_end_and_replaying_them_gives_every_table_again(
    players: int, chosen: Options, seed: int, ruleset: str
) -> None:
    events = events_of(players, chosen, seed, ruleset)
    state, live = State(), []
    for order_state, order in islice(steps(players, chosen, seed, ruleset), LONGEST_GAME):
        live.append(order_state)
        state = replay(decide(order_state, order), order_state)
    assert state.status == "ended"
    tables = {table.version: table for table in walk(events)}
    assert all(tables[table.version] == table for table in live)
    assert tables[len(events)] == state


def survives_json(answer: msgspec.Struct) -> bool:
    return msgspec.json.decode(msgspec.json.encode(answer), type=type(answer)) == answer


@settings(max_examples=40)
@given(any_players, any_options, any_seed, any_ruleset)
def test_events_and_tables_survive_json(
    players: int, chosen: Options, seed: int, ruleset: str
) -> None:
    events = events_of(players, chosen, seed, ruleset)
    assert decoder.decode(encoder.encode(events)) == events
    for state, order in steps(players, chosen, seed, ruleset):
        assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
        assert survives_json(table(state))
        assert options(state).seat == order.seat
        assert survives_json(options(state))


@settings(max_examples=30)
@given(any_players, any_options, any_seed, any_ruleset)
def test_a_record_agrees_with_itself_and_survives_json(
    players: int, chosen: Options, seed: int, ruleset: str
) -> None:
    record = record_of(events_of(players, chosen, seed, ruleset))
    again = from_json(to_json(record))
    assert again == record
    assert digest(check(again)) == record.entries[-1].digest


def is_accepted(state: State, order: Command) -> bool:
    try:
        decide(state, order)
    except Illegal:
        return False
    return True


def is_playable(state: State, **body: object) -> bool:
    return is_accepted(state, command("turn", state.mover, body))


@settings(max_examples=25)
@given(any_players, any_options, any_seed, any_ruleset)
def test_what_is_offered_is_exactly_what_is_accepted(
    players: int, chosen: Options, seed: int, ruleset: str
) -> None:
    checks = {
        "towns": check_towns, "boom": check_boom_start, "draft": check_draft, "playing": check_turn,
    }  # fmt: skip
    for number, (state, _) in enumerate(steps(players, chosen, seed, ruleset)):
        if state.status != "playing" or number % 9 == seed % 9:
            checks[state.status](state, options(state))


@settings(max_examples=8)
@given(any_players, any_seed)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_with_both_tools_too_what_is_offered_is_exactly_what_is_accepted(
    ruleset: str, players: int, seed: int
) -> None:
    for number, (state, _) in enumerate(steps(players, EVERYTHING, seed, ruleset)):
        if state.status == "playing" and number % 9 == seed % 9:
            equipped = replace(state, tools=(("route", "development"),) * players)
            check_turn(equipped, options(equipped))
            check_both_tools(equipped, options(equipped))


def check_towns(state: State, offered: Choices) -> None:
    towns = [
        town
        for town in state.board.ids
        if is_accepted(state, command("town", state.mover, {"town": town}))
    ]
    assert list(offered.towns) == towns


def check_boom_start(state: State, offered: Choices) -> None:
    cities = [
        city
        for city in state.board.ids
        if is_accepted(state, command("boom", state.mover, {"boom": city}))
    ]
    assert list(offered.cities) == cities


def check_draft(state: State, offered: Choices) -> None:
    mover = state.mover
    if offered.places:
        fitting: dict[str, tuple[int, ...]] = {}
        for place, size in product(state.board.ids, range(1, 10)):
            if is_accepted(state, command("draft", mover, {"place": place, "tile": size})):
                fitting[place] = (*fitting.get(place, ()), size)
        assert offered.places == fitting
        return
    for tile, region in product(["texas", "n01", "n20", "nothing"], state.board.region_index):
        order = {"tile": tile, "region": region} if offered.regions else {"tile": tile}
        is_offered = tile in offered.tiles and region in (offered.regions or [region])
        assert is_accepted(state, command("draft", mover, order)) == is_offered


def body(way: Way) -> dict[str, object]:
    chain = {"via": way.via} if way.via else {}
    cash = {"bonus": "cash"} if way.needs else {}
    return {"expand": [{"to": way.to, "from": way.origin, **chain}], **cash}


def check_turn(state: State, turn: Choices) -> None:
    assert is_playable(state)
    check_expansions(state, turn)
    check_increases(state, turn)
    for tool, ways in turn.use.items():
        assert all(is_playable(state, use=tool, **body(way)) for way in ways)
        near = {way.to for way in ways}
        with_cash = {"bonus": "cash"} if "cash" in turn.bonus else {}
        for place in set(state.board.ids) - near:
            assert not is_playable(state, use=tool, expand=[{"to": place}], **with_cash)
    cities = {each.city for each in turn.boom}
    assert all(is_playable(state, boom=place) == (place in cities) for place in state.board.ids)
    assert is_playable(state, bonus="cash") == ("cash" in turn.bonus)


def check_both_tools(state: State, turn: Choices) -> None:
    both = ["development", "route"]
    assert all(is_playable(state, use=both, **body(way)) for way in turn.use_both)
    with_cash = {"bonus": "cash"} if "cash" in turn.bonus else {}
    for place in set(state.board.ids) - {way.to for way in turn.use_both}:
        assert not is_playable(state, use=both, expand=[{"to": place}], **with_cash)


def check_expansions(state: State, turn: Choices) -> None:
    assert all(is_playable(state, **body(way)) for way in turn.expand)
    ways = {(way.to, way.origin): way.needs for way in turn.expand}
    for place, origin in product(state.board.ids, state.board.ids):
        order = {"expand": [{"to": place, "from": origin}]}
        needs = ways.get((place, origin), "nothing like it")
        if state.board.neighbours[state.board.index[place]] >> state.board.index[origin] & 1:
            assert is_playable(state, **order) == (needs is None)
            if "cash" in turn.bonus:
                assert is_playable(state, bonus="cash", **order) == (needs in (None, "cash"))


def check_increases(state: State, turn: Choices) -> None:
    growing = {each.city: each.can_double for each in turn.increase}
    for place in state.board.ids:
        assert is_playable(state, increase=[place]) == (place in growing)
        if "share" in turn.bonus and state.spare(state.mover) > 1:
            doubled = is_playable(state, bonus="share", increase=[place], double=place)
            assert doubled == growing.get(place, False)
