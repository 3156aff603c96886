"""From a command to the lines that ask for it."""

from collections.abc import Iterator

from games.domain.board import PRINTED_BOARD, Board
from games.domain.commands import (
    ChooseTile,
    ChooseTown,
    Command,
    Expansion,
    PlaceBoom,
    PlaceCityTile,
    PlaceRegionTile,
    TakeTurn,
)
from games.domain.expansions import OPENINGS
from games.domain.notation.words import WORDS, Language, Words, region_name


def format(order: Command, language: Language = "en", board: Board = PRINTED_BOARD) -> str:
    """The lines that `parse` reads as this command."""
    words = WORDS[language]
    match order:
        case TakeTurn():
            lines = list(_turn_lines(order, words, board)) or [words.verbs["pass"][0]]
            return "\n".join(lines)
        case ChooseTown():
            return f"{words.verbs['town'][0]} {board.name_of(order.town)}"
        case PlaceBoom():
            return f"{words.verbs['boom'][0]} {board.name_of(order.city)}"
        case PlaceCityTile():
            return f"{words.verbs['tile'][0]} {order.tile} {board.name_of(order.place)}"
        case PlaceRegionTile():
            return (
                f"{words.verbs['tile'][0]} {order.tile} {region_name(order.region, words, board)}"
            )
        case ChooseTile():
            return f"{words.verbs['tile'][0]} {order.tile}"
        case _:
            return words.time_ran_out


def _turn_lines(order: TakeTurn, words: Words, board: Board) -> Iterator[str]:
    verbs = words.verbs
    for opening in OPENINGS:
        place = getattr(order, opening.field)
        if place is not None:
            yield f"{verbs[opening.field][0]} {board.name_of(place)}"
    if order.bonus is not None:
        yield f"{verbs['bonus'][0]} {words.bonus[order.bonus][0]}"
    if order.use:
        yield f"{verbs['use'][0]} {', '.join(words.tools[tool][0] for tool in order.use)}"
    for expansion in order.expand:
        yield _expand_line(expansion, words, board)
    if order.increase:
        yield f"{verbs['increase'][0]} {_list(order.increase, board)}"
    if order.double is not None:
        yield f"{verbs['double'][0]} {board.name_of(order.double)}"
    if order.order:
        yield f"{verbs['order'][0]} {_list(order.order, board)}"
    if order.regions:
        names = [region_name(region, words, board) for region in order.regions]
        yield f"{verbs['regions'][0]} {', '.join(names)}"


def _expand_line(expansion: Expansion, words: Words, board: Board) -> str:
    links = words.links
    line = f"{words.verbs['expand'][0]} {links['to'][0]} {board.name_of(expansion.to)}"
    if expansion.origin is not None:
        line += f" {links['from'][0]} {board.name_of(expansion.origin)}"
    if expansion.via:
        line += f" {links['via'][0]} {_list(expansion.via, board)}"
    return line


def _list(places: tuple[str, ...], board: Board) -> str:
    return ", ".join(map(board.name_of, places))
