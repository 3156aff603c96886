"""Times, and what a game is played with, in words."""

from datetime import datetime

from django import template
from django.utils.translation import gettext, ngettext

from games.domain import Options
from games.domain.expansions import EXPANSIONS
from games.edge import now

register = template.Library()
MINUTE, HOUR, DAY = 60, 3600, 86_400


@register.filter
def time_left(moment: datetime) -> str:
    """`in 5 hours`, or that it has passed."""
    seconds = int((moment - now()).total_seconds())
    if seconds <= 0:
        return gettext("time is up")
    if seconds < HOUR:
        minutes = max(1, seconds // MINUTE)
        return ngettext("in %(count)d minute", "in %(count)d minutes", minutes) % {"count": minutes}
    if seconds < 2 * DAY:
        hours = round(seconds / HOUR)
        return ngettext("in %(count)d hour", "in %(count)d hours", hours) % {"count": hours}
    days = round(seconds / DAY)
    return ngettext("in %(count)d day", "in %(count)d days", days) % {"count": days}


@register.filter
def expansion_titles(options: Options) -> list[str]:
    return [gettext(each.title) for each in EXPANSIONS if each.title and each.is_played(options)]
