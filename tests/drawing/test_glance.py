"""The board at a glance: who owns what, and nothing to read."""

from xml.etree import ElementTree

import pytest

from games.domain.evolve import walk
from games.drawing.glance import glance, glance_film, glance_svg
from games.drawing.theme import DAY, PAGE
from tests.drawing.games import NAMES, SVG, colours, parse_svg, table
from tests.golden.golden import events_of


@pytest.mark.parametrize("name", NAMES)
def test_each_place_stands_there_once_and_nothing_is_to_read(name: str) -> None:
    svg = parse_svg(glance_svg(table(name, 70), night=False))
    assert len(svg) == len(table(name, 70).board.places)
    assert svg.find(f".//{SVG}text") is None
    assert svg.find(f".//{SVG}title") is None


def test_every_franchise_is_seen_in_its_players_colour() -> None:
    state = table("five-players-everything", 95)
    svg = parse_svg(glance_svg(state, night=False))
    drawn = ElementTree.tostring(svg, encoding="unicode")
    for seat, colour in enumerate(state.board.colours):
        owned = sum(owners.count(seat) for owners in state.owners)
        assert drawn.count(f'fill="{DAY.pieces[colour].fill}"') == owned > 0


def test_by_night_it_has_the_colours_of_the_night() -> None:
    state = table("four-players", 50)
    day, night = (colours(glance_svg(state, night=each)) for each in (False, True))
    assert day != night
    assert not colours(glance(state, PAGE))


def test_it_weighs_little() -> None:
    assert max(len(glance_svg(table(name, 90), night=False)) for name in NAMES) < 14_000


def test_the_last_looks_of_a_film_are_the_last_table() -> None:
    states = [state for state in walk(events_of("four-players")) if state.owners]
    film = glance_film(states, PAGE)
    assert "".join(looks[-1][1] for looks in film.values()) == glance(states[-1], PAGE)
    assert all(looks[0][0] == 0 for looks in film.values())
