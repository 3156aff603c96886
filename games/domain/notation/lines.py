"""What a line is like, before it is read: the number of a suggestion, an order, or neither."""

from msgspec import Struct

from games.domain.board import PRINTED_BOARD, Board
from games.domain.commands import Choice
from games.domain.errors import Refusal
from games.domain.notation import lexicon, nearness, parts
from games.domain.notation.cursor import Cursor
from games.domain.notation.reading import VERBS_OF, parse
from games.domain.notation.tokens import phrases_of
from games.domain.notation.words import WORDS, Verb

ALL_VERBS: tuple[Verb, ...] = tuple(verb for verbs in VERBS_OF.values() for verb in verbs)
PLAIN_VERBS: tuple[Verb, ...] = ("expand", "increase", "pass")
PLAIN_FORMS = {
    phrase
    for words in WORDS.values()
    for verb in PLAIN_VERBS
    for phrase in phrases_of(words.verbs[verb][0])
}
"""Verbs that begin an order whatever follows: other words begin as well a line of a signature."""
SHORTEST_MISSPELT = 5
LONGEST_END = 6
DASHES = "-\u2013\u2014"


class Pick(Struct, frozen=True):
    """The number of a suggestion, with its words where they stand behind it.

    A number that is a `mark` may as well count the lines of a list.
    """

    number: int
    words: str = ""
    is_mark: bool = False


def read_pick(line: str) -> Pick | None:
    """`2`, `2. please`, `number two`, or `2  expand to Omaha` as a mail prints it."""
    cursor = Cursor(line, PRINTED_BOARD, ALL_VERBS)
    while cursor.take(lexicon.BEFORE) or cursor.separators():
        pass
    while cursor.take(lexicon.NUMBERS):
        cursor.sign(".", ":")
    cursor.sign("#")
    mark = cursor.mark
    is_mark = mark is not None and mark.text.isdigit()
    number = int(mark.text) if mark and is_mark else cursor.number() or cursor.take(lexicon.COUNTS)
    if number is None:
        return None
    cursor.at += is_mark
    while cursor.separators() or cursor.take(lexicon.AFTER):
        pass
    if cursor.is_at_end:
        return Pick(number)
    words = cursor.text[cursor.tokens[cursor.at].start :]
    return Pick(number, words, is_mark) if cursor.take(lexicon.VERBS) else None


def bare(line: str) -> str:
    """The words of a line without the small ones around them."""
    cursor = Cursor(line, PRINTED_BOARD)
    cursor.skip(lexicon.BEFORE)
    words = []
    while not cursor.is_at_end:
        if parts.ends_order(cursor):
            while cursor.separators() or cursor.take(lexicon.AFTER):
                pass
            if cursor.is_at_end:
                break
        words.append(cursor.tokens[cursor.at].text)
        cursor.at += 1
    return " ".join(words)


def names_place(text: str, board: Board) -> bool:
    """Whether any of its words is a place's whole name."""
    cursor = Cursor(text, board)
    while not cursor.is_at_end:
        if cursor.take(cursor.places.exact):
            return True
        cursor.at += 1
    return False


def is_bare_name(line: str, board: Board) -> bool:
    """Whether it names a place, or two as the ends of a way, and nothing else."""
    cursor = Cursor(line, board)
    place = cursor.find_place(exactly=True)
    if place and cursor.sign(*DASHES):
        place = cursor.find_place(exactly=True)
    while cursor.separators() or cursor.take(lexicon.AFTER):
        pass
    return place is not None and cursor.is_at_end


def reads_as_order(line: str, kind: Choice | None, board: Board) -> bool:
    try:
        parse(line, kind or "turn", 0, board=board)
    except Refusal:
        return False
    return True


def is_like_order(line: str, kind: Choice | None, board: Board) -> bool:
    """Whether the line begins or ends as an order does, be it one that cannot be read."""
    if reads_as_order(line, kind, board):
        return True
    cursor = Cursor(line, board, VERBS_OF[kind or "turn"])
    return _begins_order(cursor) or _ends_order(cursor)


def _begins_order(cursor: Cursor) -> bool:
    cursor.at += cursor.mark is not None
    cursor.skip(lexicon.COLOURS, lexicon.BEFORE)
    while cursor.sign(":", ","):
        cursor.skip(lexicon.BEFORE)
    if cursor.take(lexicon.NEGATIONS) or cursor.take(lexicon.WITHOUT):
        return cursor.verb() is not None
    if cursor.sign("+") or cursor.dollars():
        return True
    start = cursor.at
    if cursor.take(lexicon.VERBS) and tuple(cursor.words[start : cursor.at]) in PLAIN_FORMS:
        return True
    cursor.at = start
    if cursor.verb():
        return _object_follows(cursor)
    may_be_near = SHORTEST_MISSPELT <= len(cursor.word) <= nearness.LONGEST_COMPARED
    is_near = may_be_near and any(
        nearness.distance(cursor.word, form) == 1 for (form, *more) in PLAIN_FORMS if not more
    )
    return is_near or _begins_way(cursor)


def _object_follows(cursor: Cursor) -> bool:
    """Whether what comes next is, or nearly is, what an order is about."""
    cursor.skip(lexicon.ARTICLES)
    return bool(
        cursor.is_at_end
        or cursor.link("to", "from", "via")
        or cursor.find(cursor.places)
        or cursor.find(cursor.regions)
        or cursor.take_verb("bonus", "use")
        or cursor.take(lexicon.TOOLS)
        or cursor.take(lexicon.BONUS)
        or cursor.sign("$", "+", ">")
        or cursor.number()
        or (cursor.separators() and _begins_order(cursor))
        or nearness.nearest(
            cursor.word, [(name[0], name[0]) for name in cursor.places.exact.meanings]
        )
    )


def _begins_way(cursor: Cursor) -> bool:
    """`Omaha > Denver`, `from Omaha to Denver`."""
    led = cursor.link("from", "to", "via")
    return cursor.find_place() is not None and (led or cursor.sign(">", "<"))


def _ends_order(cursor: Cursor) -> bool:
    """`Omaha vergroessern`, `Omaha x2`: a place, then a verb as the last word."""
    last = len(cursor.tokens)
    for start in range(max(1, last - LONGEST_END), last):
        cursor.at = start
        if cursor.take(lexicon.VERBS) in cursor.verbs and parts.ends_order(cursor):
            for before in range(max(0, start - cursor.places.exact.longest), start):
                cursor.at = before
                if cursor.find(cursor.places) and cursor.at == start:
                    return True
    return False
