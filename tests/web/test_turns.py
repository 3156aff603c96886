"""A turn is told in sentences: what was done, then what came of it."""

import pytest
from django.utils.translation import override

from games.domain import NEW_GAME, Event, events
from games.domain.state import Share
from games.web.captions import Teller
from games.web.turns import tell_turn

ENDED = events.TurnEnded(0, 1)
ROUTE = events.Expanded(0, "chicago", ("detroit", "chicago"), (3,), 3)
AGAIN = events.Expanded(0, "denver", ("casper", "denver"), (1,), 1)
OMAHA = events.MarketShareIncreased(0, "omaha", 1)
DALLAS = events.MarketShareIncreased(0, "dallas", 1)
FREE = events.MarketShareIncreased(0, "dallas", 0)
INCOME = events.IncomeCollected(0, 9, 4)

TURNS: tuple[tuple[tuple[Event, ...], str], ...] = (
    ((INCOME, ENDED), "Blue passes."),
    (
        (INCOME, ROUTE, events.FranchiseOpened(0, "chicago"), ENDED),
        "Blue expands from Detroit to Chicago for $3.",
    ),
    ((OMAHA, DALLAS, ENDED), "Blue increases the market share in Omaha and Dallas."),
    (
        (events.BonusTileSpent(0, "expand"), ROUTE, AGAIN, OMAHA, ENDED),
        "Blue turns in a bonus tile to expand a second time. Blue expands from Detroit to Chicago"
        " for $3 and from Casper to Denver for $1 and increases the market share in Omaha.",
    ),
    (
        (
            DALLAS,
            FREE,
            events.CityScored(0, "dallas", 1, majority=True, influence=4, taken_back=2),
            events.RegionScored(0, "texas", 4, 3, (Share(1, 1, 5, 6), Share(0, 2, 2))),
            ENDED,
        ),
        "Blue increases the market share in Dallas. Blue gets one more franchise in Dallas for the"
        " bonus tile. Dallas is scored: Red has the majority, 4 IP. Texas is scored: Red +6,"
        " Blue +0. For the track Blue gains 3 IP.",
    ),
    ((events.TimeRanOut(0), INCOME, ENDED), "Blue has run out of time. Blue passes."),
    (
        (events.BoomMoved(0, "omaha"), events.SetupStageBegan("playing", 0)),
        "Blue puts the Boom marker beside Omaha. Blue takes the first turn.",
    ),
    ((events.TownChosen(0, "reno", 1),), "Blue starts in Reno."),
)


@pytest.mark.parametrize(("turn", "story"), TURNS)
def test_a_turn_is_told_in_sentences(turn: tuple[Event, ...], story: str) -> None:
    with override("en"):
        assert tell_turn(Teller("en", NEW_GAME.board), turn) == story
