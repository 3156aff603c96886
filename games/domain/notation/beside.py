"""What stands beside the orders of a turn: what is left out, what comes first, what came of it."""

from games.domain.notation import lexicon, misreadings, parts
from games.domain.notation.cursor import Cursor, whole
from games.domain.notation.orders import Orders
from games.domain.notation.words import Verb

MAY_BE_LEFT_OUT: tuple[Verb, ...] = ("expand", "increase", "double", "bonus")


@whole
def take_apology(cursor: Cursor) -> bool:
    """Before or behind all orders; between them, what follows may be a correction."""
    is_first = cursor.at == 0
    taken = cursor.take(lexicon.APOLOGIES) is not None
    cursor.separators()
    return taken and (is_first or cursor.is_at_end)


def read_negation(cursor: Cursor, orders: Orders) -> bool:
    """`no bonus`, `don't expand`, `not Omaha`: what is left out altogether.

    Any other negation is refused.
    """
    start = cursor.at
    if _take_other_place(cursor, orders):
        return True
    if not (cursor.take(lexicon.WITHOUT) or cursor.take(lexicon.NEGATIONS)):
        return False
    end = cursor.at
    cursor.skip(lexicon.ARTICLES)
    verb = cursor.verb()
    if verb == "use":
        cursor.skip(lexicon.ARTICLES)
        verb = cursor.verb()
    cursor.skip(lexicon.SHARE, lexicon.TILE, lexicon.NEGATIONS, lexicon.TURN)
    if verb not in MAY_BE_LEFT_OUT or not parts.ends_order(cursor):
        raise cursor.refusal_between(misreadings.NegatedOrder, start, end + (verb is not None))
    orders.without[verb] = (start, cursor.at)
    return True


@whole
def _take_other_place(cursor: Cursor, orders: Orders) -> bool:
    """`not Omaha`, behind an order about another place."""
    start = cursor.at
    if orders.latest[0] is None or not cursor.take(lexicon.EXCEPT):
        return False
    cursor.link("to")
    place = cursor.find_place()
    if place is None or not parts.ends_order(cursor):
        return False
    orders.others[place] = (start, cursor.at)
    return True


@whole
def read_none(cursor: Cursor, orders: Orders, verb: Verb, start: int) -> bool:
    """`increase: none`, `ich expandiere nicht`."""
    is_none = cursor.take(lexicon.NEGATIONS) or cursor.take(lexicon.WITHOUT)
    if is_none and verb in MAY_BE_LEFT_OUT and parts.ends_order(cursor):
        orders.without[verb] = (start, cursor.at)
        return True
    return False


@whole
def read_first(cursor: Cursor, orders: Orders) -> bool:
    """`Omaha first`, `first Omaha`: of the cities that the turn increases."""
    leads = cursor.take(lexicon.FIRST)
    place = cursor.find_place()
    is_first = leads or cursor.take(lexicon.FIRST)
    if place not in orders.lists["increase"] or not is_first or not parts.ends_order(cursor):
        return False
    orders.lists["order"].append(str(place))
    return True


def read_sequence(cursor: Cursor, orders: Orders) -> bool:
    """`Omaha before Denver`, `Texas before Heartland`."""
    places = _names_in_sequence(cursor, cursor.places, "place")
    regions = _names_in_sequence(cursor, cursor.regions, "region")
    orders.lists["order"] += places
    orders.lists["regions"] += regions
    return bool(places or regions)


def _names_in_sequence(cursor: Cursor, names: lexicon.Names, what: str) -> list[str]:
    if not cursor.follows(lambda: cursor.find(names) and cursor.link("before")):
        return []
    found = [cursor.name(names, what)]
    while cursor.link("before"):
        found.append(cursor.name(names, what))
    return found


@whole
def take_result(cursor: Cursor) -> bool:
    """What the score sheet tells of a turn beside its orders: who scores, marks and reaches."""
    if cursor.take(lexicon.COLOURS):
        cursor.sign(":")
        if cursor.take(lexicon.REACHES):
            return bool(cursor.take(lexicon.MILESTONES))
        is_marked = cursor.take(lexicon.MARKS) is not None
        return is_marked and bool(
            len(cursor.find(cursor.regions)) == 1 or cursor.take(lexicon.MILESTONES)
        )
    is_named = any(len(cursor.find(names)) == 1 for names in (cursor.places, cursor.regions))
    if not (is_named and cursor.take(lexicon.SCORED)):
        return False
    while _take_gain(cursor):
        pass
    return True


def _take_gain(cursor: Cursor) -> bool:
    return (
        cursor.sign(":", ",", "$", "-")
        or cursor.take(lexicon.COLOURS) is not None
        or cursor.take(lexicon.TRACK) is not None
        or cursor.number() is not None
    )
