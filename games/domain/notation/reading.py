"""From a player's lines to a command: one order a line, in any of the three languages."""

import difflib
import re
from functools import lru_cache

from games.domain.board import PRINTED_BOARD, TILE_ID, Board
from games.domain.commands import Choice, Command, Expansion, command
from games.domain.expansions import OPENINGS
from games.domain.notation.names import (
    ContradictoryOrders,
    UnknownName,
    UnreadableOrder,
    find,
    normalize,
)
from games.domain.notation.words import WORDS, Language, Link, Verb, region_name

OPENING_VERBS: tuple[Verb, ...] = tuple(opening.field for opening in OPENINGS)
PLACE_VERBS: tuple[Verb, ...] = ("double", *OPENING_VERBS)
VERBS_OF: dict[Choice, tuple[Verb, ...]] = {
    "town": ("town",),
    "draft": ("tile",),
    "boom": ("boom",),
    "turn": (
        "expand",
        "increase",
        "double",
        "bonus",
        *OPENING_VERBS,
        "use",
        "order",
        "regions",
        "pass",
    ),
}
SHORTEST_VERB = 3


def parse(
    text: str,
    kind: Choice,
    seat: int,
    *,
    language: Language = "en",
    board: Board = PRINTED_BOARD,
) -> Command:
    """The command that the lines ask for, where the table waits for one of this kind.

    The lines may be in any language; a refusal offers words in `language`.
    """
    verbs = tuple(WORDS[language].verbs[verb][0] for verb in VERBS_OF[kind])
    lines = [line for raw in re.split(r"[\n;]", text) if (line := raw.strip(" \t\r.!-*"))]
    if not lines:
        raise UnreadableOrder(text.strip(), verbs)
    if kind == "turn":
        return _TurnReader(seat, board).read(lines, verbs)
    if len(lines) > 1:
        raise ContradictoryOrders(lines[1])
    return command(kind, seat, _setup_choice(kind, lines[0], board), board)


def _setup_choice(kind: Choice, line: str, board: Board) -> dict[str, object]:
    """The verb may be left out."""
    verb, rest = _split_verb(line)
    value = rest if verb in VERBS_OF[kind] else line
    if kind == "draft":
        return _tile(value, board)
    return {kind: _place(_strip_link(value, "to"), board)}


def _tile(text: str, board: Board) -> dict[str, object]:
    """`4 Chicago`; `n12 Texas`, or the id of a tile alone."""
    tile, _, where = text.strip().partition(" ")
    where = _strip_link(where, "to")
    if re.fullmatch("[0-9]{1,2}", tile):
        return {"tile": int(tile), "place": _place(where, board)}
    if not re.fullmatch(TILE_ID, tile.lower()):
        raise UnknownName(tile, (), what="tile")
    if not where:
        return {"tile": tile.lower()}
    return {"tile": tile.lower(), "region": find(where, _region_names(board), "region")}


class _TurnReader:
    """Collects the orders of a turn line by line."""

    def __init__(self, seat: int, board: Board) -> None:
        self.seat = seat
        self.board = board
        self.expand: list[Expansion] = []
        self.once: dict[str, str] = {}
        self.lists: dict[str, list[str]] = {"increase": [], "order": [], "regions": []}
        self.pass_line: str | None = None

    def read(self, lines: list[str], verbs: tuple[str, ...]) -> Command:
        for line in lines:
            verb, rest = _split_verb(line)
            if verb is None or verb not in VERBS_OF["turn"]:
                first, *_ = normalize(line).split(" ")
                raise UnreadableOrder(line, difflib.get_close_matches(first, verbs) or verbs)
            self._add(verb, rest, line)
        body = self._body()
        if self.pass_line is not None and body:
            raise ContradictoryOrders(self.pass_line)
        return command("turn", self.seat, body, self.board)

    def _add(self, verb: Verb, rest: str, line: str) -> None:
        match verb:
            case "expand":
                self._add_expansions(rest)
            case "increase" | "order":
                self.lists[verb] += [_place(name, self.board) for name in _split_list(rest)]
            case "regions":
                names = _region_names(self.board)
                self.lists[verb] += [find(name, names, "region") for name in _split_list(rest)]
            case _ if verb in PLACE_VERBS:
                self._set_once(verb, _place(_strip_link(rest, "to"), self.board), line)
            case "bonus":
                self._set_once(verb, find(rest, _bonus_words(), "use of a bonus tile"), line)
            case "use":
                self._set_once(verb, find(rest, _tool_words(), "tile to use"), line)
            case _:
                self.pass_line = line

    def _set_once(self, verb: Verb, value: str, line: str) -> None:
        if self.once.setdefault(verb, value) != value:
            raise ContradictoryOrders(line)

    def _add_expansions(self, rest: str) -> None:
        """`to Chicago from Detroit`, `to Chicago from Detroit via Omaha`, `to Chicago, Omaha`."""
        rest, stops = _split_at(rest, "via")
        target, start = _split_at(rest, "from")
        origin = _place(start, self.board) if start else None
        via = tuple(_place(name, self.board) for name in _split_list(stops))
        for name in _split_list(_strip_link(target, "to")) or [target]:
            self.expand.append(Expansion(_place(name, self.board), origin, via))

    def _body(self) -> dict[str, object]:
        body: dict[str, object] = dict(self.once)
        if self.expand:
            body["expand"] = self.expand
        body |= {verb: names for verb, names in self.lists.items() if names}
        # A double, and a second expansion, imply their bonus tile.
        if "double" in body:
            body.setdefault("bonus", "share")
        elif len(self.expand) > 1:
            body.setdefault("bonus", "expand")
        return body


def _split_verb(line: str) -> tuple[Verb | None, str]:
    """The verb that a line begins with, or an unambiguous beginning of one, and the rest."""
    words, verbs = line.split(), _verbs()
    for length in (2, 1):
        start, rest = normalize(" ".join(words[:length])), " ".join(words[length:])
        if start in verbs:
            return verbs[start], rest
        fitting = {verb for word, verb in verbs.items() if word.startswith(start)}
        if len(start) >= SHORTEST_VERB and len(fitting) == 1:
            return fitting.pop(), rest
    return None, line


@lru_cache(maxsize=1)
def _verbs() -> dict[str, Verb]:
    return {
        normalize(word): verb
        for language in WORDS.values()
        for verb, synonyms in language.verbs.items()
        for word in synonyms
    }


def _link_pattern(link: Link) -> str:
    words = [word for language in WORDS.values() for word in language.links[link]]
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def _split_at(text: str, link: Link) -> tuple[str, str]:
    parts = re.split(rf"\s(?:{_link_pattern(link)})\s+", text, maxsplit=1, flags=re.IGNORECASE)
    return parts[0], "".join(parts[1:])


def _strip_link(text: str, link: Link) -> str:
    return re.sub(rf"^(?:{_link_pattern(link)})\s+", "", text.strip(), flags=re.IGNORECASE)


def _split_list(text: str) -> list[str]:
    separator = rf"\s*[,+&]\s*|\s+(?:{_link_pattern('and')})\s+"
    return [part for part in re.split(separator, text, flags=re.IGNORECASE) if part.strip()]


def _place(text: str, board: Board) -> str:
    return find(text, _place_names(board), "place")


@lru_cache(maxsize=8)
def _place_names(board: Board) -> dict[str, str]:
    names = {normalize(place.name): place.id for place in board.places}
    names |= {normalize(place): place for place in board.ids}
    saints = [name for name in names if name.startswith("st ")]
    return names | {f"saint {name.removeprefix('st ')}": names[name] for name in saints}


@lru_cache(maxsize=8)
def _region_names(board: Board) -> dict[str, str]:
    return {
        normalize(name): region
        for region in board.region_index
        for words in WORDS.values()
        for name in (region, region_name(region, words, board))
    }


@lru_cache(maxsize=1)
def _bonus_words() -> dict[str, str]:
    return {
        normalize(word): use
        for language in WORDS.values()
        for use, words in language.bonus.items()
        for word in words
    }


@lru_cache(maxsize=1)
def _tool_words() -> dict[str, str]:
    return {
        normalize(word): tool
        for language in WORDS.values()
        for tool, words in language.tools.items()
        for word in words
    }
