"""The regions' tiles down the Atlantic with the present standings, and the track."""

from games.domain.board import Board, RegionTile
from games.domain.notation.words import WORDS, Language, Words, region_name
from games.domain.scoring import region_counts
from games.domain.state import RegionScore, State
from games.drawing.faces import DISPLAY, HEAVY, PLAIN, STRONG, width
from games.drawing.pieces import token
from games.drawing.plan import Element
from games.drawing.svg import group, path, rect, text, title
from games.drawing.theme import Theme
from games.drawing.wording import WORDING, Wording

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
    region, wording = state.board.regions[index], WORDING[language]
    name = region_name(region.id, WORDS[language], state.board)
    out = bool(state.board.region_places[index] & state.setup.closed)
    done = state.scored[index] if state.scored else None
    inner = LEFT + TAB + 10
    if out:
        lines = [text(wording.closed, inner, y + 42, PLAIN, 14, theme.closed_ink)]
    elif done:
        lines = _result(state, theme, wording, done, inner, y)
    else:
        lines = _standing(state, theme, language, index, inner, y)
    tint = theme.closed if out else theme.tint(region.colour)
    return group(
        title(_describe_region(state, language, index, name)),
        rect(
            LEFT, y, WIDE, HIGH, rx=7,
            fill=tint if done else theme.card,
            stroke=theme.red if changed else theme.rule,
            stroke_width=3.4 if changed else 1.2,
        ),
        _tab(state, theme, index, y, tint),
        text(name, inner, y + 20, DISPLAY, 18, theme.closed_ink if out else theme.ink),
        *lines,
        id=f"region-{region.id}",
        role="img",
        class_=f"region-tile{' changed' if changed else ''}",
    )  # fmt: skip


def _tab(state: State, theme: Theme, index: int, y: float, tint: str) -> str:
    """In the region's tint; the franchise beside the tile lies on it."""
    marker = state.markers[index] if state.markers else None
    piece = (
        "" if marker is None
        else token(theme, state.board.colours[marker], LEFT + TAB / 2 + 1, y + HIGH / 2, 9.5)
    )  # fmt: skip
    d = f"M{LEFT + 7} {y + 1}h{TAB - 7}v{HIGH - 2}h{7 - TAB}a6 6 0 0 1-6-6v{14 - HIGH}a6 6 0 0 1 6-6z"
    return path(d, fill=tint, stroke=theme.rule, stroke_width=0.8) + piece


def _standing(
    state: State, theme: Theme, language: Language, index: int, x: float, y: float
) -> list[str]:
    tile = state.tiles[index] if state.tiles else state.board.base_tiles[index]
    return [
        _values(tile, theme, language, x, y + 38, two=len(state.money) == 2),
        _counts(state, theme, index, x, y),
    ]


def _values(
    tile: RegionTile | None, theme: Theme, language: Language, x: float, y: float, *, two: bool
) -> str:
    if tile is None:
        return text(WORDING[language].no_tile, x, y, PLAIN, 13, theme.quiet)
    said, at = "", x
    for step, value in enumerate(value_texts(tile, WORDING[language])):
        unused = two and step == 1
        said += text(
            value, at, y, HEAVY, 16, theme.quiet if unused else theme.ink,
            fill_opacity=0.35 if unused else None,
        )  # fmt: skip
        at += width(value, HEAVY, 16) + 11
    kind = kind_text(tile, WORDS[language], WORDING[language])
    return said + text(kind, at - 2, y, PLAIN, 12, theme.quiet)


def value_texts(tile: RegionTile, wording: Wording) -> list[str]:
    match tile.kind:
        case "dollars":
            return [wording.link.format(value) for value in tile.values]
        case "number-of-regions":
            return [f"n{value:+}".replace("-", "\u2212") if value else "n" for value in tile.values]
        case _:
            return [str(value) for value in tile.values]


def kind_text(tile: RegionTile, words: Words, wording: Wording) -> str:
    match tile.kind:
        case "bonus-tile":
            return wording.bonus
        case "development-tile":
            return words.tools["development"][0].capitalize()
        case "route-tile":
            return words.tools["route"][0].capitalize()
        case "number-of-regions" | "influence":
            return wording.points
        case "dollars":
            return ""


def _counts(state: State, theme: Theme, index: int, x: float, y: float) -> str:
    counts = region_counts(state, index) if state.owners else ()
    there = sorted((seat for seat, count in enumerate(counts) if count), key=lambda s: -counts[s])
    colours = state.board.colours
    return _row(theme, [(colours[seat], str(counts[seat])) for seat in there], x, y + 50)


def _result(
    state: State, theme: Theme, wording: Wording, done: RegionScore, x: float, y: float
) -> list[str]:
    gains = [
        (
            state.board.colours[share.seat],
            wording.link.format(share.dollars) if share.dollars else f"+{share.influence}",
        )
        for share in done.shares
    ]
    return [
        text(wording.scored, x, y + 36, PLAIN, 13, theme.ink),
        _row(theme, gains, x, y + 49),
    ]


def _row(theme: Theme, entries: list[tuple[str, str]], x: float, y: float) -> str:
    """Pieces with what belongs to each, closer together if there is little room."""
    room, size = LEFT + WIDE - 8 - x, 14.0
    said = [width(entry, STRONG, size) for _, entry in entries]
    squeeze = min(1.0, room / (sum(said) + 26 * len(said))) if said else 1.0
    drawn = ""
    for (colour, entry), wide in zip(entries, said, strict=True):
        drawn += token(theme, colour, x + 6 * squeeze, y, 5.6 * squeeze**0.5)
        drawn += text(entry, x + 15 * squeeze, y + 5 * squeeze, STRONG, size * squeeze, theme.ink)
        x += (wide + 26) * squeeze
    return drawn


def _describe_region(state: State, language: Language, index: int, name: str) -> str:
    words, wording = WORDS[language], WORDING[language]
    if state.board.region_places[index] & state.setup.closed:
        return f"{name}: {wording.closed}"
    colours = [words.colours[colour].lower() for colour in state.board.colours]
    done = state.scored[index] if state.scored else None
    if done:
        shares = ", ".join(f"{colours[share.seat]} +{share.influence}" for share in done.shares)
        return f"{name}, {wording.scored}: {shares}"
    counts = region_counts(state, index) if state.owners else ()
    held = ", ".join(f"{colours[seat]} {count}" for seat, count in enumerate(counts) if count)
    tile = state.tiles[index] if state.tiles else None
    values = " ".join(value_texts(tile, wording)) if tile else wording.no_tile
    return f"{name}, {values}: {held or wording.free}"


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
    wording = WORDING[language]
    red = board.track.red_zone_from - 1
    red_left = TRACK_LEFT + red * STEP
    return group(
        text(wording.track, TRACK_LEFT, TRACK_TOP - 9, DISPLAY, 19, theme.red),
        text(wording.red_zone, red_left + 2, TRACK_TOP - 8, PLAIN, 13, theme.red),
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
    taken = state.track[i] if i < len(state.track) else None
    frame = rect(
        x, y, SPACE, SPACE, rx=6,
        fill=_fill(state, theme, taken, red=red),
        stroke=theme.red if red else theme.rule,
        stroke_width=2 if red else 1.2,
    )  # fmt: skip
    if taken is None:
        ink = theme.red if red else theme.ink
        value = str(board.track.influence[i])
        said = text(value, x + SPACE / 2, y + 34, HEAVY, 24, ink, anchor="middle")
    else:
        said = _region_on_track(state, theme, language, taken, x)
    return group(
        frame, said, id=f"board-track-{i + 1}", class_=f"track-space{' red-zone' if red else ''}"
    )


def _fill(state: State, theme: Theme, taken: int | None, *, red: bool) -> str:
    if taken is None:
        return theme.red_zone if red else theme.card
    if state.board.region_places[taken] & state.setup.closed:
        return theme.closed
    return theme.tint(state.board.regions[taken].colour)


def _region_on_track(state: State, theme: Theme, language: Language, region: int, x: float) -> str:
    """A scored region's name, over two lines if need be, and who ended it."""
    name = region_name(state.board.regions[region].id, WORDS[language], state.board)
    done = state.scored[region]
    lines = name.replace("-", "- ").split(" ")
    size = min(12.5, *(12.5 * (SPACE - 5) / width(line, STRONG, 12.5) for line in lines))
    top = TRACK_TOP + (17 if done else 29 - 7 * (len(lines) - 1))
    ink = theme.ink if done else theme.closed_ink
    said = "".join(
        text(line, x + SPACE / 2, top + i * (size + 1.5), STRONG, size, ink, anchor="middle")
        for i, line in enumerate(lines)
    )
    if done is None:
        return said
    return said + token(theme, state.board.colours[done.seat], x + SPACE / 2, TRACK_TOP + 40, 6)
