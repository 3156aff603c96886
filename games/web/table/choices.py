"""The choices of the set-up: a town, the Boom marker, a tile; one button a choice."""

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.domain import Command, State, moves
from games.domain.board import RegionTile
from games.domain.commands import KINDS, command
from games.domain.notation import WORDS
from games.domain.notation.words import kind_text, value_texts
from games.web.requests import number_in
from games.web.table.drafts import body_of
from games.web.table.offers import Group, Offer
from games.web.wording import current_language, name_of_region

FIELDS = ("town", "boom", "place", "region", "tile")
FIELD_OF = {"city": "boom"}
PLACES_ASKED = {
    "town": gettext_lazy("Choose a starting town"),
    "boom": gettext_lazy("Put the Boom marker beside a city"),
    "place": gettext_lazy("Choose a city for a tile"),
}


def choice_from(form: QueryDict, state: State, seat: int) -> Command | None:
    """None while there is something left to choose."""
    body: dict[str, object] = {name: form.get(name, "") for name in _ways(state)[0]}
    if not all(body.values()):
        return None
    size = number_in(form.get("tile", "")) if "place" in body else None
    if size is not None:
        body["tile"] = size
    return command(KINDS[state.status], seat, body, state.board)


def choices(state: State, form: QueryDict) -> Group:
    """Of the first field that is still open; the last one stays so, to be chosen anew."""
    ways = _ways(state)
    *before, last = ways[0]
    for name in before:
        fitting = [way for way in ways if way[name] == form.get(name)]
        if not fitting:
            return _choices(state, form, name, ways)
        ways = fitting
    return _choices(state, form, last, ways)


def _ways(state: State) -> list[dict[str, str]]:
    """What may be chosen, by the fields that buttons fill in, in the order of asking."""
    return [fields_of_choice(order) for order in moves.setup_orders(state)]


def fields_of_choice(order: Command) -> dict[str, str]:
    """What the buttons would fill in for this choice."""
    return {FIELD_OF.get(name, name): str(value) for name, value in body_of(order).items()}


def _choices(state: State, form: QueryDict, name: str, ways: list[dict[str, str]]) -> Group:
    board = state.board
    values = tuple(dict.fromkeys(way[name] for way in ways))
    chosen = form.get(name)
    match name:
        case "region":
            asks = _("Choose a region for a tile")
            offers = [
                Offer(region, region, name_of_region(state, board.region_index[region]))
                for region in values
            ]
        case "tile" if "place" in ways[0]:
            place = board.name_of(ways[0]["place"])
            asks = _("Choose the tile for %(place)s") % {"place": place}
            offers = [Offer(size, size, size, chosen=size == chosen) for size in values]
        case "tile":
            asks = _("Choose a region tile")
            offers = [_tile_offer(tile, chosen) for tile in state.region_pool]
        case _:
            asks = str(PLACES_ASKED[name])
            offers = [
                Offer(
                    here,
                    here,
                    board.name_of(here),
                    here,
                    detail=name_of_region(state, board.region_of[board.index[here]]),
                    chosen=here == chosen,
                )
                for here in values
            ]
    return Group(name, asks, tuple(offers))


def _tile_offer(tile: RegionTile, chosen: str | None) -> Offer:
    words = WORDS[current_language()]
    faces = " · ".join(value_texts(tile, words))
    return Offer(tile.id, tile.id, faces, detail=kind_text(tile, words), chosen=tile.id == chosen)
