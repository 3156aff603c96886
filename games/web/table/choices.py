"""The choices of the set-up: a town, the Boom marker, a tile; one button a choice."""

from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import Struct

from games.domain import Command, State, moves
from games.domain.commands import KINDS, command
from games.domain.notation import WORDS
from games.domain.notation.words import kind_text, value_texts
from games.web.requests import field, number_in
from games.web.table.drafts import Field, body_of
from games.web.table.offers import Offer
from games.web.wording import current_language, name_of_region

FIELDS = ("town", "boom", "place", "region", "tile")
FIELD_OF = {"city": "boom"}


class Choices(Struct, frozen=True):
    """A step of the set-up: the field that its buttons fill in."""

    field: str
    asks: str
    offers: tuple[Offer, ...]


def chosen_fields(form: QueryDict) -> tuple[Field, ...]:
    return tuple((name, field(form, name)) for name in FIELDS if field(form, name))


def choice_from(form: QueryDict, state: State, seat: int) -> Command | None:
    """None while there is something left to choose."""
    body: dict[str, object] = {name: field(form, name) for name in _ways(state)[0]}
    if not all(body.values()):
        return None
    size = number_in(field(form, "tile")) if "place" in body else None
    if size is not None:
        body["tile"] = size
    return command(KINDS[state.status], seat, body, state.board)


def choices(state: State, form: QueryDict) -> Choices:
    """The first field that is still open; the last one stays so, to be chosen anew."""
    ways = _ways(state)
    *before, last = ways[0]
    for name in before:
        fitting = [way for way in ways if way[name] == field(form, name)]
        if not fitting:
            return _choices(state, form, name, ways)
        ways = fitting
    return _choices(state, form, last, ways)


def _ways(state: State) -> list[dict[str, str]]:
    """What may be chosen, by the fields that buttons fill in, in the order of asking."""
    return [
        {FIELD_OF.get(name, name): str(value) for name, value in body_of(order).items()}
        for order in moves.setup_orders(state)
    ]


def _choices(state: State, form: QueryDict, name: str, ways: list[dict[str, str]]) -> Choices:
    values = tuple(dict.fromkeys(way[name] for way in ways))
    chosen = field(form, name)
    match name:
        case "town":
            asks = _("Choose a starting town")
        case "boom":
            asks = _("Put the Boom marker beside a city")
        case "place":
            asks = _("Choose a city for a tile")
        case "region":
            offers = tuple(
                Offer(region, region, name_of_region(state, state.board.region_index[region]))
                for region in values
            )
            return Choices(name, _("Choose a region for a tile"), offers)
        case _ if "place" in ways[0]:
            place = state.board.places[state.board.index[ways[0]["place"]]].name
            asks = _("Choose the tile for %(place)s") % {"place": place}
            offers = tuple(Offer(size, size, size, chosen=size == chosen) for size in values)
            return Choices(name, asks, offers)
        case _:
            return Choices(name, _("Choose a region tile"), _tile_offers(state, chosen))
    return Choices(name, asks, _place_offers(state, values, chosen))


def _place_offers(state: State, places: tuple[str, ...], chosen: str) -> tuple[Offer, ...]:
    board = state.board
    return tuple(
        Offer(
            here,
            here,
            board.places[board.index[here]].name,
            here,
            detail=name_of_region(state, board.region_of[board.index[here]]),
            chosen=here == chosen,
        )
        for here in places
    )


def _tile_offers(state: State, chosen: str) -> tuple[Offer, ...]:
    words = WORDS[current_language()]
    return tuple(
        Offer(
            tile.id,
            tile.id,
            " · ".join(value_texts(tile, words)),
            detail=kind_text(tile, words),
            chosen=tile.id == chosen,
        )
        for tile in state.region_pool
    )
