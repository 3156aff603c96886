"""Where two moments of a game differ, or two games, or a game and a what-if line."""

import re
from collections.abc import Callable, Sequence
from uuid import UUID

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Struct

from games import variations
from games.access import see_game
from games.domain import Event
from games.domain.course import first_difference
from games.domain.notation import Language
from games.domain.story import differences
from games.models import Person
from games.variations import NoSuchVariation
from games.web.captions import Teller
from games.web.replay.history import History, history_of
from games.web.requests import number_in

LINE = re.compile(r"what-if/([\w-]{20,})")
GAME = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Difference(Struct, frozen=True):
    """The first event of one side that the other has not, and the address that shows it."""

    name: str
    address: str
    version: int
    text: str


class Comparison(Struct, frozen=True):
    """`changed` are places and regions to mark, `differences` where each game first differs."""

    says: str
    changed: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()


def compare(
    history: History, version: int, against: str, person: Person | None, language: Language
) -> Comparison:
    """`against` is the number of another version of this game, or the id or address of another
    game, or the address of a shared line of this one."""
    line, game = LINE.search(against), GAME.search(against)
    if line is not None:
        return _compare_variation(history, line[1], language)
    if game is not None:
        return _compare_games(history, UUID(game[0]), person, language)
    return _compare_moments(history, version, against.strip())


def _compare_moments(history: History, version: int, against: str) -> Comparison:
    number = number_in(against)
    if number is None or not 1 <= number <= history.version:
        return Comparison(_("There is no such moment to compare with."))
    earlier, later = sorted((number, version))
    changed = differences(history.states[earlier], history.states[later])
    text = _("What changed on the board between moment %(one)s and moment %(other)s is marked.")
    return Comparison(
        text % {"one": earlier, "other": later} if changed else _("The board is the same there."),
        changed,
    )


def _compare_games(
    history: History, game_id: UUID, person: Person | None, language: Language
) -> Comparison:
    try:
        view = see_game(person, game_id)
    except Http404:
        return Comparison(_("There is no such game to compare with."))
    other = history_of(game_id, view.version)
    return _compare_histories(
        history,
        other.events,
        language,
        name=_("The other game"),
        address=lambda version: _moment_address(game_id, version),
    )


def _compare_variation(history: History, secret: str, language: Language) -> Comparison:
    """Whoever has a line's address may see it, if they may see its game."""
    try:
        line = variations.get_shared_variation(secret)
    except NoSuchVariation:
        line = None
    if line is None or line.game_id != history.game_id:
        return Comparison(_("There is no such line to compare with."))
    steps = variations.replay_steps(line, history.states[line.base])
    tried = (*history.events[: line.base], *(event for step in steps for event in step.events))
    return _compare_histories(
        history,
        tried,
        language,
        name=_("What was tried"),
        address=lambda _version: reverse("whatif-shared", args=[secret]),
    )


def _compare_histories(
    history: History,
    other: Sequence[Event],
    language: Language,
    *,
    name: str,
    address: Callable[[int], str],
) -> Comparison:
    split = first_difference(history.events, other)
    if split is None:
        return Comparison(_("Both games went alike."))
    teller = Teller(language, history.last.board)
    parted: list[Difference] = []
    if split.here is not None:
        text = teller.tell(history.events[split.here - 1])
        here = _moment_address(history.game_id, split.here)
        parted.append(Difference(_("This game"), here, split.here, text))
    if split.there is not None:
        text = teller.tell(other[split.there - 1])
        parted.append(Difference(name, address(split.there), split.there, text))
    is_over = len(parted) == 1
    says = _("They go alike until one of them has no more:") if is_over else _("Here they part:")
    return Comparison(says, differences=tuple(parted))


def _moment_address(game_id: UUID, version: int) -> str:
    return reverse("replay-moment", args=[game_id, version])
