"""A whole game between computer players, which the home page plays again turn by turn."""

from functools import cache

from django.utils.safestring import SafeString
from django.utils.translation import override
from msgspec import Struct, json
from msgspec.structs import replace

from games.bots import STAND_IN, STRENGTHS
from games.domain import Options, State
from games.domain.decide import judge
from games.domain.evolve import replay
from games.domain.notation import WORDS, Language
from games.domain.setup import start
from games.drawing.glance import glance_film
from games.drawing.theme import PAGE
from games.models import Seat
from games.web.lobby.game_rows import SeatRow, points_of, seat_rows

PLAYERS, SEED = 4, 4


class Example(Struct, frozen=True):
    """The last table, and the film as it stands in a script's element."""

    state: State
    seats: list[SeatRow]
    ending: str
    film: SafeString


@cache
def example_states() -> tuple[State, ...]:
    """The table before the first turn and after each."""
    states = [replay(start(PLAYERS, first=0, options=Options(introductory=True), seed=SEED))]
    while states[-1].status == "playing":
        states.append(judge(states[-1], STRENGTHS[STAND_IN].choose(states[-1], len(states)))[1])
    return tuple(states)


@cache
def example_game(language: Language) -> Example:
    """In the shape of a replay's frames, with the points after each turn."""
    with override(language):
        states, words = example_states(), WORDS[language]
        last = states[-1]
        seats = [
            replace(row, name=row.called)
            for row in seat_rows(last, [Seat(number=n) for n in range(PLAYERS)], None)
        ]
        wins = [f"{seat.called} {words.wins}" for seat in seats if seat.won]
        turns = [words.board.turn.format(state.turn) for state in states[:-1]]
        headings = [*turns, ", ".join(wins)]
    film = {
        "grounds": [""],
        "reels": [{"since": 0, "ground": 0, "parts": glance_film(states, PAGE)}],
        "headings": headings,
        "points": [points_of(state) for state in states],
    }
    text = json.encode(film).decode().replace("<", "\\u003c")
    return Example(last, seats, headings[-1], SafeString(text))
