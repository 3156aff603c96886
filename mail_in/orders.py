"""Reads what a mail asks for, line by line: orders in words, a number, a note, or a stop.

Nothing is passed over but greetings, thanks, notices and signatures: where anything else stands
beside an order, nothing is played.
"""

import re
from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from games.domain import Refusal
from games.domain.board import PRINTED_BOARD, Board
from games.domain.commands import Choice
from games.domain.notation.lines import (
    bare,
    is_bare_name,
    is_like_order,
    names_place,
    read_pick,
    reads_as_order,
)
from games.domain.notation.tokens import normalize
from mail_in.words import (
    LONGEST_LINE,
    any_of,
    in_all_languages,
    is_closing,
    is_notice,
    is_polite,
    takes_back,
    without_marks,
)

MOST_LINES = 100
MOST_ORDERS = 40
LONGEST_ORDER = 500
WRAPPED_FROM = 60

PART_END = re.compile(r"[,.!;]")
NOTE = re.compile(any_of("notes") + r"\s*[:,]?\s+(\S.*)", re.IGNORECASE)
TAKE_BACK = frozenset(in_all_languages("take_back"))
STOP = frozenset(in_all_languages("stop"))

LineKind = Literal["order", "number", "take-back", "note", "stop", "polite", "prose"]
Line = tuple[LineKind, str]


class Instructions(Struct, frozen=True):
    """`orders` are the words of the suggestion where a `number` stands before them.

    `unread` are the lines of a mail without orders that ask for nothing.
    """

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


class LineTooLong(Refusal):
    says = "A line has to be shorter than {value} characters."


class OneThingOnly(Refusal):
    says = "“{value}” stands alone: it cannot be sent with anything else."


class Withdrawn(Refusal):
    says = "“{value}” seems to take something back, so nothing was played."


def is_order(line: str, choice: Choice | None, board: Board = PRINTED_BOARD) -> bool:
    """Whether it asks for something, be it in words that cannot be read."""
    return _line_kind(without_marks(line), choice, board) not in ("polite", "prose")


def read_instructions(
    lines: Sequence[str],
    choice: Choice | None,
    *,
    names: Sequence[str] = (),
    board: Board = PRINTED_BOARD,
) -> Instructions:
    """`choice` is what the game waits for; `names` are the sender's, as a signature may have them."""
    lines = _join_broken_lines([without_marks(line) for line in lines], choice, board)
    if sum(map(bool, lines)) > MOST_LINES:
        raise TooManyLines(len(lines))
    own_names = {normalize(name) for name in names if name and not names_place(name, board)}
    kept: list[Line] = []
    withdrawn: list[str] = []
    is_behind = False
    for paragraph in _paragraphs(lines):
        own = [_without_courtesy(line, own_names) for line in paragraph]
        kinds = [(_line_kind(line, choice, board), line) for line in own if line]
        said = [line for kind, line in kinds if kind != "note"]
        if not is_behind and len(said) == 1 and is_bare_name(said[0][:LONGEST_ORDER], board):
            kinds = [("order" if line in said else kind, line) for kind, line in kinds]
        is_read = any(reads_as_order(line[:LONGEST_ORDER], choice, board) for line in own)
        if any(map(is_notice, paragraph)) and not is_read:
            continue
        asks = any(kind not in ("polite", "prose") for kind, _ in kinds)
        withdrawn += [line for kind, line in kinds if kind == "prose" and takes_back(line)]
        if asks or not is_behind:
            if any(len(line) >= LONGEST_LINE for line in paragraph):
                raise LineTooLong(LONGEST_LINE)
            kept += [(kind, line) for kind, line in kinds if kind != "polite"]
        is_behind = is_behind or asks or any(map(is_closing, paragraph))
    instructions = _instructions_from(kept)
    if withdrawn and instructions.has_order:
        raise Withdrawn(withdrawn[0])
    return instructions


def _paragraphs(lines: Sequence[str]) -> Iterator[list[str]]:
    """Lines without an empty one between; a notice begins one, a closing ends one."""
    paragraph: list[str] = []
    for line in lines:
        if not line or is_notice(line):
            yield paragraph
            paragraph = []
        paragraph += [line] if line else []
        if is_closing(line):
            yield paragraph
            paragraph = []
    yield paragraph


def _without_courtesy(line: str, own_names: Set[str]) -> str:
    """Without the greeting before it, and thanks and a name behind it."""
    if len(line) >= LONGEST_ORDER or NOTE.match(line) or is_polite(line):
        return line
    if normalize(line) in own_names:
        return ""
    first, _, rest = line.partition(",")
    if rest and is_polite(first):
        return _without_courtesy(rest.strip(), own_names)
    ends = line.rstrip(" ,.!;")
    for end in [match.start() for match in PART_END.finditer(ends)][-2:]:
        last = ends[end + 1 :].strip()
        is_name = ends[end] != "." and normalize(last) in own_names
        if is_name or is_polite(last):
            return _without_courtesy(ends[:end], own_names)
    return line


def _instructions_from(lines: Sequence[Line]) -> Instructions:
    """Prose beside an order stands among the orders, which so cannot be read."""
    numbers = [line for kind, line in lines if kind == "number"]
    if _is_list(numbers):
        lines = [("order" if kind == "number" else kind, line) for kind, line in lines]
        numbers = []
    picks = [pick for line in numbers if (pick := read_pick(line))]
    take_back = [line for kind, line in lines if kind == "take-back"]
    orders = [line for kind, line in lines if kind == "order"]
    prose = [line for kind, line in lines if kind == "prose"]
    if len(orders) > MOST_ORDERS:
        raise TooManyLines(len(orders))
    alone = [*take_back[:1], *dict.fromkeys(numbers)]
    if len(alone) > 1 or (alone and (orders or prose)):
        raise OneThingOnly(alone[0])
    if orders:
        orders = [line for kind, line in lines if kind in ("order", "prose")]
        prose = []
    notes = [match[1] for kind, line in lines if kind == "note" and (match := NOTE.match(line))]
    return Instructions(
        orders=tuple(orders) or tuple(pick.words for pick in picks[:1] if pick.words),
        number=picks[0].number if picks else None,
        take_back=bool(take_back),
        notes=tuple(notes),
        stop=any(kind == "stop" for kind, _ in lines),
        unread=tuple(prose),
    )


def _is_list(lines: Sequence[str]) -> bool:
    """Whether the numbers count orders from 1 on."""
    picks = [read_pick(line) for line in lines]
    counted = [pick.number for pick in picks if pick and pick.is_mark]
    return bool(lines) and counted == list(range(1, len(lines) + 1))


def _join_broken_lines(lines: Sequence[str], choice: Choice | None, board: Board) -> list[str]:
    """Joins the lines of an order or a note that the mail program broke."""
    joined: list[str] = []
    kind: LineKind = "prose"
    for line in lines:
        first = line.partition(" ")[0]
        fits_not = bool(joined) and len(joined[-1]) + 1 + len(first) > WRAPPED_FROM
        is_prose = _line_kind(line, choice, board) == "prose"
        # A suggestion's words are orders, which may go on with another verb.
        goes_on = kind == "number" or (kind in ("order", "note") and is_prose)
        if line and fits_not and goes_on:
            joined[-1] = f"{joined[-1]} {line}"
        else:
            joined.append(line)
        kind = _line_kind(joined[-1], choice, board)
        if kind in ("order", "number") and len(joined[-1]) >= LONGEST_ORDER:
            raise LineTooLong(LONGEST_ORDER)
    return joined


@lru_cache(maxsize=512)
def _line_kind(line: str, choice: Choice | None, board: Board) -> LineKind:
    if NOTE.fullmatch(line):
        return "note"
    line = line[:LONGEST_ORDER]
    if read_pick(line):
        return "number"
    words = bare(line)
    if words in TAKE_BACK:
        return "take-back"
    if words in STOP:
        return "stop"
    if is_polite(line):
        return "polite"
    return "order" if is_like_order(line, choice, board) else "prose"
