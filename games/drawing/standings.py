"""The players along the top edge, and the milestones in the Gulf of Mexico."""

from collections.abc import Iterator

from msgspec import Struct

from games.domain.board import Board
from games.domain.expansions.milestones import marked_by
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


class TurnLook(Struct, frozen=True):
    """The number of the turn that is being played."""

    turn: int | None

    def draw(self, _board: Board, theme: Theme, language: Language) -> Element:
        line = ""
        if self.turn is not None:
            turn = WORDS[language].board.turn.format(self.turn)
            line = text(turn, 258, 59, STRONG, 17, theme.quiet)
        return Element(group(line, id="board-turn", class_="turn"), (256, 40, 340, 68))


class PlayerLook(Struct, frozen=True):
    """A player is lit who is to move, or who has won."""

    seat: int
    left: float
    points: int
    money: int
    income: int | None
    bonus: int
    is_lit: bool

    def draw(self, board: Board, theme: Theme, language: Language) -> Element:
        words, colour = WORDS[language], board.colours[self.seat]
        ink = "#2A2723" if self.is_lit else theme.ink
        points, money = str(self.points), words.dollars.format(self.money)
        earns = "" if self.income is None else f" +{self.income}"
        x, right = self.left, self.left + WIDE
        tickets = f", {words.board.bonus} {self.bonus}" if self.bonus else ""
        svg = group(
            title(f"{words.colours[colour]}: {points} {words.board.points}, {money}{earns}{tickets}"),
            rect(
                x, TOP, WIDE, HIGH, rx=9,
                fill=theme.mustard if self.is_lit else theme.card,
                stroke="#2A2723" if self.is_lit else theme.rule,
                stroke_width=2.4 if self.is_lit else 1.2,
            ),
            token(theme, colour, x + 27, TOP + 28, 14),
            text(words.colours[colour], x + 52, TOP + 25, DISPLAY, 20, ink),
            text(f"{money}{earns}", x + 52, TOP + 45, STRONG, 15, ink),
            *(
                rect(x + 128 + i * 9, TOP + 33, 7, 13, rx=1.5,
                     fill=theme.pink, stroke=theme.rim, stroke_width=0.8)
                for i in range(self.bonus)
            ),
            text(points, right - 36, TOP + 39, HEAVY, 31, ink, anchor="end"),
            text(words.board.points, right - 14, TOP + 39, PLAIN, 14, ink, anchor="end"),
            id=f"seat-{self.seat}",
            role="img",
            class_=f"player {colour}{' to-move' if self.is_lit else ''}",
        )  # fmt: skip
        return Element(svg, (x - 3, TOP - 3, right + 3, TOP + HIGH + 3))


def player_looks(state: State) -> Iterator[TurnLook | PlayerLook]:
    yield TurnLook(state.turn if state.status == "playing" else None)
    seats, ended = len(state.money), state.status == "ended"
    for seat in range(seats):
        yield PlayerLook(
            seat,
            RIGHT - (seats - seat) * (WIDE + GAP) + GAP,
            state.final[seat].influence if state.final else state.influence[seat],
            state.money[seat],
            None if ended else income(state, seat),
            state.bonus[seat],
            seat in state.winners if ended else seat == state.to_move,
        )


class MilestonesLook(Struct, frozen=True):
    """What stands above the milestones."""

    def draw(self, _board: Board, theme: Theme, language: Language) -> Element:
        x, y = GULF
        head = group(
            text(WORDS[language].board.milestones, x, y, DISPLAY, 20, theme.red),
            path(f"M{x} {y + 6}h284", stroke=theme.rule, stroke_width=1.2),
            id="board-milestones",
            class_="milestones",
        )
        return Element(head, (x - 4, y - 20, x + 288, y + 8))


class MilestoneLook(Struct, frozen=True):
    """A milestone, the seats that have reached it, and pale those on the way to it."""

    number: int
    tile: str
    holders: tuple[int, ...]
    marked: tuple[int, ...]

    def draw(self, board: Board, theme: Theme, language: Language) -> Element:
        x, y = GULF[0], GULF[1] + 24 + self.number * LINE
        name = WORDS[language].milestones[self.tile]
        size = min(14.0, 14.0 * (HOLDERS - 8) / width(name, STRONG, 14))
        svg = group(
            text(name, x, y, STRONG, size, theme.ink),
            *(
                group(
                    token(theme, board.colours[seat], x + HOLDERS + 7 + i * 15.5, y - 5, 6.5),
                    opacity=None if seat in self.holders else 0.4,
                )
                for i, seat in enumerate((*self.holders, *self.marked))
            ),
            id=f"board-milestone-{self.number + 1}",
            class_="milestone",
        )
        return Element(svg, (x - 4, y - 14, x + 288, y + 5))


def milestone_looks(state: State) -> Iterator[MilestonesLook | MilestoneLook]:
    if state.setup.milestones:
        yield MilestonesLook()
    for number, tile in enumerate(state.setup.milestones):
        yield MilestoneLook(number, tile, state.milestones[number], marked_by(state, tile))
