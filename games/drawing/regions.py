"""The regions' tiles with the present standings, at the right edge, and the track."""

from games.domain.board import Board, RegionTile
from games.domain.notation.words import WORDS, Language, Words, region_name
from games.domain.scoring import region_counts
from games.domain.state import RegionScore, State
from games.drawing.faces import DISPLAY, HEAVY, PLAIN, STRONG, width
from games.drawing.pieces import token
from games.drawing.plan import Element
from games.drawing.svg import group, path, rect, text, title
from games.drawing.theme import Theme

LEFT, TOP, WIDE, HIGH, PITCH = 1384, 318, 202, 60, 66.6
TAB = 34
TRACK_LEFT, TRACK_TOP, SPACE, STEP = 26, 924, 50, 53.5


def regions(
    state: State, theme: Theme, language: Language, changed: frozenset[str]
) -> list[Element]:
    rows = ((i, region.id, TOP + i * PITCH) for i, region in enumerate(state.board.regions))
    return [
        Element(
            _card(state, theme, language, i, y, changed=region in changed),
            (LEFT - 3, y - 3, LEFT + WIDE + 3, y + HIGH + 3),
        )
        for i, region, y in rows
    ]


def _card(
    state: State, theme: Theme, language: Language, index: int, y: float, *, changed: bool
) -> str:
    region, words = state.board.regions[index], WORDS[language]
    name = region_name(region.id, WORDS[language], state.board)
    closed = bool(state.board.region_places[index] & state.setup.closed)
    result = state.scored[index] if state.scored else None
    inner = LEFT + TAB + 10
    if closed:
        lines = [text(words.board.closed, inner, y + 42, PLAIN, 14, theme.closed_ink)]
    elif result:
        lines = _result(state, theme, words, result, inner, y)
    else:
        tile = state.tiles[index] if state.tiles else state.board.base_tiles[index]
        lines = [
            _values(tile, theme, language, inner, y + 38, two=len(state.money) == 2),
            _counts(state, theme, index, inner, y),
        ]
    tint = theme.closed if closed else theme.tint(region.colour)
    return group(
        title(_describe_region(state, language, index, name)),
        rect(
            LEFT, y, WIDE, HIGH, rx=7,
            fill=tint if result else theme.card,
            stroke=theme.red if changed else theme.rule,
            stroke_width=3.4 if changed else 1.2,
        ),
        _tab(state, theme, index, y, tint),
        text(name, inner, y + 20, DISPLAY, 18, theme.closed_ink if closed else theme.ink),
        *lines,
        id=f"region-{region.id}",
        role="img",
        class_=f"region-tile{' changed' if changed else ''}",
    )  # fmt: skip


def _tab(state: State, theme: Theme, index: int, y: float, tint: str) -> str:
    """A strip in the region's tint, with the franchise that lies beside the tile."""
    marker = state.markers[index] if state.markers else None
    piece = (
        "" if marker is None
        else token(theme, state.board.colours[marker], LEFT + TAB / 2 + 1, y + HIGH / 2, 9.5)
    )  # fmt: skip
    d = f"M{LEFT + 7} {y + 1}h{TAB - 7}v{HIGH - 2}h{7 - TAB}a6 6 0 0 1-6-6v{14 - HIGH}a6 6 0 0 1 6-6z"
    return path(d, fill=tint, stroke=theme.rule, stroke_width=0.8) + piece


def _values(
    tile: RegionTile | None, theme: Theme, language: Language, x: float, y: float, *, two: bool
) -> str:
    if tile is None:
        return text(WORDS[language].board.no_tile, x, y, PLAIN, 13, theme.quiet)
    svg, at = "", x
    for step, value in enumerate(value_texts(tile, WORDS[language])):
        unused = two and step == 1
        svg += text(
            value, at, y, HEAVY, 16, theme.quiet if unused else theme.ink,
            fill_opacity=0.35 if unused else None,
        )  # fmt: skip
        at += width(value, HEAVY, 16) + 11
    kind = kind_text(tile, WORDS[language])
    return svg + text(kind, at - 2, y, PLAIN, 12, theme.quiet)


def value_texts(tile: RegionTile, words: Words) -> list[str]:
    match tile.kind:
        case "dollars":
            return [words.dollars.format(value) for value in tile.values]
        case "number-of-regions":
            return [f"n{value:+}".replace("-", "\u2212") if value else "n" for value in tile.values]
        case _:
            return [str(value) for value in tile.values]


def kind_text(tile: RegionTile, words: Words) -> str:
    match tile.kind:
        case "bonus-tile":
            return words.board.bonus
        case "development-tile":
            return words.tools["development"][0].capitalize()
        case "route-tile":
            return words.tools["route"][0].capitalize()
        case "number-of-regions" | "influence":
            return words.board.points
        case "dollars":
            return ""


def _counts(state: State, theme: Theme, index: int, x: float, y: float) -> str:
    counts = region_counts(state, index) if state.owners else ()
    seats = sorted((seat for seat, count in enumerate(counts) if count), key=lambda s: -counts[s])
    colours = state.board.colours
    return _row(theme, [(colours[seat], str(counts[seat])) for seat in seats], x, y + 50)


def _result(
    state: State, theme: Theme, words: Words, result: RegionScore, x: float, y: float
) -> list[str]:
    gains = [
        (
            state.board.colours[share.seat],
            words.dollars.format(share.dollars) if share.dollars else f"+{share.influence}",
        )
        for share in result.shares
    ]
    return [
        text(words.board.scored, x, y + 36, PLAIN, 13, theme.ink),
        _row(theme, gains, x, y + 49),
    ]


def _row(theme: Theme, entries: list[tuple[str, str]], x: float, y: float) -> str:
    """Pieces with a text beside each, closer together if there is little room."""
    room, size = LEFT + WIDE - 8 - x, 14.0
    widths = [width(entry, STRONG, size) for _, entry in entries]
    squeeze = min(1.0, room / (sum(widths) + 26 * len(widths))) if widths else 1.0
    svg = ""
    for (colour, entry), wide in zip(entries, widths, strict=True):
        svg += token(theme, colour, x + 6 * squeeze, y, 5.6 * squeeze**0.5)
        svg += text(entry, x + 15 * squeeze, y + 5 * squeeze, STRONG, size * squeeze, theme.ink)
        x += (wide + 26) * squeeze
    return svg


def _describe_region(state: State, language: Language, index: int, name: str) -> str:
    words = WORDS[language]
    if state.board.region_places[index] & state.setup.closed:
        return f"{name}: {words.board.closed}"
    colours = [words.colours[colour].lower() for colour in state.board.colours]
    result = state.scored[index] if state.scored else None
    if result:
        shares = ", ".join(f"{colours[share.seat]} +{share.influence}" for share in result.shares)
        return f"{name}, {words.board.scored}: {shares}"
    counts = region_counts(state, index) if state.owners else ()
    holders = ", ".join(f"{colours[seat]} {count}" for seat, count in enumerate(counts) if count)
    tile = state.tiles[index] if state.tiles else None
    values = " ".join(value_texts(tile, words)) if tile else words.board.no_tile
    return f"{name}, {values}: {holders or words.board.free}"


def track(state: State, theme: Theme, language: Language) -> list[Element]:
    spaces = ((i, TRACK_LEFT + i * STEP) for i in range(len(state.board.track.influence)))
    return [
        Element(
            _space(state, theme, language, i),
            (x - 2, TRACK_TOP - 2, x + SPACE + 2, TRACK_TOP + SPACE + 2),
        )
        for i, x in spaces
    ]


def track_heading(board: Board, theme: Theme, language: Language) -> str:
    words = WORDS[language]
    red = board.track.red_zone_from - 1
    red_left = TRACK_LEFT + red * STEP
    return group(
        text(words.board.track, TRACK_LEFT, TRACK_TOP - 9, DISPLAY, 19, theme.red),
        text(words.board.red_zone, red_left + 2, TRACK_TOP - 8, PLAIN, 13, theme.red),
        path(
            f"M{red_left} {TRACK_TOP + SPACE + 8}H{red_left + 2 * STEP + SPACE}",
            stroke=theme.red, stroke_width=4, stroke_linecap="round",
        ),
        class_="track",
    )  # fmt: skip


def _space(state: State, theme: Theme, language: Language, i: int) -> str:
    board = state.board
    x, y = TRACK_LEFT + i * STEP, TRACK_TOP
    red = i + 1 >= board.track.red_zone_from
    region = state.track[i] if i < len(state.track) else None
    frame = rect(
        x, y, SPACE, SPACE, rx=6,
        fill=_fill(state, theme, region, red=red),
        stroke=theme.red if red else theme.rule,
        stroke_width=2 if red else 1.2,
    )  # fmt: skip
    if region is None:
        ink = theme.red if red else theme.ink
        value = str(board.track.influence[i])
        content = text(value, x + SPACE / 2, y + 34, HEAVY, 24, ink, anchor="middle")
    else:
        content = _region_on_track(state, theme, language, region, x)
    return group(
        frame, content, id=f"board-track-{i + 1}", class_=f"track-space{' red-zone' if red else ''}"
    )


def _fill(state: State, theme: Theme, region: int | None, *, red: bool) -> str:
    if region is None:
        return theme.red_zone if red else theme.card
    if state.board.region_places[region] & state.setup.closed:
        return theme.closed
    return theme.tint(state.board.regions[region].colour)


def _region_on_track(state: State, theme: Theme, language: Language, region: int, x: float) -> str:
    """A region's name, on two lines if necessary, and the piece of who scored it."""
    name = region_name(state.board.regions[region].id, WORDS[language], state.board)
    result = state.scored[region]
    lines = name.replace("-", "- ").split(" ")
    size = min(12.5, *(12.5 * (SPACE - 5) / width(line, STRONG, 12.5) for line in lines))
    top = TRACK_TOP + (17 if result else 29 - 7 * (len(lines) - 1))
    ink = theme.ink if result else theme.closed_ink
    svg = "".join(
        text(line, x + SPACE / 2, top + i * (size + 1.5), STRONG, size, ink, anchor="middle")
        for i, line in enumerate(lines)
    )
    if result is None:
        return svg
    return svg + token(theme, state.board.colours[result.seat], x + SPACE / 2, TRACK_TOP + 40, 6)
