"""The players along the top edge, and the milestones in the Gulf of Mexico."""

from games.domain.income import income
from games.domain.notation.words import WORDS, Language
from games.domain.state import State
from games.drawing.faces import DISPLAY, HEAVY, PLAIN, STRONG, width
from games.drawing.pieces import token
from games.drawing.plan import Element
from games.drawing.svg import group, path, rect, text, title
from games.drawing.theme import Theme

RIGHT, TOP, WIDE, HIGH, GAP = 1584, 14, 232, 56, 10
GULF = (796, 861)
HOLDERS = 206
LINE = 19.0


def players(state: State, theme: Theme, language: Language) -> list[Element]:
    seats = len(state.money)
    left = RIGHT - seats * WIDE - (seats - 1) * GAP
    chips = ((seat, left + seat * (WIDE + GAP)) for seat in range(seats))
    return [
        Element(_turn(state, theme, language), (256, 40, 340, 68)),
        *(
            Element(
                _player(state, theme, language, seat, x),
                (x - 3, TOP - 3, x + WIDE + 3, TOP + HIGH + 3),
            )
            for seat, x in chips
        ),
    ]


def _turn(state: State, theme: Theme, language: Language) -> str:
    turn = WORDS[language].board.turn.format(state.turn)
    line = text(turn, 258, 59, STRONG, 17, theme.quiet) if state.status == "playing" else ""
    return group(line, id="board-turn", class_="turn")


def _player(state: State, theme: Theme, language: Language, seat: int, x: float) -> str:
    words = WORDS[language]
    colour = state.board.colours[seat]
    ended = state.status == "ended"
    lit = seat in state.winners if ended else seat == state.to_move
    ink = "#2A2723" if lit else theme.ink
    points = str(state.final[seat].influence if state.final else state.influence[seat])
    money = words.dollars.format(state.money[seat])
    earns = "" if ended else f" +{income(state, seat)}"
    right = x + WIDE - 14
    tickets = f", {words.board.bonus} {state.bonus[seat]}" if state.bonus[seat] else ""
    return group(
        title(f"{words.colours[colour]}: {points} {words.board.points}, {money}{earns}{tickets}"),
        rect(
            x, TOP, WIDE, HIGH, rx=9,
            fill=theme.mustard if lit else theme.card,
            stroke="#2A2723" if lit else theme.rule,
            stroke_width=2.4 if lit else 1.2,
        ),
        token(theme, colour, x + 27, TOP + 28, 14),
        text(words.colours[colour], x + 52, TOP + 25, DISPLAY, 20, ink),
        text(f"{money}{earns}", x + 52, TOP + 45, STRONG, 15, ink),
        _tickets(theme, x + 128, TOP + 33, state.bonus[seat]),
        text(points, right - 22, TOP + 39, HEAVY, 31, ink, anchor="end"),
        text(words.board.points, right, TOP + 39, PLAIN, 14, ink, anchor="end"),
        id=f"seat-{seat}",
        role="img",
        class_=f"player {colour}{' to-move' if lit else ''}",
    )  # fmt: skip


def _tickets(theme: Theme, x: float, y: float, count: int) -> str:
    """One for each bonus tile."""
    return "".join(
        rect(x + i * 9, y, 7, 13, rx=1.5, fill=theme.pink, stroke=theme.rim, stroke_width=0.8)
        for i in range(count)
    )


def milestones(state: State, theme: Theme, language: Language) -> list[Element]:
    if not state.setup.milestones:
        return []
    x, y = GULF
    head = group(
        text(WORDS[language].board.milestones, x, y, DISPLAY, 20, theme.red),
        path(f"M{x} {y + 6}h284", stroke=theme.rule, stroke_width=1.2),
        id="board-milestones",
        class_="milestones",
    )
    lines = ((i, y + 24 + i * LINE) for i in range(len(state.setup.milestones)))
    return [
        Element(head, (x - 4, y - 20, x + 288, y + 8)),
        *(
            Element(
                _milestone(state, theme, language, i, line),
                (x - 4, line - 14, x + 288, line + 5),
            )
            for i, line in lines
        ),
    ]


def _milestone(state: State, theme: Theme, language: Language, tile: int, y: float) -> str:
    x = GULF[0]
    name = WORDS[language].milestones[state.setup.milestones[tile]]
    size = min(14.0, 14.0 * (HOLDERS - 8) / width(name, STRONG, 14))
    holders = (
        token(theme, state.board.colours[seat], x + HOLDERS + 7 + i * 15.5, y - 5, 6.5)
        for i, seat in enumerate(state.milestones[tile])
    )
    return group(
        text(name, x, y, STRONG, size, theme.ink),
        *holders,
        id=f"board-milestone-{tile + 1}",
        class_="milestone",
    )
