"""What the first game says at each of its steps."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct


class StepWords(Struct, frozen=True):
    """`task` says what to do, `hint` helps after a wrong choice, `right` comes with the next step."""

    phase: Promise
    task: Promise
    hint: Promise
    right: Promise


INCOME, EXPAND = _("Phase 1: income"), _("Phase 2: expand")
INCREASE, OPEN = _("Phase 3: increase market share"), _("Phase 4: open and score")
REGIONS = _("Phase 5: score regions")

STEPS = {
    "income": StepWords(
        INCOME,
        _(
            "You are Blue, with a franchise in the towns of Pueblo and Indianapolis. "
            "A turn begins with income for the empty spaces of your cities; you are in no city "
            "yet. How many dollars do you get?"
        ),
        _("Nobody goes empty-handed: the least that a turn pays is $1."),
        _("Right: the least is $1. With the $2 you started with, you now have $3."),
    ),
    "expand": StepWords(
        EXPAND,
        _(
            "From any of your franchises you may go along one link to a neighbouring place and "
            "pay what the link costs. Go from Indianapolis to Detroit: tap it on the board."
        ),
        _("Look for the thin double line that leads from Indianapolis to the north."),
        _("Detroit is yours for $1: a city of 4 spaces, of which you hold the first."),
    ),
    "spaces": StepWords(
        INCOME,
        _(
            "Red has played, and it is your turn again. Count the empty spaces of all unscored "
            "cities that you are in: how many are there?"
        ),
        _("You are in one city only, Detroit. It has 4 spaces, and one of them is taken."),
        _("Three empty spaces pay $1 when two play. The more room you have, the more you earn."),
    ),
    "town": StepWords(
        EXPAND,
        _(
            "Small cities are quickly won. Go from Indianapolis to Pittsburgh, a city of 2: the "
            "link costs $1."
        ),
        _("Keep a dollar for later in this turn. Pittsburgh lies to the east."),
        _("A marker stands in Pittsburgh. It becomes a franchise at the end of your turn."),
    ),
    "share": StepWords(
        INCREASE,
        _(
            "In every unscored city where you have a franchise you may add one more, for $1 "
            "each. Strengthen your market share: tap Detroit."
        ),
        _("It has to be a city where a franchise of yours stands already, not just a marker."),
        _("Your turn is done. Red goes on in the south, and has won Jacksonville meanwhile."),
    ),
    "majority": StepWords(
        INCREASE,
        _(
            "Who holds more than half of all spaces of a city wins it at once. You hold 2 of 4 "
            "in Detroit and 1 of 2 in Pittsburgh: add one in both."
        ),
        _("Tap the cities where one franchise more makes more than half."),
        _("Two dollars well spent. Now the franchises are opened, one city after the other."),
    ),
    "points": StepWords(
        OPEN,
        _(
            "You hold 3 of 4 spaces in Detroit: an absolute majority, which gains the city’s "
            "whole value. How many points is Detroit worth?"
        ),
        _("The number in the middle of a city is both its spaces and its value."),
        _(
            "4 points for Detroit, and 2 for Pittsburgh. Of your franchises there one stays, and "
            "as you scored first in both regions, you mark their tiles."
        ),
    ),
    "bonus": StepWords(
        INCREASE,
        _(
            "Some rounds later: in New York you hold 3 of 8 spaces, Red holds 2. You have added "
            "one for $1, but more than half would be 5. Which use of a bonus tile helps?"
        ),
        _("You need one more franchise in New York, in this turn."),
        _("A double market share: two franchises for $1, and New York is yours for 8 points."),
    ),
    "region": StepWords(
        REGIONS,
        _(
            "Pittsburgh and New York are both scored, so the Northeast is: its tile says 6, 5, 4. "
            "You and Red have two franchises each, but yours lies beside the tile and breaks the "
            "tie; the region track gives 2 more to whose turn it is. How many points for you?"
        ),
        _("The first of a region gets the highest number of its tile. Then add the track’s."),
        _("6 for the most franchises and 2 from the track: 8 points."),
    ),
}

BONUSES = {
    "expand": _("Expand a second time"),
    "share": _("Double market share"),
    "cash": _("Take $10"),
}
