"""What an analysis says: why another turn was better, and what a player may take home."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.bots.analysis import Lesson
from games.bots.themes import Theme

REASONS: dict[Theme, Promise] = {
    "ends": _("It ends the game at the right moment."),
    "goes-on": _("It does not end the game yet."),
    "regions": _("It scores a region that the turn played left open."),
    "cities": _("It finishes a city that the turn played left open."),
    "gifts": _("It gives others fewer points."),
    "majorities": _("It holds on to a city that somebody else then won."),
    "bonus-kept": _("It spends a bonus tile where it pays."),
    "bonus-wasted": _("It keeps the bonus tile for a turn in which it pays more."),
    "idle": _("It expands where the turn played did not."),
    "split": _("It increases more market shares."),
    "income": _("It brings more income from the next turn on."),
    "place": _("It expands or grows in a better place."),
}

LESSONS: dict[Lesson, tuple[Promise, Promise]] = {
    "ends": (
        _("End the game while it stands well"),
        _("The game could have been ended there, and what came after made it worse."),
    ),
    "goes-on": (
        _("Do not end the game too early"),
        _("The game ended by this turn, though more was to be had."),
    ),
    "regions": (
        _("Close regions while they are yours"),
        _("A region that you could score stayed open, and others could still come in."),
    ),
    "cities": (
        _("Finish cities"),
        _("One more franchise would have scored a city, and brought the others there back."),
    ),
    "gifts": (
        _("Do not score for others"),
        _("These turns scored a city or a region that paid others more than it had to."),
    ),
    "majorities": (
        _("Hold the cities you are in"),
        _("Another player won a city in which one more franchise would have kept you ahead."),
    ),
    "bonus-kept": (
        _("Spend bonus tiles in time"),
        _("An unused tile is worth 4 points in the end; these turns would have made more of it."),
    ),
    "bonus-wasted": (
        _("Keep bonus tiles for when they pay"),
        _("These turns were as good without the tile, which is worth 4 points in the end."),
    ),
    "idle": (
        _("Expand whenever you can"),
        _("These turns had an expansion left that was worth its price."),
    ),
    "split": (
        _("Grow where you are"),
        _("These turns left out an increase of a market share for a dollar."),
    ),
    "income": (
        _("Look after your income"),
        _("Empty spaces of cities you are in pay each turn, and early dollars pay longest."),
    ),
    "place": (
        _("Choose the place with care"),
        _("The right kind of turn, but another place was worth more."),
    ),
    "steady": (
        _("Nothing to mend"),
        _("No turn gave away a point or more."),
    ),
}
"""A heading, and what the turns had in common."""
