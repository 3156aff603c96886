"""What a game is played with and who leads it, in words and small pictures."""

from datetime import datetime

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from games.bots import STAND_IN
from games.computers import computer_players
from games.domain import State
from games.drawing.glance import VIEW, glance
from games.drawing.svg import title
from games.drawing.theme import PAGE
from games.edge import now
from games.web.lobby.new_game import expansion_titles, pace_name

register = template.Library()
register.filter("expansion_titles", expansion_titles)
register.filter("pace", pace_name)
MINUTE, HOUR, DAY = 60, 3600, 86_400


@register.filter
def time_left(moment: datetime) -> str:
    """`5 hours left`, or that it has passed."""
    seconds = int((moment - now()).total_seconds())
    if seconds <= 0:
        return gettext("time is up")
    if seconds < HOUR:
        minutes = max(1, seconds // MINUTE)
        return ngettext("%(count)d minute left", "%(count)d minutes left", minutes) % {
            "count": minutes
        }
    if seconds < 2 * DAY:
        hours = round(seconds / HOUR)
        return ngettext("%(count)d hour left", "%(count)d hours left", hours) % {"count": hours}
    days = round(seconds / DAY)
    return ngettext("%(count)d day left", "%(count)d days left", days) % {"count": days}


@register.inclusion_tag("lobby/strength.html")
def strength_choice(chosen: str = STAND_IN) -> dict[str, object]:
    return {"computers": computer_players(), "chosen": chosen}


@register.inclusion_tag("lobby/strengths.html")
def strengths() -> dict[str, object]:
    """How each plays."""
    return {"computers": computer_players()}


@register.simple_tag
def little_board(state: State, heading: str) -> SafeString:
    """As `glance` serves it, in the page and with its colours; a script may play a film on it."""
    return mark_safe(  # noqa: S308
        f'<svg class="board" viewBox="{VIEW}" role="img">{title(heading)}'
        f'<g class="ground"></g><g class="pieces">{glance(state, PAGE)}</g></svg>'
    )


@register.simple_tag
def bar(colour: str, share: int) -> SafeString:
    """As long as a seat's share of the most points."""
    piece = PAGE.pieces[colour]
    return mark_safe(  # noqa: S308
        f'<svg class="bar" width="{share}%" height="10" aria-hidden="true"><rect width="100%"'
        f' height="100%" rx="5" fill="{piece.fill}" stroke="{piece.edge}" stroke-width="1"/></svg>'
    )
