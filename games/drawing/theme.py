"""The colours of the board by day, on warm paper, and by night, on deep navy."""

from textwrap import indent
from typing import Any

from msgspec import Struct, convert, to_builtins


class Stroke(Struct, frozen=True):
    """How a link of one cost is drawn: the band, the inlay on it, and the casing around it."""

    band: str
    wide: float
    inlay: str | None = None
    inlay_wide: float = 0.0
    dashes: str | None = None
    inlay_dashes: str | None = None
    casing: float = 2.6


class Piece(Struct, frozen=True):
    """A player's colour, and the colours that contrast with it."""

    fill: str
    mark: str
    edge: str


class Theme(Struct, frozen=True, eq=False):
    paper: str
    card: str
    ink: str
    quiet: str
    rule: str
    coast: tuple[str, ...]
    shore: str
    border: str
    halo: str
    tints: dict[str, str]
    closed: str
    closed_ink: str
    casing: str
    links: dict[int, Stroke]
    wheel: str
    spoke: str
    rim: str
    hub: str
    hub_ink: str
    red: str
    red_zone: str
    mustard: str
    pink: str
    changed: str
    pieces: dict[str, Piece]


CREAM, INK, WHEEL = "#FFF9EC", "#2A2723", "#3F4A4E"
BARN_RED, TEAL, MUSTARD, PINK = "#C8321F", "#1F8F89", "#EBC35F", "#D8436B"

DAY = Theme(
    paper="#F3E7CF",
    card="#FBF3E1",
    ink=INK,
    quiet="#6F6455",
    rule="#B9A57F",
    coast=("#ECE3CC", "#DDE0CC", "#C6D6CB"),
    shore="#8A7D66",
    border="#FFF9EC",
    halo="#FBF3E1",
    tints={
        "brown": "#D3B28F", "teal": "#AFC9BC", "beige": "#E2CFA6", "yellow": "#F0D083",
        "green": "#C3CD90", "red": "#E8A583", "lilac": "#CFBBD6", "blue": "#AACBD9",
        "khaki": "#E6DB96", "purple": "#BBA0BC",
    },
    closed="#DDD6C8",
    closed_ink="#615A4E",
    casing="#FFF9EC",
    links={
        0: Stroke("#4A423A", 4.2, dashes="0.1 7.6", casing=1.2),
        1: Stroke("#4A423A", 5.4, CREAM, 2.6, casing=1.0),
        3: Stroke("#6B9436", 6.2),
        5: Stroke(TEAL, 7.4, CREAM, 1.7, inlay_dashes="8 7"),
        8: Stroke(PINK, 10.5, "#F7B9C6", 1.6),
    },
    wheel=WHEEL,
    spoke="#7C878A",
    rim=CREAM,
    hub=CREAM,
    hub_ink=INK,
    red=BARN_RED,
    red_zone="#EFC0AE",
    mustard=MUSTARD,
    pink=PINK,
    changed="#0F6B66",
    pieces={
        "blue": Piece("#2B6CB0", CREAM, CREAM),
        "red": Piece(BARN_RED, CREAM, CREAM),
        "orange": Piece("#EE8A1D", CREAM, CREAM),
        "black": Piece("#14110F", CREAM, CREAM),
        "beige": Piece("#EAD7A8", INK, INK),
    },
)  # fmt: skip

NIGHT_CREAM = "#F1E6CC"
NIGHT = Theme(
    paper="#0E1626",
    card="#18233A",
    ink=NIGHT_CREAM,
    quiet="#9FA9BD",
    rule="#445270",
    coast=("#111B2F", "#142239", "#1A2C47"),
    shore="#4C618A",
    border="#0E1626",
    halo="#0E1626",
    tints={
        "brown": "#4A3B35", "teal": "#234650", "beige": "#47453F", "yellow": "#55492B",
        "green": "#37482F", "red": "#573631", "lilac": "#43395C", "blue": "#264563",
        "khaki": "#4B4A2E", "purple": "#4B3452",
    },
    closed="#1B2436",
    closed_ink="#8B96AD",
    casing="#0B1220",
    links={
        0: Stroke("#E9DDBF", 4.0, dashes="0.1 7.6", casing=1.2),
        1: Stroke("#D9CCAC", 5.4, "#1B2436", 2.6, casing=1.0),
        3: Stroke("#93C94A", 6.0),
        5: Stroke("#2CC4B9", 7.2, "#0B3A40", 1.8, inlay_dashes="8 7"),
        8: Stroke("#FF5F8A", 10.0, "#7A1B3C", 1.6),
    },
    wheel="#2C3A4E",
    spoke="#64748C",
    rim=NIGHT_CREAM,
    hub=NIGHT_CREAM,
    hub_ink="#10182A",
    red="#FF6A4D",
    red_zone="#5A2429",
    mustard="#E3B74A",
    pink="#E8557E",
    changed="#4FD6CB",
    pieces={
        "blue": Piece("#3F8DE0", CREAM, CREAM),
        "red": Piece("#D93A25", CREAM, CREAM),
        "orange": Piece("#F49A2F", CREAM, CREAM),
        "black": Piece("#05070C", CREAM, NIGHT_CREAM),
        "beige": Piece("#F0DFB4", INK, INK),
    },
)  # fmt: skip


def colours(theme: Theme) -> dict[str, str]:
    """Every colour of a theme by its name in style sheets."""
    named: dict[str, str] = {}
    _name_colours(to_builtins(theme, str_keys=True), "--board", named)
    return named


def _name_colours(part: Any, name: str, named: dict[str, str]) -> Any:
    """The same part with each colour, which goes into `named`, replaced by a page's variable."""
    match part:
        case str() if part.startswith("#"):
            named[name] = part
            return f"var({name})"
        case dict():
            return {
                key: _name_colours(value, f"{name}-{key.replace('_', '-')}", named)
                for key, value in part.items()
            }
        case list() | tuple():
            return [_name_colours(value, f"{name}-{i}", named) for i, value in enumerate(part)]
        case _:
            return part


PAGE = convert(_name_colours(to_builtins(DAY, str_keys=True), "--board", {}), Theme, str_keys=True)


def style_sheet() -> str:
    """The style sheet for `PAGE`: the colours by day, and by night where the screen is dark."""
    return f"""{_root(DAY)}
@media (prefers-color-scheme: dark) {{
{indent(_root(NIGHT), "  ")}
}}
"""


def _root(theme: Theme) -> str:
    lines = (f"  {name}: {colour.lower()};\n" for name, colour in colours(theme).items())
    return f":root {{\n{''.join(lines)}}}"
