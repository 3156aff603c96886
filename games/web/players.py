"""What is said of each player beside a board."""

from msgspec import Struct

from games.domain import State
from games.domain.income import income
from games.domain.notation import WORDS
from games.models import Person
from games.web.wording import Names, current_language, dollars, player_name


class PlayerRow(Struct, frozen=True):
    """`more` is what the seat has gained since the reader was here: points, money."""

    colour: str
    name: str
    is_mine: bool
    moves: bool
    won: bool
    points: int
    money: str
    income: str
    bonus: int
    reserve: int
    supply: int
    towns: int
    tools: tuple[str, ...]
    lost: int
    more: tuple[int, int]

    @property
    def tickets(self) -> str:
        return "\u25ae" * self.bonus


def player_rows(
    state: State, then: State, names: Names, person: Person | None
) -> tuple[PlayerRow, ...]:
    mine = None if person is None else person.pk
    return tuple(
        PlayerRow(
            state.board.colours[seat],
            player_name(sits, names),
            is_mine=mine is not None and sits.player == mine,
            moves=seat == state.to_move,
            won=seat in state.winners,
            points=state.final[seat].influence if state.final else state.influence[seat],
            money=dollars(state.money[seat]),
            income=dollars(income(state, seat)),
            bonus=state.bonus[seat],
            reserve=state.reserve[seat],
            supply=state.supply[seat],
            towns=(state.present[seat] & state.board.towns).bit_count(),
            tools=tuple(
                WORDS[current_language()].tools[tool][0].capitalize() for tool in state.tools[seat]
            ),
            lost=state.clock.lost[seat] if state.clock.lost else 0,
            more=_more(state, then, seat),
        )
        for seat, sits in enumerate(state.setup.seats)
    )


def _more(now: State, then: State, seat: int) -> tuple[int, int]:
    if len(then.money) != len(now.money):
        return 0, 0
    return now.influence[seat] - then.influence[seat], now.money[seat] - then.money[seat]
