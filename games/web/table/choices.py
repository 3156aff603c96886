"""The choices of the set-up: a town, the Boom marker, a tile; one button a choice."""

from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import Struct

from games.domain import Command, State
from games.domain.board import places_in
from games.domain.commands import KINDS, command
from games.domain.expansions import boom
from games.domain.notation import WORDS
from games.domain.stages import draft_step, open_cities, open_regions
from games.drawing.regions import kind_text, value_texts
from games.web.requests import number_in
from games.web.table.drafts import Field
from games.web.table.offers import Offer
from games.web.wording import current_language, name_of_region

FIELDS = ("town", "boom", "place", "region", "tile")
WHERE = {"city": "place", "region": "region"}


class Choices(Struct, frozen=True):
    """A step of the set-up: the field that its buttons fill in."""

    field: str
    asks: str
    offers: tuple[Offer, ...]


def field(form: QueryDict, name: str) -> str:
    return str(form.get(name) or "")


def chosen_fields(form: QueryDict) -> tuple[Field, ...]:
    return tuple((name, field(form, name)) for name in FIELDS if field(form, name))


def choice_from(form: QueryDict, state: State, seat: int) -> Command | None:
    """None while there is something left to choose."""
    kind = KINDS[state.status]
    if kind == "draft":
        return _tile_order(form, state, seat)
    chosen = field(form, kind)
    return command(kind, seat, {kind: chosen}, state.board) if chosen else None


def _tile_order(form: QueryDict, state: State, seat: int) -> Command | None:
    step = draft_step(state)
    where, tile = WHERE.get(step), field(form, "tile")
    if not tile or (where and not field(form, where)):
        return None
    size = number_in(tile) if step == "city" else None
    body: dict[str, object] = {"tile": tile if size is None else size}
    if where:
        body[where] = field(form, where)
    return command("draft", seat, body, state.board)


def choices(state: State, form: QueryDict) -> Choices:
    match KINDS[state.status]:
        case "town":
            towns = places_in(state.free & state.board.towns)
            return Choices(
                "town",
                _("Choose a starting town"),
                _place_offers(state, towns, field(form, "town")),
            )
        case "boom":
            cities = places_in(boom.starting_cities(state))
            return Choices(
                "boom",
                _("Put the Boom marker beside a city"),
                _place_offers(state, cities, field(form, "boom")),
            )
        case _:
            return _draft_choices(state, form)


def _draft_choices(state: State, form: QueryDict) -> Choices:
    match draft_step(state):
        case "city" if field(form, "place") in state.board.index:
            place = state.board.index[field(form, "place")]
            back = state.board.back(state.board.places[place].spaces)
            sizes = [str(size) for size in sorted(set(state.city_pool)) if size in back]
            asks = _("Choose the tile for %(place)s") % {"place": state.board.places[place].name}
            chosen = field(form, "tile")
            return Choices(
                "tile", asks, tuple(Offer(size, size, chosen=size == chosen) for size in sizes)
            )
        case "city":
            return Choices(
                "place", _("Choose a city for a tile"), _place_offers(state, open_cities(state), "")
            )
        case "region" if not field(form, "region"):
            offers = tuple(
                Offer(state.board.regions[index].id, name_of_region(state, index))
                for index in open_regions(state)
            )
            return Choices("region", _("Choose a region for a tile"), offers)
        case _:
            return Choices(
                "tile", _("Choose a region tile"), _tile_offers(state, field(form, "tile"))
            )


def _place_offers(state: State, places: tuple[int, ...], chosen: str) -> tuple[Offer, ...]:
    board = state.board
    return tuple(
        Offer(
            board.ids[place],
            board.places[place].name,
            board.ids[place],
            detail=name_of_region(state, board.region_of[place]),
            chosen=board.ids[place] == chosen,
        )
        for place in places
    )


def _tile_offers(state: State, chosen: str) -> tuple[Offer, ...]:
    words = WORDS[current_language()]
    return tuple(
        Offer(
            tile.id,
            " · ".join(value_texts(tile, words)),
            detail=kind_text(tile, words),
            chosen=tile.id == chosen,
        )
        for tile in state.region_pool
    )
