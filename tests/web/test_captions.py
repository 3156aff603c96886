"""Every event has a sentence of its own."""

from typing import get_args

import pytest
from django.utils.translation import override

from games.domain import NEW_GAME, Event, Options, events
from games.domain.rulesets import RULESET
from games.domain.state import Final, Share, Terms
from games.web.captions import captions
from tests.domain.games import events_of

SAID: dict[Event, str] = {
    events.GameCreated(Terms(), 2, Options(), RULESET): "A table is set up.",
    events.SeatTaken(0, player=1): "Blue: a player sits down.",
    events.SeatTaken(1, bot="greedy"): "Red: Regular (computer) sits down.",
    events.SeatLeft(0): "Blue: the seat is free again.",
    events.PlayerInvited("x"): "Somebody is invited.",
    events.PlayerReplaced(0, player=2): "Blue: another player takes the seat.",
    events.PlayerReplaced(0, bot="master"): "Blue: Master (computer) plays on.",
    events.PlayersRenumbered(((1, 2),)): "The game came here from another server.",
    events.GameAbandoned(): "The game is abandoned.",
    events.DeadlineSet(None, "paused"): "The clock stops.",
    events.DeadlineSet(1, "turn"): "The clock is set.",
    events.BankOpened(0): "Blue draws on the time in the bank.",
    events.BankUsed(0, 60): "Blue draws on the time in the bank.",
    events.PauseAgreed(0): "Blue agrees to a pause.",
    events.PauseWithdrawn(0): "Blue no longer wants a pause.",
    events.PauseEnded(0): "Blue ends the pause.",
    events.SetupStageBegan("towns", 1): "Red is the first to choose.",
    events.SetupStageBegan("playing", 0): "Blue takes the first turn.",
    events.TileChosen(0, "a-1", 1, last=False): "Blue chooses a-1",
    events.TilesDealt(("a-1", "b-2")): "a-1, b-2",
    events.TilePlaced(0, "omaha", 6, 1): "Blue places 6: Omaha",
    events.TownChosen(0, "reno", 1): "Blue starts in Reno.",
    events.BoomMoved(0, "omaha"): "Blue puts the Boom marker beside Omaha.",
    events.TimeRanOut(0): "Blue has run out of time.",
    events.IncomeCollected(0, 1, 2): "Blue collects $2 for 1 empty space.",
    events.IncomeCollected(0, 9, 4): "Blue collects $4 for 9 empty spaces.",
    events.BonusTileSpent(0, "cash", 10): "Blue turns in a bonus tile for $10.",
    events.BonusTileSpent(0, "share"): "Blue turns in a bonus tile to double a market share.",
    events.BonusTileSpent(0, "expand"): "Blue turns in a bonus tile to expand a second time.",
    events.ToolSpent(0, "route"): "Blue uses the Route tile.",
    events.ToolSpent(0, "development"): "Blue uses the Development tile.",
    events.Expanded(0, "chicago", ("detroit", "chicago"), (3,), 3): (
        "Blue expands from Detroit to Chicago for $3."
    ),
    events.MarketShareIncreased(0, "omaha", 1): "Blue increases the market share in Omaha for $1.",
    events.MarketShareIncreased(0, "omaha", 0): (
        "Blue gets one more franchise in Omaha for the bonus tile."
    ),
    events.FranchiseOpened(0, "omaha"): "Blue opens a franchise in Omaha.",
    events.CityScored(0, "omaha", 1, majority=True, influence=4, taken_back=2): (
        "Omaha is scored: Red has the majority, 4 IP."
    ),
    events.CityScored(0, "omaha", 1, majority=False, influence=2, taken_back=1): (
        "Omaha is full: Red has the most there, 2 IP."
    ),
    events.RegionMarked(0, "texas", franchise=True): "Blue marks the region tile of Texas.",
    events.RegionScored(0, "texas", 4, 3, (Share(1, 1, 5, 6), Share(0, 2, 2, dollars=4))): (
        "Texas is scored: Red +6, Blue $4. For the track Blue gains 3 IP."
    ),
    events.DearLinkMarked(0, franchise=True): "Blue marks the milestone: two $8 links.",
    events.RulesetAgreed(0, RULESET): "Blue agrees to the new ruleset.",
    events.RulesetWithdrawn(0): "Blue keeps to the old ruleset.",
    events.RulesetChanged(RULESET): "All agree: ruleset 2 holds from here on.",
    events.ComputerWanted(0, 1, "strong"): "Blue would like Strong (computer) to play Red.",
    events.ComputerWanted(0, 1, None): "Blue wants no other computer player for Red.",
    events.MilestoneReached(0, "four-towns", franchise=True): "Blue reaches a milestone: 4 towns.",
    events.TurnTakenBack(3): "The game goes back.",
    events.TurnTakenBack(3, seat=0): "Blue takes the turn back.",
    events.TurnEnded(0, 1): "Blue ends the turn.",
    events.GameEnded("red-zone", (Final(0, 1, 1, 1, 9), Final(1, 1, 1, 1, 8)), (0,)): (
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
    assert {type(event) for event in SAID} | {events.GameStarted} == set(get_args(Event))
