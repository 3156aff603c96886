"""The legend: what the signs mean, in the corner below Mexico's border."""

from games.domain.notation.words import WORDS, Language
from games.drawing.faces import HEAVY, PLAIN, STRONG
from games.drawing.svg import group, path, text
from games.drawing.theme import Theme
from games.drawing.wheels import scored_city, town, wheel

LEFT, TOP, ROW = 26, 772, 25
KEY = (16, 744, 476, 900)
SIGNS = 152


def legend(theme: Theme, language: Language) -> str:
    dollars, words = WORDS[language].dollars, WORDS[language].board
    links = []
    for row, cost in enumerate(theme.links):
        y, price = TOP + row * ROW, dollars.format(cost)
        links.append(link_paths(theme, cost, f"M{LEFT} {y}h62"))
        links.append(text(price, LEFT + 72, y + 5.5, HEAVY, 16, theme.ink))
    signs = [
        (TOP - 4, town(theme, None), words.town.capitalize(), words.free),
        (TOP + 44, wheel(theme, 23, 3, ("blue",)), words.city, words.spaces),
        (TOP + 100, scored_city(theme, theme.tints["yellow"], 23, ("red",)), words.scored_city, words.stayed),
    ]  # fmt: skip
    return group(*links, *(_sign(theme, *sign) for sign in signs), class_="legend")


def link_paths(theme: Theme, cost: int, d: str, *, opacity: float | None = None) -> str:
    """A link along the path `d`; `opacity` is that of its casing."""
    form = theme.links[cost]
    casing = form.wide + 2 * form.casing
    inlay = path(
        d, stroke=form.inlay, stroke_width=form.inlay_wide, stroke_dasharray=form.inlay_dashes
    )
    return (
        path(d, stroke=theme.casing, stroke_width=casing, opacity=opacity)
        + path(
            d, stroke=form.band, stroke_width=form.wide, stroke_dasharray=form.dashes,
            stroke_linecap="round" if form.dashes else None,
        )
        + (inlay if form.inlay else "")
    )  # fmt: skip


def _sign(theme: Theme, y: float, sign: str, name: str, meaning: str) -> str:
    x = LEFT + SIGNS
    return group(
        group(sign, transform=f"translate({x} {y})"),
        text(name, x + 34, y - 2, STRONG, 15, theme.ink),
        text(meaning, x + 34, y + 15, PLAIN, 12.5, theme.quiet),
    )
