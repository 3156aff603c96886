"""Reasons in words: the same ones wherever a turn is suggested."""

from typing import get_args

import pytest
from django.utils.translation import override

from games.bots import reasons
from games.bots.reasons import Reason
from games.domain.board import PRINTED_BOARD
from games.reasons import tell_reason, tell_reasons

SAID: dict[Reason, str] = {
    reasons.GameWon(): "ends the game, and you win",
    reasons.CityTaken("chicago", 8): "takes Chicago: 8 points",
    reasons.CityTaken("las-vegas", 1): "takes Las Vegas: 1 point",
    reasons.RegionClosed(
        "heartland", True, 10, 5, 3, 0
    ): "closes Heartland while you lead it: 10 to 5",
    reasons.RegionClosed("heartland", False, 4, 6, 3, 0): "closes Heartland: 7 points for you",
    reasons.RegionClosed("texas", True, 0, 0, 3, 6): "closes Texas: $6 for you",
    reasons.MilestoneReached("four-towns"): "reaches a milestone: 4 towns",
    reasons.LeadTaken("texas"): "takes the lead in Texas",
    reasons.TownTaken("reno"): "takes Reno: a point at the end",
    reasons.CityOpened("denver", 5, 4): "opens Denver, 5 empty spaces: income $4 next",
    reasons.CityOpened("denver", 1, None): "opens Denver, 1 empty space",
    reasons.IncomeGrows(4, 2): "income $4 next, $2 more",
    reasons.MoneyKept(3): "keeps $3 for later",
    reasons.MajorityNears("omaha", 2, 3): "2 of the 3 spaces you need in Omaha",
    reasons.KeptOut(1, "omaha"): "keeps Ben out of Omaha",
    reasons.LiesBeside(("denver", "omaha")): "lies beside Denver, Omaha",
}


def name(seat: int) -> str:
    return ("Ada", "Ben")[seat]


@pytest.mark.parametrize(("reason", "said"), SAID.items())
def test_a_reason_names_what_matters(reason: Reason, said: str) -> None:
    with override("en"):
        assert tell_reason(reason, PRINTED_BOARD, "en", name) == said


def test_every_kind_of_reason_is_said() -> None:
    assert {type(each) for each in SAID} == set(get_args(Reason))


def test_the_first_three_make_a_sentence() -> None:
    with override("en"):
        assert tell_reasons(SAID, PRINTED_BOARD, "en", name) == (
            "Ends the game, and you win; takes Chicago: 8 points; takes Las Vegas: 1 point."
        )
        assert tell_reasons((), PRINTED_BOARD, "en", name) == ""


def test_a_reason_is_said_in_the_readers_language() -> None:
    closed = reasons.RegionClosed("heartland", True, 10, 5, 3, 0)
    with override("de"):
        assert tell_reason(closed, PRINTED_BOARD, "de", name).endswith("10 zu 5")
