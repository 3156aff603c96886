"""Calls as fast as they are answered, by so many at once: run within the site's settings."""

import sys
import time
from itertools import count, cycle
from threading import Thread

import msgspec

from tests.api.calls import token_of
from tests.doing import start_game, table_of
from tests.people import pair
from tests.site.load import Table, Visitor, play
from tests.trials.town.load import Pressed

GAMES_EACH = 3


def press(port: int, what: str, at_once: int, seconds: float, first: int) -> None:
    """`first` numbers the people, of whom two play each game."""
    numbers = count(first)
    games = [[_table(next(numbers)) for _ in range(GAMES_EACH)] for _ in range(at_once)]
    visitors = [Visitor(port, count()) for _ in games]
    for visitor, mine in zip(visitors, games, strict=True):
        _ask(visitor, "reads", mine[0])
    took: list[float] = []
    failed: list[int] = []
    began, worked = time.monotonic(), time.process_time()

    def visit(visitor: Visitor, mine: list[Table]) -> None:
        for table in cycle(mine):
            asked = time.monotonic()
            if asked - began >= seconds or not any(each.state.to_move is not None for each in mine):
                return
            if table.state.to_move is not None:
                status = _ask(visitor, what, table)
                took.append(time.monotonic() - asked)
                failed.extend([status] if status != 200 else [])

    threads = [Thread(target=visit, args=each) for each in zip(visitors, games, strict=True)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    whole, own = time.monotonic() - began, time.process_time() - worked
    sys.stdout.write(msgspec.json.encode(Pressed(took, whole, own, len(failed))).decode())


def _ask(visitor: Visitor, what: str, table: Table) -> int:
    token = {"Authorization": f"Token {table.token}"}
    if what == "turns":
        return play(visitor, table, token)
    return visitor.call("GET", f"/api/games/{table.game}/", **token)[0]


def _table(number: int) -> Table:
    people = pair(number)
    tokens = {person.pk: token_of(person) for person in (people.ada, people.bob)}
    game = start_game(people, seed=number)
    state = table_of(game)
    return Table(game, state, state.version, tokens)
