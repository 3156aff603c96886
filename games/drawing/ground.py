"""What no move changes: paper, land, links, names, compass, legend.

A page's land is a file of its own, which browsers cache: it is the heaviest part by far.
"""

from functools import lru_cache

from games.domain.board import Board, Place
from games.domain.notation.words import WORDS, Language, region_name
from games.drawing.faces import DISPLAY, HEAVY, width
from games.drawing.legend import legend, link_paths
from games.drawing.pieces import circle_points, polygon
from games.drawing.plan import (
    CAP_HEIGHT,
    HEIGHT,
    REGION_NAME,
    WIDTH,
    Element,
    Point,
    Spot,
    name_box,
    name_face,
    plan,
)
from games.drawing.regions import track_heading
from games.drawing.svg import circle, group, number, path, rect, tag, text, use
from games.drawing.theme import Theme

COMPASS = (1294.0, 858.0)
FOLDS = 6
NAME_OPACITY = 0.85


@lru_cache(maxsize=16)
def ground(board: Board, closed: int, language: Language, theme: Theme) -> str:
    """`closed` has a bit for every place out of play."""
    return (
        land(board, closed, theme)
        + roads(board, closed, language, theme)
        + margin(board, language, theme)
    )


def land(board: Board, closed: int, theme: Theme) -> str:
    """Each shape is written once and used for the coast, the shore and the land itself."""
    shapes = "".join(
        path(d, id=f"land-{region}", fill_rule="evenodd") for region, d in plan().regions.items()
    )
    whole = group(*(use(f"land-{region}") for region in plan().regions), id="land")
    coast = (
        use("land", fill="none", stroke=colour, stroke_width=wide, stroke_linejoin="round")
        for colour, wide in zip(theme.coast, (40, 25, 12), strict=True)
    )
    shore = use("land", fill="none", stroke=theme.shore, stroke_width=2.6, stroke_linejoin="round")
    regions = (
        use(
            f"land-{region.id}",
            fill=theme.closed if closed & places else theme.tints[region.colour],
            stroke=theme.border,
            stroke_width=1.8,
            stroke_linejoin="round",
            class_=f"region {region.id}",
        )
        for region, places in zip(board.regions, board.region_places, strict=True)
    )
    states = path(
        plan().borders,
        fill="none",
        stroke=theme.border,
        stroke_width=1,
        stroke_opacity=0.6,
        stroke_dasharray="5 4",
    )
    return _paper(theme) + group(
        tag("defs", shapes + whole), *coast, shore, *regions, states, class_="land"
    )


@lru_cache(maxsize=16)
def roads(board: Board, closed: int, language: Language, theme: Theme) -> str:
    """The links, the names and the compass."""
    return (
        _links(board, closed, theme)
        + _region_names(board, closed, language, theme)
        + _place_names(board, closed, theme)
        + _compass(theme)
    )


@lru_cache(maxsize=16)
def margin(board: Board, language: Language, theme: Theme) -> str:
    """What is printed around the land."""
    name = group(
        text("Franchise", 24, 60, DISPLAY, 54, theme.red),
        path("M28 74Q132 66 236 74", fill="none", stroke=theme.mustard, stroke_width=5,
             stroke_linecap="round"),
        class_="heading",
    )  # fmt: skip
    return name + legend(theme, language) + track_heading(board, theme, language)


def _paper(theme: Theme) -> str:
    folds = "".join(
        f"M{number(WIDTH * i / FOLDS)} 0V{HEIGHT}" for i in range(1, FOLDS)
    ) + f"M0 {HEIGHT // 2}H{WIDTH}"  # fmt: skip
    return group(
        rect(0, 0, WIDTH, HEIGHT, fill=theme.paper),
        path(folds, fill="none", stroke=theme.ink, stroke_opacity=0.05, stroke_width=1.4),
        class_="paper",
    )


def _region_names(board: Board, closed: int, language: Language, theme: Theme) -> str:
    """The halo has the land's own colour, so that no link runs through the name."""
    names = []
    for region, places in zip(board.regions, board.region_places, strict=True):
        land, ink = theme.tints[region.colour], theme.ink
        if closed & places:
            land, ink = theme.closed, theme.closed_ink
        name = region_name(region.id, WORDS[language], board)
        halo = land if plan().names[region.id].ashore else theme.coast[0]
        names.append(
            text(name, *_name_at(region.id), DISPLAY, REGION_NAME, ink, anchor="middle", halo=halo,
                 fill_opacity=NAME_OPACITY)
        )  # fmt: skip
    return group(*names, class_="region-names")


def _name_at(region: str) -> Point:
    """The middle of the name's baseline, where its plate would be."""
    x, y = plan().names[region].at
    return x, y + REGION_NAME * CAP_HEIGHT / 2


def highlight_region(board: Board, region: str, language: Language, theme: Theme) -> Element:
    """A changed region's name, drawn again so that it stands out, for a board without plates."""
    name = region_name(region, WORDS[language], board)
    x, y = _name_at(region)
    half = width(name, DISPLAY, REGION_NAME) / 2 + 10
    top, high = y - 23, 33
    svg = group(
        rect(x - half, top, 2 * half, high, rx=8, fill=theme.mustard, stroke=theme.changed,
             stroke_width=3),
        text(name, x, y, DISPLAY, REGION_NAME, "#2A2723", anchor="middle"),
        id=f"changed-{region}",
        class_="changed",
    )  # fmt: skip
    return Element(svg, (x - half - 3, top - 3, x + half + 3, top + high + 3))


def _links(board: Board, closed: int, theme: Theme) -> str:
    """The cheap ones lie on top."""
    links = []
    for road in sorted(plan().roads, key=lambda road: -road.cost):
        one, other = road.ends
        shut = any(closed >> board.index[end] & 1 for end in road.ends)
        (x0, y0), (x, y), (x1, y1) = plan().places[one].at, road.control, plan().places[other].at
        d = f"M{number(x0)} {number(y0)}Q{number(x)} {number(y)} {number(x1)} {number(y1)}"
        links.append(
            group(
                link_paths(theme, road.cost, d, opacity=0.75),
                id=f"link-{one}-{other}",
                class_=f"link cost-{road.cost}",
                fill="none",
                opacity=0.22 if shut else None,
            )
        )
    return group(*links, class_="links")


def _place_names(board: Board, closed: int, theme: Theme) -> str:
    """By kind, so that a page may leave out those that it would show too small."""
    names: dict[str, list[str]] = {"towns": [], "cities": []}
    for i, place in enumerate(board.places):
        ink = theme.closed_ink if closed >> i & 1 else theme.ink
        name = place_name(place, plan().places[place.id], ink, theme.halo)
        names[kind_of(place)].append(name)
    return group(*(group(*those, class_=kind) for kind, those in names.items()), class_="names")


def kind_of(place: Place) -> str:
    return "towns" if place.is_town else "cities"


def place_name(place: Place, spot: Spot, fill: str, halo: str) -> str:
    face, size = name_face(place.spaces)
    return text(place.name, *spot.name_at, face, size, fill, anchor=spot.anchor, halo=halo)


def highlight_name(place: Place, theme: Theme) -> Element:
    spot = plan().places[place.id]
    left, top, right, bottom = name_box(place.name, place.spaces, spot.name_at, spot.anchor)
    svg = group(
        place_name(place, spot, theme.changed, theme.halo), class_=f"changed {kind_of(place)}"
    )
    return Element(svg, (left - 5, top - 6, right + 5, bottom + 6))


def _compass(theme: Theme) -> str:
    x, y = COMPASS
    sides = circle_points(x, y, 11, 16)
    points = []
    # The four main points come last, so that they lie on top.
    for i, point in enumerate((1, 3, 5, 7, 0, 2, 4, 6)):
        tip = circle_points(x, y, 34 if point % 2 else 58, 8)[point]
        d = polygon([(x, y), sides[(2 * point - 1) % 16], tip, sides[2 * point + 1]])
        points.append(path(d, fill=theme.quiet if i % 2 else theme.red, fill_opacity=0.85))
    return group(
        circle(x, y, 44, fill="none", stroke=theme.rule, stroke_width=1.2),
        circle(
            x, y, 38, fill="none", stroke=theme.rule, stroke_width=4, stroke_dasharray="1.4 6.06"
        ),
        *points,
        circle(x, y, 5, fill=theme.paper, stroke=theme.quiet, stroke_width=1.4),
        text("N", x, y - 66, HEAVY, 20, theme.red, anchor="middle"),
        class_="compass",
    )
