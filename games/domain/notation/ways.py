"""The ways of an order that expands: `from A to B`, `to B from A`, `A to B via C`, `A > C > B`."""

from itertools import pairwise

from games.domain.commands import Expansion
from games.domain.notation import lexicon, misreadings, parts
from games.domain.notation.cursor import Cursor, whole
from games.domain.notation.words import Verb

OWN: tuple[Verb, ...] = ("expand",)
Ways = tuple[list[Expansion], bool]


def read_ways(cursor: Cursor, *, has_verb: bool = True) -> Ways:
    """The expansions, and whether anything but bare names tells that they are meant."""
    start = cursor.at
    ways, is_plain = _read_group(cursor, has_verb=has_verb)
    while _another_follows(cursor):
        is_bare = not cursor.follows(lambda: cursor.link("to", "from"))
        is_path = cursor.follows(lambda: cursor.find(cursor.places) and cursor.sign(">"))
        more, _ = _read_group(cursor, has_verb=has_verb)
        # Of `to A, B from C` nobody knows whether A is reached from C too.
        if is_bare and not is_path and ways[-1].origin is None and more[0].origin is not None:
            raise cursor.refusal(misreadings.TwoMeanings, start)
        ways += more
        is_plain = True
    return ways, is_plain


def _read_group(cursor: Cursor, *, has_verb: bool) -> Ways:
    start = cursor.at
    origin = None
    via: tuple[str, ...] = ()
    cursor.skip(lexicon.WITHIN)
    is_led = cursor.link("to")
    cursor.skip(lexicon.WITHIN)
    if not is_led and cursor.link("from"):
        origin = cursor.place()
        _take_from_again(cursor)
        if cursor.link("via"):
            via = _read_all_stops(cursor)
        if not (cursor.sign(">") or cursor.link("to")):
            raise cursor.missing("place")
    first = cursor.place()
    if origin is None and not is_led:
        if cursor.sign(">"):
            return [_read_path(cursor, first)], True
        if cursor.link("to"):
            origin, first = first, cursor.place()
    targets = [first]
    while _target_goes_on(cursor):
        targets.append(cursor.place())
    if parts.is_of_the_list(cursor, exactly=True, own=OWN):
        cursor.place()
        raise cursor.refusal(misreadings.TwoMeanings, start)
    begin = cursor.at
    more, late_origin = read_stops(cursor, has_origin=origin is not None)
    is_behind = cursor.at > begin
    if (is_behind and (via or len(targets) > 1)) or (via and len(targets) > 1):
        raise cursor.refusal(misreadings.TwoMeanings, start)
    via, origin = via or more, origin or late_origin
    if len(targets) == 1 and origin is not None:
        _take_price(cursor, (origin, *via, first))
    elif len(targets) == 1 and (has_verb or is_led):
        origin = _take_origin_by_price(cursor, first)
    is_plain = is_led or origin is not None or bool(via)
    return [Expansion(target, origin, via) for target in targets], is_plain


def _read_all_stops(cursor: Cursor) -> tuple[str, ...]:
    """`via Omaha and Reno` before a `to`: every place is a stop."""
    stops = [cursor.place()]
    while parts.take_comma(cursor):
        stops.append(cursor.place())
    return tuple(stops)


def _read_path(cursor: Cursor, start: str) -> Expansion:
    stops = [start, cursor.place()]
    while cursor.sign(">"):
        stops.append(cursor.place())
    _take_price(cursor, tuple(stops))
    return Expansion(stops[-1], stops[0], tuple(stops[1:-1]))


@whole
def _target_goes_on(cursor: Cursor) -> bool:
    """Takes what stands between two places that one order expands to."""
    return parts.take_comma(cursor) and parts.is_of_the_list(cursor, own=OWN)


def read_stops(cursor: Cursor, *, has_origin: bool) -> tuple[tuple[str, ...], str | None]:
    """Behind where an order expands to: over what places, and where from."""
    via: tuple[str, ...] = ()
    origin = None
    while True:
        if not via and cursor.link("via"):
            via = tuple(parts.places(cursor, own=OWN))
        elif not has_origin and origin is None and (cursor.link("from") or cursor.sign("<")):
            origin = cursor.place()
            _take_from_again(cursor)
        else:
            return via, origin


@whole
def _take_from_again(cursor: Cursor) -> bool:
    """`von Detroit aus`."""
    return cursor.link("from") and not cursor.follows(lambda: cursor.find(cursor.places))


@whole
def _another_follows(cursor: Cursor) -> bool:
    """Takes a comma before the next way. A bare name behind stops or an origin could be either."""
    return parts.take_comma(cursor) and (
        cursor.follows(lambda: cursor.link("to") and parts.is_of_the_list(cursor, own=OWN))
        or cursor.follows(
            lambda: (
                cursor.link("from")
                and cursor.find_place()
                and (cursor.link("to") or cursor.sign(">"))
            )
        )
        or cursor.follows(
            lambda: (
                cursor.find_place()
                and not cursor.follows(lambda: cursor.link("before"))
                and parts.begins_way(cursor)
            )
        )
    )


def _take_price(cursor: Cursor, path: tuple[str, ...]) -> None:
    """Takes the price of a whole way; with the Route tile one link of it is free."""
    costs = [
        cost
        for here, there in pairwise(path)
        if (cost := _links(cursor, here).get(there)) is not None
    ]
    if costs:
        parts.take_price(cursor, {sum(costs), *(sum(costs) - cost for cost in costs)})


def _take_origin_by_price(cursor: Cursor, place: str) -> str | None:
    """`to Denver for $1` comes from where a link for $1 does."""
    start, links = cursor.at, _links(cursor, place)
    for price in set(links.values()):
        if parts.take_price(cursor, {price}):
            origins = [origin for origin, cost in links.items() if cost == price]
            if len(origins) > 1:
                raise cursor.refusal(misreadings.AmbiguousPrice, start, origins)
            return origins[0]
    return None


def _links(cursor: Cursor, place: str) -> dict[str, int]:
    """Where links lead from a place, and what they cost."""
    board = cursor.board
    routes = reversed(board.routes[board.index[place]])
    return {board.ids[route.end]: route.cost for route in routes}
