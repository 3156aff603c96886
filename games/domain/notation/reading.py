"""From what a player writes to a command, in any of the languages.

A line goes this way: `tokens` cuts it into words, signs and marks of lists, in small letters and
without accents. `lexicon` knows what phrases of them mean, from the files in `words/`. A `cursor`
steps through them: it takes the longest phrase, a name or a beginning of one. On it stand `parts`
(lists of places, amounts, prices), `ways` (from where to where), `beside` (what is left out or
comes first, results) and `turns`, the grammar, which leaves what it reads with `orders`; there
the orders are added up. A choice of the set-up is read here. Words that nobody takes are refused
as one of the `misreadings`, for which `meant` finds what was probably meant, by `nearness`.
`lines` says of a mail's line whether it is like an order at all. Back to words lead `writing`, the
`score_sheet` and `refusals`.
"""

import re

from games.domain.board import PRINTED_BOARD, TILE_ID, Board
from games.domain.commands import Choice, Command, command
from games.domain.notation import lexicon, misreadings, parts
from games.domain.notation.cursor import Cursor, whole
from games.domain.notation.misreadings import Misread
from games.domain.notation.turns import TURN_VERBS, TurnReader
from games.domain.notation.words import ENGLISH, Language, Verb

VERBS_OF: dict[Choice, tuple[Verb, ...]] = {
    "town": ("town",),
    "draft": ("tile",),
    "boom": ("boom",),
    "turn": TURN_VERBS,
}

WRITTEN_ID = re.compile(TILE_ID, re.IGNORECASE | re.ASCII)


def parse(
    text: str,
    kind: Choice,
    seat: int,
    *,
    language: Language = ENGLISH,
    board: Board = PRINTED_BOARD,
) -> Command:
    """The command that the text asks for, where the table waits for one of this kind.

    The text may be in any language; a refusal offers words in `language`.
    """
    colour = board.colours[seat] if seat < len(board.colours) else ""
    if kind == "turn":
        body = TurnReader(text, board, language, colour).read()
    else:
        body = _read_choice(Cursor(text, board, VERBS_OF[kind], language), kind, colour)
    return command(kind, seat, body, board)


def _read_choice(cursor: Cursor, kind: Choice, colour: str) -> dict[str, object]:
    """A choice of the set-up, whose verb may be left out."""
    cursor.separators()
    cursor.at += _is_list_mark(cursor, kind)
    start = cursor.at
    if cursor.take(lexicon.COLOURS) not in (None, colour):
        cursor.at = start
        raise cursor.unread_word()
    cursor.sign(":")
    while cursor.take(lexicon.BEFORE):
        cursor.separators()
    if cursor.is_at_end:
        raise cursor.refusal(misreadings.UnreadableOrder, 0, cursor.offer(cursor.verbs))
    if cursor.negation_follows():
        raise cursor.unread_word()
    has_verb = cursor.verb() is not None
    cursor.skip(lexicon.ARTICLES, lexicon.TILE)
    if kind == "draft":
        choice = _read_tile(cursor, has_verb=has_verb)
    else:
        cursor.link("to")
        cursor.sign(">")
        choice = {kind: cursor.place()}
    parts.final_verb(cursor)
    cursor.skip(lexicon.AFTER)
    while cursor.separators():
        cursor.skip(lexicon.AFTER)
    if not cursor.is_at_end:
        raise _more_than_one(cursor)
    return choice


def _is_list_mark(cursor: Cursor, kind: Choice) -> bool:
    """Before the name of a place, a number is a tile's."""
    mark = cursor.mark
    if mark is None or kind != "draft" or not mark.text.isdigit():
        return mark is not None
    cursor.at += 1
    is_mark = cursor.follows(cursor.verb)
    cursor.at -= 1
    return is_mark


def _more_than_one(cursor: Cursor) -> Misread:
    """A second choice contradicts the first."""
    start = cursor.at
    cursor.verb()
    cursor.link("to")
    if cursor.find(cursor.places):
        return cursor.refusal(misreadings.ContradictoryOrders, start)
    cursor.at = start
    return cursor.unread_word()


def _read_tile(cursor: Cursor, *, has_verb: bool) -> dict[str, object]:
    """`4 Chicago`, `4 to Chicago`, `Chicago 4`; `n12 Texas`, or the id of a tile alone."""
    if cursor.mark:
        number: int | None = int(cursor.mark.text)
        cursor.at += 1
    else:
        number = cursor.number()
    if number is not None:
        cursor.sign(":")
        cursor.link("to")
        return {"tile": number, "place": cursor.place()}
    return _read_number_behind(cursor) or _read_region_tile(cursor, has_verb=has_verb)


@whole
def _read_number_behind(cursor: Cursor) -> dict[str, object] | None:
    cursor.link("to")
    place = cursor.find_place()
    cursor.sign(":")
    number = cursor.number()
    return {"tile": number, "place": place} if place and number is not None else None


def _read_region_tile(cursor: Cursor, *, has_verb: bool) -> dict[str, object]:
    """Without a verb, only what looks like an id is one."""
    start = cursor.at
    if cursor.ends_clause():
        raise cursor.missing("tile")
    written = WRITTEN_ID.match(cursor.text, cursor.tokens[start].start)
    ends = [each.end for each in cursor.tokens[start:]]
    tile = written[0].lower() if written else ""
    is_like_id = has_verb or any(map(str.isdigit, tile)) or tile in cursor.board.region_index
    if written is None or written.end() not in ends or not is_like_id:
        raise cursor.refusal_between(misreadings.UnknownName, start, start + 1, "tile")
    cursor.at = start + 1 + ends.index(written.end())
    cursor.sign(":")
    if parts.ends_order(cursor):
        return {"tile": tile}
    cursor.link("to")
    return {"tile": tile, "region": cursor.region()}
