"""What stands beside the board: the region track and the milestones, with when each came."""

from msgspec import Struct

from games.domain.events import MilestoneReached, RegionScored
from games.domain.notation import WORDS, Language
from games.domain.notation.words import region_name
from games.web.replay.history import History


class Mark(Struct, frozen=True):
    """`what` is a region or a colour. It lies there from `since` on, and no longer at `until`,
    where its turn was taken back; `holds` is for the moment."""

    what: str
    since: int
    until: int | None
    holds: bool
    influence: int = 0
    red: bool = False


class Standing(Struct, frozen=True):
    """`track` are the regions in the order in which they scored; `milestones` are by name."""

    track: tuple[Mark, ...]
    milestones: tuple[tuple[str, tuple[Mark, ...]], ...]


def standing(history: History, version: int, language: Language) -> Standing:
    words, board = WORDS[language], history.last.board
    track: list[Mark] = []
    reached: dict[str, list[Mark]] = {name: [] for name in history.last.setup.milestones}
    for number, event in enumerate(history.events, 1):
        until, holds = history.lost.get(number), history.holds(number, version)
        if isinstance(event, RegionScored):
            name = region_name(event.region, words, board)
            red = event.space >= board.track.red_zone_from
            track.append(Mark(name, number, until, holds, event.influence, red))
        elif isinstance(event, MilestoneReached):
            mark = Mark(board.colours[event.seat], number, until, holds)
            reached[event.milestone].append(mark)
    milestones = ((words.milestones[name], tuple(marks)) for name, marks in reached.items())
    return Standing(tuple(track), tuple(milestones))
