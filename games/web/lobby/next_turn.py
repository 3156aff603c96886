"""The game that waits for the reader: its board, and what the others did, in sentences."""

from collections.abc import Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from games.domain import Event, events
from games.domain.board import Board
from games.domain.course import effective_events
from games.domain.notation import WORDS
from games.domain.notation.words import region_name
from games.domain.story import Story, story
from games.events import store
from games.web.lobby.game_rows import GameRow, SeatRow
from games.web.wording import current_language, list_words


class NewsLine(Struct, frozen=True):
    """What a seat did since the reader's last turn, and the points that it got."""

    seat: SeatRow
    text: str
    points: int


class NextTurn(Struct, frozen=True):
    row: GameRow
    since: int
    changed: tuple[str, ...]
    news: tuple[NewsLine, ...]


def next_turn(row: GameRow) -> NextTurn:
    told = story(store.read(row.game.id, up_to=row.game.version), row.state.mover)
    return NextTurn(row, told.then.version, told.changes(), tuple(_news(told, row)))


class Deed(Struct, frozen=True, eq=False):
    """What is told of an event: the words after a player's name, and the event's fields."""

    words: Promise
    what: str = ""
    who: str = "seat"


DEEDS: dict[type[Event], Deed] = {
    events.TimeRanOut: Deed(_("ran out of time")),
    events.BonusTileSpent: Deed(_("spent a bonus tile")),
    events.TownChosen: Deed(_("starts in %(what)s"), "town"),
    events.Expanded: Deed(_("moved into %(what)s"), "place"),
    events.MarketShareIncreased: Deed(_("took more of %(what)s"), "city"),
    events.CityScored: Deed(_("won %(what)s"), "city", who="winner"),
    events.RegionMarked: Deed(_("marked %(what)s"), "region"),
    events.RegionScored: Deed(_("scored %(what)s"), "region"),
    events.MilestoneReached: Deed(_("reached the milestone %(what)s"), "milestone"),
}
Did = dict[Deed, dict[str, None]]


def _news(told: Story, row: GameRow) -> Iterator[NewsLine]:
    """Of the reader only what the others' turns have brought."""
    before, after = told.then.influence, told.now.influence
    gained = [now - then for then, now in zip(before or (0,) * len(after), after, strict=True)]
    did: dict[int, Did] = {}
    for version, event in effective_events(told.events):
        if version > told.then.version:
            _note(event, told.now.board, did)
    seats = {seat.number: seat for seat in row.seats}
    for number, deeds in did.items():
        if number != told.seat:
            yield NewsLine(seats[number], _sentence(deeds), gained[number])
    if gained[told.seat]:
        text = gettext("by what the others did")
        yield NewsLine(seats[told.seat], text, gained[told.seat])


def _note(event: Event, board: Board, did: dict[int, Did]) -> None:
    if isinstance(event, events.TurnEnded):
        did.setdefault(event.seat, {})
    if deed := DEEDS.get(type(event)):
        deeds = did.setdefault(getattr(event, deed.who), {}).setdefault(deed, {})
        if deed.what:
            deeds[_name(deed.what, getattr(event, deed.what), board)] = None


def _name(kind: str, name: str, board: Board) -> str:
    words = WORDS[current_language()]
    match kind:
        case "region":
            return region_name(name, words, board)
        case "milestone":
            return words.milestones[name]
        case _:
            return board.name_of(name)


def _sentence(did: Did) -> str:
    deeds = [str(deed.words) % {"what": list_words([*names])} for deed, names in did.items()]
    return list_words(deeds or [gettext("passed")])
