"""Every event has a sentence of its own."""

from typing import get_args

import pytest
from django.utils.translation import override

from games.domain import NEW_GAME, Event, Options
from games.domain.events import (
    BankOpened,
    BankUsed,
    BonusTileSpent,
    BoomMoved,
    CityScored,
    DeadlineSet,
    Expanded,
    FranchiseOpened,
    GameAbandoned,
    GameCreated,
    GameEnded,
    GameStarted,
    IncomeCollected,
    MarketShareIncreased,
    MilestoneReached,
    PauseAgreed,
    PauseEnded,
    PauseWithdrawn,
    PlayerInvited,
    PlayerReplaced,
    PlayersRenumbered,
    RegionMarked,
    RegionScored,
    SeatLeft,
    SeatTaken,
    SetupStageBegan,
    TileChosen,
    TilePlaced,
    TilesDealt,
    TimeRanOut,
    ToolSpent,
    TownChosen,
    TurnEnded,
    TurnTakenBack,
)
from games.domain.state import RULESET, Final, Share, Terms
from games.web.replay.captions import captions
from tests.domain.games import events_of

SAID: dict[Event, str] = {
    GameCreated(Terms(), 2, Options(), RULESET): "A table is set up.",
    SeatTaken(0, player=1): "Blue: a player sits down.",
    SeatTaken(1, bot="greedy"): "Red: a computer player sits down.",
    SeatLeft(0): "Blue: the seat is free again.",
    PlayerInvited("x"): "Somebody is invited.",
    PlayerReplaced(0, player=2): "Blue: another player takes the seat.",
    PlayerReplaced(0, bot="greedy"): "Blue: a computer player plays on.",
    PlayersRenumbered(((1, 2),)): "The game came here from another server.",
    GameAbandoned(): "The game is abandoned.",
    DeadlineSet(None, "paused"): "The clock stops.",
    DeadlineSet(1, "turn"): "The clock is set.",
    BankOpened(0): "Blue draws on the time in the bank.",
    BankUsed(0, 60): "Blue draws on the time in the bank.",
    PauseAgreed(0): "Blue agrees to a pause.",
    PauseWithdrawn(0): "Blue no longer wants a pause.",
    PauseEnded(0): "Blue ends the pause.",
    SetupStageBegan("towns", 1): "Red is the first to choose.",
    SetupStageBegan("playing", 0): "Blue takes the first turn.",
    TileChosen(0, "a-1", 1, last=False): "Blue chooses a-1",
    TilesDealt(("a-1", "b-2")): "a-1, b-2",
    TilePlaced(0, "omaha", 6, 1): "Blue places 6: Omaha",
    TownChosen(0, "reno", 1): "Blue starts in Reno",
    BoomMoved(0, "omaha"): "Blue puts the Boom marker beside Omaha.",
    TimeRanOut(0): "Blue has run out of time.",
    IncomeCollected(0, 1, 2): "Blue collects $2 for 1 empty space.",
    IncomeCollected(0, 9, 4): "Blue collects $4 for 9 empty spaces.",
    BonusTileSpent(0, "cash", 10): "Blue turns in a bonus tile for $10.",
    BonusTileSpent(0, "share"): "Blue turns in a bonus tile to double a market share.",
    BonusTileSpent(0, "expand"): "Blue turns in a bonus tile to expand a second time.",
    ToolSpent(0, "route"): "Blue uses the Route tile.",
    ToolSpent(0, "development"): "Blue uses the Development tile.",
    Expanded(0, "chicago", ("detroit", "chicago"), (3,), 3): (
        "Blue expands from Detroit to Chicago for $3."
    ),
    MarketShareIncreased(0, "omaha", 1): "Blue increases the market share in Omaha for $1.",
    MarketShareIncreased(0, "omaha", 0): (
        "Blue gets one more franchise in Omaha for the bonus tile."
    ),
    FranchiseOpened(0, "omaha"): "Blue opens a franchise in Omaha.",
    CityScored(0, "omaha", 1, majority=True, influence=4, taken_back=2): (
        "Omaha is scored: Red has the majority, 4 IP."
    ),
    CityScored(0, "omaha", 1, majority=False, influence=2, taken_back=1): (
        "Omaha is full: Red has the most there, 2 IP."
    ),
    RegionMarked(0, "texas", franchise=True): "Blue marks the region tile of Texas.",
    RegionScored(0, "texas", 4, 3, (Share(1, 1, 5, 6), Share(0, 2, 2, dollars=4))): (
        "Texas is scored: Red +6, Blue $4. For the track Blue gains 3 IP."
    ),
    MilestoneReached(0, "four-towns", franchise=True): "Blue reaches a milestone: 4 towns.",
    TurnTakenBack(3): "The game goes back.",
    TurnTakenBack(3, seat=0): "Blue takes the turn back.",
    TurnEnded(0, 1): "Blue ends the turn.",
    GameEnded("red-zone", (Final(0, 1, 1, 1, 9), Final(1, 1, 1, 1, 8)), (0,)): (
        "The game is over: Blue 9, Red 8. Blue wins."
    ),
}


@pytest.mark.parametrize(("event", "sentence"), SAID.items())
def test_an_event_is_told_in_a_sentence(event: Event, sentence: str) -> None:
    with override("en"):
        assert captions([event], "en", NEW_GAME.board) == [sentence]


def test_there_is_a_sentence_for_every_kind_of_event() -> None:
    started = events_of(2, Options(), 1)[0]
    with override("en"):
        assert captions([started], "en", NEW_GAME.board) == ["The board is laid out."]
    assert {type(event) for event in SAID} | {GameStarted} == set(get_args(Event))
