"""How fast computer players think, with python-chess as a yardstick; nothing here waits."""

from collections.abc import Callable
from time import process_time

from bench.domain import chess_moves_of
from bench.measure import print_line, seconds, versus
from games.bots.search import MOST_BELOW, evaluation_for, look_ahead, rank
from games.bots.strengths import nodes_of_master, nodes_of_strong
from games.bots.suggestions import ranked_suggestions
from games.bots.training import play_game
from games.bots.weights import weights_for
from games.domain import Options, State
from games.domain.chance import Draws
from games.domain.evolve import replay
from games.domain.setup import start

NODES = 200
GAMES, ROUNDS = 4, 6
EVERYTHING = Options(milestones=True, boom=True, region_tiles=1)


def main() -> None:
    print("players")
    measure_search()
    measure_self_play()
    measure_choices()


def middle_table(players: int, options: Options) -> State:
    """As six rounds of what seems best at once leave it."""
    state = replay(start(players, options=options, seed=3))
    while state.turn < ROUNDS * players:
        state = look_ahead(evaluation_for(state), state, MOST_BELOW)[0].state
    return state


def measure_search() -> None:
    table = middle_table(2, Options())

    def positions() -> int:
        return NODES * MOST_BELOW if rank(table, nodes=NODES) else 0

    ours, chess_moves = versus(
        positions, lambda: chess_moves_of(until_over=False), clock=process_time
    )
    print_line(
        "positions of a search, each judged and weighed, over chess moves without a test for the end",
        f"{1 / ours:,.0f} / {1 / chess_moves:,.0f} = {chess_moves / ours:.2f}",
        "",
        "a worker that only thinks looks at so many positions a second",
    )


def measure_self_play() -> None:
    weights = weights_for(2)

    def games() -> int:
        for number in range(GAMES):
            play_game(2, weights, Draws(number, "bench"))
        return GAMES

    ours, chess_moves = versus(games, lambda: chess_moves_of(until_over=False), clock=process_time)
    print_line(
        "games of self-play a second, over thousands of chess moves",
        f"{1 / ours:.1f} / {1 / chess_moves / 1000:.1f} = {chess_moves * 1000 / ours:.2f}",
        "",
        "an hour of training for two players is so many games times 3,600",
    )


def measure_choices() -> None:
    tables = {
        "2 players": middle_table(2, Options()),
        "4 players, all expansions": middle_table(4, EVERYTHING),
    }
    for what, table in tables.items():
        for name, nodes_of, most in (
            ("strong", nodes_of_strong, 300),
            ("master", nodes_of_master, 2000),
        ):
            print_line(
                f"a choice of {name}, {what}",
                f"{_milliseconds(lambda: rank(table, nodes=nodes_of(table))):,.0f} ms",  # noqa: B023
                f"<= {most:,} ms",
                "what a turn of it costs a worker",
            )
        print_line(
            f"three hints that nobody has thought ahead, {what}",
            f"{_milliseconds(lambda: ranked_suggestions(table)):,.0f} ms",  # noqa: B023
            "<= 300 ms",
            "what a page or a mail waits for where the workers have not come to it",
        )


def _milliseconds(work: Callable[[], object]) -> float:
    return seconds(lambda: 1 if work() else 0, clock=process_time) * 1000
