"""Reads what a mail asks for, line by line: orders in words, a number, a note, or a stop."""

import difflib
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from games.domain import Refusal
from games.domain.board import PRINTED_BOARD, Board
from games.domain.commands import Choice
from games.domain.notation import WORDS, UnreadableOrder
from games.domain.notation.names import normalize
from games.domain.notation.words import region_name
from mail_in.words import LONGEST_LINE, any_of, in_all_languages, is_closing, is_polite

MOST_LINES = 100
MOST_ORDERS = 40
MOST_COMPARED = 12
LONGEST_NOTE = 1000
WRAPPED_FROM = 60
ALIKE = 0.84
WORTH_COMPARING = 4
SHORTEST_BEGINNING = 3
MOST_WORDS_OF_A_TILE = 4
COMMON = frozenset({"city", "falls", "little", "rock", "salt", "lake"})

NOTE = re.compile(any_of("notes") + r"\s*[:,]?\s+(\S.*)", re.IGNORECASE)
NUMBER = re.compile(rf"(?:{any_of('numbers')}\s*)?#?\s*([0-9]{{1,2}})\s*[.)!]*", re.IGNORECASE)
PASS = frozenset(in_all_languages("passes"))
TAKE_BACK = frozenset(in_all_languages("take_back"))
STOP = frozenset(in_all_languages("stop"))
PLEASE = re.compile(rf"^{any_of('please')} | {any_of('please')}$")

LineKind = Literal["order", "number", "take-back", "note", "stop", "polite", "prose"]


class Instructions(Struct, frozen=True):
    """`unread` are the lines that are no order, not even a mistaken one."""

    orders: tuple[str, ...] = ()
    number: int | None = None
    take_back: bool = False
    notes: tuple[str, ...] = ()
    stop: bool = False
    unread: tuple[str, ...] = ()

    @property
    def has_order(self) -> bool:
        return bool(self.orders) or self.number is not None or self.take_back


class TooManyLines(Refusal):
    says = "{value} lines of orders are too many to read."


class OneThingOnly(Refusal):
    says = "“{value}” stands alone: it cannot be sent with other orders."


def read_instructions(
    lines: Sequence[str],
    choice: Choice | None,
    *,
    names: Sequence[str] = (),
    board: Board = PRINTED_BOARD,
) -> Instructions:
    """`choice` is what the game waits for; `names` are the sender's, as a signature may have them."""
    by_kind: dict[LineKind, list[str]] = {}
    signatures = frozenset(normalize(name) for name in names if name)
    closed = False
    lines = _join_broken_lines([_without_marks(line) for line in lines], choice, board)
    if len(lines) > MOST_LINES:
        raise TooManyLines(len(lines))
    for line in lines:
        if normalize(line) in signatures and not _has_word(normalize(line), board):
            continue
        kind = _line_kind(line, choice, board)
        if kind == "prose" and closed:
            continue
        closed = closed or is_closing(line)
        by_kind.setdefault(kind, []).append(line)
    return _instructions_from(by_kind)


def _instructions_from(lines: dict[LineKind, list[str]]) -> Instructions:
    orders, numbers = lines.get("order", []), lines.get("number", [])
    take_back = lines.get("take-back", [])
    if len(orders) > MOST_ORDERS:
        raise TooManyLines(len(orders))
    chosen = {_number(line) for line in numbers}
    alone = [*numbers[:1], *take_back[:1]]
    if len(alone) > 1 or (alone and orders) or len(chosen) > 1:
        raise OneThingOnly([*take_back, *numbers][0])
    notes = [
        match[1][:LONGEST_NOTE] for line in lines.get("note", []) if (match := NOTE.match(line))
    ]
    return Instructions(
        orders=tuple(_order_text(line) for line in orders),
        number=next(iter(chosen), None),
        take_back=bool(take_back),
        notes=tuple(notes[:MOST_ORDERS]),
        stop="stop" in lines,
        unread=tuple(lines.get("prose", [])),
    )


def _order_text(line: str) -> str:
    """A pass stands alone: “pass my regards on to Bob” is none."""
    text = _without_please(line)
    if text in PASS:
        return "pass"
    if text.split()[:1] and text.split()[0] in PASS:
        raise UnreadableOrder(line, ("pass",))
    return line


def _without_please(line: str) -> str:
    return PLEASE.sub("", normalize(line))


def _without_marks(line: str) -> str:
    """Without a bullet and the stars of bold text."""
    return line.strip(" *_\t•·\u2013").removeprefix("- ").strip()


def _join_broken_lines(lines: Sequence[str], choice: Choice | None, board: Board) -> list[str]:
    """Joins the lines of an order or a note that the mail program broke."""
    joined: list[str] = []
    goes_on = False
    for line in lines:
        first = line.partition(" ")[0]
        fits_not = bool(joined) and len(joined[-1]) + 1 + len(first) > WRAPPED_FROM
        if goes_on and line and fits_not and not _begins_order(line):
            joined[-1] = f"{joined[-1]} {line}"[:LONGEST_LINE]
        elif line:
            joined.append(line)
        goes_on = bool(line) and _line_kind(joined[-1], choice, board) in ("order", "note")
    return joined


def _begins_order(line: str) -> bool:
    return normalize(line).split(" ")[0] in _verbs() or NOTE.match(line) is not None


def _line_kind(line: str, choice: Choice | None, board: Board) -> LineKind:
    text = normalize(line)
    if NOTE.fullmatch(line):
        return "note"
    if NUMBER.fullmatch(line):
        return "number"
    if _without_please(line) in TAKE_BACK:
        return "take-back"
    if _without_please(line) in STOP:
        return "stop"
    if is_polite(line) and not set(text.split()) & _verbs():
        return "polite"
    return "order" if _is_order(text, choice, board) else "prose"


@lru_cache(maxsize=512)
def _is_order(text: str, choice: Choice | None, board: Board) -> bool:
    """Whether it holds a word of the game, or nearly one: a mistaken order is an order too."""
    words = text.split()
    if choice == "draft" and 0 < len(words) <= MOST_WORDS_OF_A_TILE:
        return True
    known = _verbs() | _names(board)
    if _has_word(text, board) or any(name in f" {text} " for name in _whole_names(board)):
        return True
    if any(name.startswith(text) for name in known if len(text) >= SHORTEST_BEGINNING):
        return True
    some = [word for word in words if len(word) >= WORTH_COMPARING][:MOST_COMPARED]
    return any(difflib.get_close_matches(word, known, n=1, cutoff=ALIKE) for word in some)


def _has_word(text: str, board: Board) -> bool:
    return not (_verbs() | _names(board)).isdisjoint(text.split())


def _number(line: str) -> int:
    match = NUMBER.fullmatch(line)
    return int(match[1]) if match else 0


@lru_cache(maxsize=1)
def _verbs() -> frozenset[str]:
    return frozenset(
        word
        for words in WORDS.values()
        for synonyms in words.verbs.values()
        for synonym in synonyms
        for word in normalize(synonym).split()
        if len(word) >= SHORTEST_BEGINNING
    )


@lru_cache(maxsize=8)
def _names(board: Board) -> frozenset[str]:
    """Words of places' names, but for common ones."""
    words = {word for place in board.places for word in normalize(place.name).split()}
    return frozenset(word for word in words - COMMON if len(word) >= WORTH_COMPARING)


@lru_cache(maxsize=8)
def _whole_names(board: Board) -> tuple[str, ...]:
    names = [place.name for place in board.places]
    for words in WORDS.values():
        names += [region_name(region, words, board) for region in board.region_index]
    return tuple(f" {normalize(name)} " for name in names)
