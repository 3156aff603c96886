"""A game goes on by a newer ruleset once all persons at its table agree."""

import pytest
from msgspec.structs import replace

from games.domain import Event, Options, State
from games.domain.chain import NO_STAMP
from games.domain.commands import command
from games.domain.decide import decide, judge
from games.domain.events import RulesetAgreed, RulesetChanged, RulesetWithdrawn
from games.domain.evolve import replay
from games.domain.lobby import (
    AbandonGame,
    CreateGame,
    LobbyCommand,
    NoSuchSeat,
    NotUnderWay,
    ReplacePlayer,
    StartGame,
    TakeSeat,
)
from games.domain.record import check, record_of
from games.domain.rejudge import rejudge
from games.domain.ruleset_change import (
    AgreeRuleset,
    KeepRuleset,
    NotNextRuleset,
    RulesetAgreedAlready,
    RulesetNotAgreed,
    next_ruleset,
)
from games.domain.rulesets import RULESET, RULESETS, Ruleset, version_of
from games.domain.state import NEW_GAME, Terms
from games.domain.take_backs import TakeBack
from tests.domain.tables import FIRST

TERMS = Terms("Route 66", take_backs="any-turn")


def begin(people: int = 2, *, bots: int = 0, ruleset: str = FIRST) -> list[Event]:
    chosen = Options(introductory=True, milestones=True, boom=False)
    events: list[Event] = []
    give(events, CreateGame(TERMS, people + bots, chosen, ruleset))
    for number in range(people):
        give(events, TakeSeat(player=number + 1))
    for _ in range(bots):
        give(events, TakeSeat(bot="greedy"))
    give(events, StartGame(seed=1, first=0))
    return events


def give(events: list[Event], *orders: LobbyCommand) -> State:
    state = replay(events)
    for order in orders:
        happened, state = judge(state, order)
        events += happened
    return state


def play_turn(events: list[Event]) -> State:
    state = replay(events)
    happened, after = judge(state, command("turn", state.mover, {}))
    events += happened
    return after


def test_with_the_last_of_the_persons_the_ruleset_changes() -> None:
    events = begin(bots=1)
    assert decide(replay(events), AgreeRuleset(1)) == (RulesetAgreed(1, RULESET),)
    state = give(events, AgreeRuleset(1))
    assert (state.setup.ruleset, state.ruleset_agreed) == (FIRST, (1,))
    assert decide(state, AgreeRuleset(0)) == (RulesetAgreed(0, RULESET), RulesetChanged(RULESET))
    state = give(events, AgreeRuleset(0))
    assert (state.setup.ruleset, state.ruleset_agreed) == (RULESET, ())
    assert state.rulings == RULESETS[RULESET].rulings
    assert next_ruleset(state) is None


def test_each_may_take_back_the_own_agreement() -> None:
    events = begin()
    assert decide(give(events, AgreeRuleset(1)), KeepRuleset(1)) == (RulesetWithdrawn(1),)
    state = give(events, KeepRuleset(1), AgreeRuleset(0))
    assert (state.setup.ruleset, state.ruleset_agreed) == (FIRST, (0,))


def test_an_agreement_is_given_once_and_taken_back_once() -> None:
    state = give(begin(), AgreeRuleset(1))
    with pytest.raises(RulesetAgreedAlready):
        decide(state, AgreeRuleset(1))
    with pytest.raises(RulesetNotAgreed) as no:
        decide(state, KeepRuleset(0))
    assert no.value.possible == (1,)


@pytest.mark.parametrize("ruleset", [FIRST, "franchise-9"])
def test_only_the_ruleset_that_follows_can_be_agreed_on(ruleset: str) -> None:
    with pytest.raises(NotNextRuleset) as no:
        decide(replay(begin()), AgreeRuleset(0, ruleset))
    assert no.value.possible == (RULESET,)


def test_the_newest_ruleset_has_none_that_follows() -> None:
    with pytest.raises(NotNextRuleset) as no:
        decide(replay(begin(ruleset=RULESET)), AgreeRuleset(0))
    assert no.value.possible == ()


def test_a_ruleset_of_another_map_does_not_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    state = replay(begin())
    monkeypatch.delitem(RULESETS, RULESET)
    monkeypatch.setitem(RULESETS, "island-1", Ruleset(board=replace(state.board)))
    assert next_ruleset(state) is None


@pytest.mark.parametrize("order", [AgreeRuleset(0), KeepRuleset(0)])
def test_a_ruleset_is_agreed_on_in_a_game_under_way(order: LobbyCommand) -> None:
    events: list[Event] = []
    opened = give(events, CreateGame(TERMS, 2, ruleset=FIRST))
    with pytest.raises(NotUnderWay):
        decide(opened, order)
    with pytest.raises(NotUnderWay):
        decide(give(begin(), AbandonGame()), order)


@pytest.mark.parametrize("order", [AgreeRuleset(7), KeepRuleset(7)])
def test_nobody_agrees_for_a_seat_that_there_is_not(order: LobbyCommand) -> None:
    with pytest.raises(NoSuchSeat):
        decide(replay(begin()), order)


def test_when_who_had_not_agreed_is_replaced_by_a_computer_the_ruleset_changes() -> None:
    events = begin(3)
    state = give(events, AgreeRuleset(0), AgreeRuleset(1))
    happened = decide(state, ReplacePlayer(2, bot="greedy"))
    assert happened[1:] == (RulesetChanged(RULESET),)
    assert give(events, ReplacePlayer(1, bot="greedy")).ruleset_agreed == (0,)


def test_a_take_back_keeps_the_ruleset_that_was_agreed_on() -> None:
    events = begin()
    state = play_turn(events)
    first_turn = state.turn_starts[0].version
    give(events, AgreeRuleset(0), AgreeRuleset(1))
    state = give(events, TakeBack(first_turn, 0))
    assert (state.turn, state.setup.ruleset, state.rulings) == (
        1, RULESET, RULESETS[RULESET].rulings,
    )  # fmt: skip


def test_a_take_back_keeps_what_was_agreed_so_far() -> None:
    events = begin()
    state = play_turn(events)
    give(events, AgreeRuleset(0))
    assert give(events, TakeBack(state.turn_starts[0].version, 0)).ruleset_agreed == (0,)


def test_a_history_with_a_change_of_the_ruleset_is_judged_again() -> None:
    events = begin()
    play_turn(events)
    give(events, AgreeRuleset(0), KeepRuleset(0), AgreeRuleset(1), AgreeRuleset(0))
    state = play_turn(events)
    *_, last = rejudge(NEW_GAME, events, NO_STAMP, {})
    assert last == state
    assert check(record_of(events)) == state


def test_people_are_told_the_number_of_a_ruleset() -> None:
    assert [version_of(name) for name in RULESETS] == ["1", "2"]
