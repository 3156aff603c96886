"""The parts of orders: lists of places, regions and tools, amounts, prices, small words of tiles."""

from collections.abc import Container
from typing import get_args

from games.domain.notation import lexicon
from games.domain.notation.cursor import Cursor, whole
from games.domain.notation.words import Verb
from games.domain.state import Tool

CASH = 10
MOST_AHEAD = 10


def take_comma(cursor: Cursor) -> bool:
    """Takes commas and an "and", with the ends of lines behind them."""
    start = cursor.at
    while cursor.sign(",", "&") or cursor.link("and"):
        while cursor.word not in lexicon.FIRST.firsts and cursor.take(lexicon.WITHIN):
            pass
        while not cursor.is_at_end and cursor.tokens[cursor.at].kind == "line":
            cursor.at += 1
    return cursor.at > start


def places(cursor: Cursor, *, plus: bool = False, own: Container[Verb] = ()) -> list[str]:
    """`Omaha, Denver and Reno`, each with the same small word before it, or none.

    A `plus` may part them. A verb behind is of all of them if it is an `own` one, else of another
    order.
    """
    led = _take_lead(cursor)
    found = [cursor.place()]
    while _goes_on(cursor, led, found, plus=plus, own=own):
        found.append(cursor.place())
    return found


def tools(cursor: Cursor) -> list[Tool]:
    if cursor.take(lexicon.BOTH):
        return list(get_args(Tool))
    found: list[Tool] = []
    while tool := _take_tool(cursor, is_first=not found):
        found.append(tool)
    return found


@whole
def _take_tool(cursor: Cursor, *, is_first: bool) -> Tool | None:
    if not is_first:
        take_comma(cursor)
    cursor.skip(lexicon.ARTICLES, lexicon.TILE)
    tool = cursor.take_beginning(lexicon.TOOLS)
    cursor.skip(lexicon.TILE)
    return tool


def regions(cursor: Cursor) -> list[str]:
    found = [cursor.region()]
    while cursor.link("before") or cursor.follows(
        lambda: take_comma(cursor) and cursor.find(cursor.regions)
    ):
        take_comma(cursor)
        found.append(cursor.region())
    return found


def _take_lead(cursor: Cursor) -> str:
    """Takes the small word of `in Omaha`, also of `one in Omaha` and `1 Omaha`."""
    start = cursor.at
    cursor.take(lexicon.BY)
    if take_amount(cursor) != 1:
        cursor.at = start
    word = cursor.word
    return word if cursor.link("to") else ""


@whole
def _goes_on(
    cursor: Cursor, led: str, found: list[str], *, plus: bool, own: Container[Verb]
) -> bool:
    """Takes what stands between two places of one list, to which `Omaha first` is no more."""
    if cursor.take(lexicon.FIRST) and not cursor.follows(lambda: take_comma(cursor)):
        return False
    parted = take_comma(cursor)
    parted |= plus and cursor.sign("+")
    first = cursor.at
    lead = _take_lead(cursor)
    return (
        lead in ("", led)
        and (parted or cursor.at == first)
        and is_of_the_list(cursor, exactly=not parted, own=own)
        and not cursor.follows(lambda: cursor.find_place() in found and cursor.take(lexicon.FIRST))
    )


def is_of_the_list(cursor: Cursor, *, exactly: bool = False, own: Container[Verb] = ()) -> bool:
    """Whether a place comes next that no verb behind it, and no arrow, claims for another order."""

    def take() -> bool:
        found = cursor.find(cursor.places, exactly=exactly)
        is_own = len(found) == 1 and (begins_way(cursor) or has_verb_behind(cursor, found, own))
        return bool(found) and not is_own

    return cursor.follows(take)


def begins_way(cursor: Cursor) -> bool:
    """Whether the place before is one end of a way, or opens before another."""
    return cursor.follows(lambda: cursor.sign(">", "<") or cursor.link("to", "from", "before"))


def has_verb_behind(cursor: Cursor, found: tuple[str, ...], own: Container[Verb]) -> bool:
    """Whether what was found and the places from here on have a verb behind them, or a plus,
    that is no `own` one."""

    def take() -> bool:
        places = list(found)
        while len(places) < MOST_AHEAD and take_comma(cursor):
            place = cursor.find_place()
            if place is None or place in places:
                return False
            places.append(place)
        verb = "increase" if trailing_amount(cursor) else final_verb(cursor)
        return verb not in (None, "bonus", "use", "pass") and verb not in own

    return cursor.follows(take)


@whole
def final_verb(cursor: Cursor) -> Verb | None:
    """Takes a verb behind what it is about: no more of the order may follow it."""
    cursor.skip(lexicon.WITHIN)
    verb = cursor.verb()
    return verb if ends_order(cursor) else None


def ends_order(cursor: Cursor) -> bool:
    """Whether nothing but polite words is left of this order."""
    return cursor.ends_clause() or cursor.follows(lambda: cursor.take(lexicon.AFTER))


@whole
def take_price(cursor: Cursor, prices: Container[int]) -> bool:
    """Takes a price that stands behind its order, if it is one of these."""
    cursor.sign(",")
    cursor.link("for")
    return cursor.dollars() in prices


@whole
def trailing_amount(cursor: Cursor) -> int | None:
    """Takes the amount of `Omaha +1` and `Omaha by 2`."""
    if cursor.sign("+"):
        amount = 1 if cursor.ends_clause() else take_amount(cursor)
    else:
        amount = take_amount(cursor) if cursor.take(lexicon.BY) else None
    is_last = ends_order(cursor) or cursor.follows(lambda: final_verb(cursor))
    return amount if is_last else None


@whole
def take_amount(cursor: Cursor) -> int | None:
    """Takes one or two, as many franchises as an order can put into a city."""
    amount = cursor.number() or cursor.take(lexicon.COUNTS)
    return amount if amount in (1, 2) else None


@whole
def take_cash(cursor: Cursor) -> bool:
    """Takes the dollars of a bonus tile, also without their sign."""
    cursor.sign("+")
    amount = cursor.dollars()
    return (cursor.number() if amount is None else amount) == CASH


def names_tile(cursor: Cursor, start: int) -> bool:
    """Whether the tools are called tiles: without, a tool may be another word."""
    words = cursor.words[start : cursor.at]
    return any(word.endswith(tile) for word in words for (tile, *_) in lexicon.TILE.meanings)


@whole
def take_share(cursor: Cursor) -> bool:
    """`increase my market share in Omaha`."""
    cursor.skip(lexicon.ARTICLES)
    taken = cursor.take(lexicon.SHARE) is not None
    cursor.sign(":")
    return taken
