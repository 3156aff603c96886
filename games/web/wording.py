"""Names, colours and amounts in the language of the page."""

from collections.abc import Mapping, Sequence

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.computers import computer_name
from games.domain import State
from games.domain.notation import WORDS, Language, language_of
from games.domain.notation.words import region_name
from games.domain.state import Seat

Names = Mapping[int, str]


def current_language() -> Language:
    return language_of(get_language() or "")


def dollars(amount: int | str) -> str:
    return WORDS[current_language()].dollars.format(amount)


def name_of_region(state: State, index: int) -> str:
    return region_name(state.board.regions[index].id, WORDS[current_language()], state.board)


def list_words(words: Sequence[str]) -> str:
    """`Ada, Bob and Eve`."""
    if len(words) < 2:
        return "".join(words)
    *first, last = words
    return _("%(words)s and %(last)s") % {"words": ", ".join(first), "last": last}


def player_name(seat: Seat, names: Names) -> str:
    if seat.player is not None:
        return names.get(seat.player) or _("somebody who left")
    return computer_name(seat.bot) if seat.bot else _("free seat")
