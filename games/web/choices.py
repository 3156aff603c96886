"""The choices of the set-up: a town, the Boom marker, a tile, each a button a choice."""

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
from games.drawing.wording import WORDING
from games.web.asking import number_in
from games.web.drafts import Field
from games.web.offers import Offer
from games.web.saying import region, spoken

FIELDS = ("town", "boom", "place", "region", "tile")
WHERE = {"city": "place", "region": "region"}


class Choices(Struct, frozen=True):
    """A step of the set-up: the field that its buttons fill in."""

    field: str
    asks: str
    offered: tuple[Offer, ...]


def said(form: QueryDict, name: str) -> str:
    return str(form.get(name) or "")


def chosen_fields(form: QueryDict) -> tuple[Field, ...]:
    return tuple((name, said(form, name)) for name in FIELDS if said(form, name))


def choice_of(state: State, seat: int, form: QueryDict) -> Command | None:
    """None while there is something left to choose."""
    kind = KINDS[state.status]
    if kind == "draft":
        return _tile_asked(state, seat, form)
    chosen = said(form, kind)
    return command(kind, seat, {kind: chosen}, state.board) if chosen else None


def _tile_asked(state: State, seat: int, form: QueryDict) -> Command | None:
    step = draft_step(state)
    where, tile = WHERE.get(step), said(form, "tile")
    if not tile or (where and not said(form, where)):
        return None
    size = number_in(tile) if step == "city" else None
    body: dict[str, object] = {"tile": tile if size is None else size}
    if where:
        body[where] = said(form, where)
    return command("draft", seat, body, state.board)


def choices(state: State, form: QueryDict) -> Choices:
    match KINDS[state.status]:
        case "town":
            towns = places_in(state.free & state.board.towns)
            return Choices(
                "town",
                _("Choose a starting town"),
                _places(state, towns, said(form, "town")),
            )
        case "boom":
            cities = places_in(boom.starting_cities(state))
            return Choices(
                "boom",
                _("Put the Boom marker beside a city"),
                _places(state, cities, said(form, "boom")),
            )
        case _:
            return _draft_choices(state, form)


def _draft_choices(state: State, form: QueryDict) -> Choices:
    match draft_step(state):
        case "city" if said(form, "place") in state.board.index:
            place = state.board.index[said(form, "place")]
            back = state.board.back(state.board.places[place].spaces)
            tiles = [str(size) for size in sorted(set(state.city_pool)) if size in back]
            asks = _("Choose the tile for %(place)s") % {"place": state.board.places[place].name}
            return Choices("tile", asks, _named(tiles, said(form, "tile")))
        case "city":
            return Choices(
                "place", _("Choose a city for a tile"), _places(state, open_cities(state), "")
            )
        case "region" if not said(form, "region"):
            offered = tuple(
                Offer(state.board.regions[index].id, region(state, index))
                for index in open_regions(state)
            )
            return Choices("region", _("Choose a region for a tile"), offered)
        case _:
            return Choices("tile", _("Choose a region tile"), _tiles(state, said(form, "tile")))


def _places(state: State, places: tuple[int, ...], chosen: str) -> tuple[Offer, ...]:
    board = state.board
    return tuple(
        Offer(
            board.ids[place],
            board.places[place].name,
            board.ids[place],
            detail=region(state, board.region_of[place]),
            chosen=board.ids[place] == chosen,
        )
        for place in places
    )


def _named(names: list[str], chosen: str) -> tuple[Offer, ...]:
    return tuple(Offer(name, name, chosen=name == chosen) for name in names)


def _tiles(state: State, chosen: str) -> tuple[Offer, ...]:
    wording, words = WORDING[spoken()], WORDS[spoken()]
    return tuple(
        Offer(
            tile.id,
            " · ".join(value_texts(tile, wording)),
            detail=kind_text(tile, words, wording),
            chosen=tile.id == chosen,
        )
        for tile in state.region_pool
    )
