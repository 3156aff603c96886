"""A game in the terminal: `python -m games.domain.play`, all players at one keyboard.

--players 3 --seed 7 --language fr --milestones --boom --region-tiles 1 --layout random
--random     plays to the end at random and prints the record
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import TextIO

import msgspec
from msgspec import Struct, field

from games.domain.chance import Draws
from games.domain.commands import KINDS, Expansion, TakeTurn
from games.domain.decide import decide
from games.domain.errors import Refusal
from games.domain.events import BonusUse, Event
from games.domain.evolve import evolve, replay
from games.domain.legal import options
from games.domain.notation import WORDS, Language, explain, format, parse, possibilities, sheet
from games.domain.playout import random_command
from games.domain.record import record_of, to_json
from games.domain.setup import start
from games.domain.state import Options, State
from games.domain.text import draw


class ExpandOption(Struct):
    to: str
    cost: int
    origin: str = field(name="from")


class IncreaseOption(Struct):
    city: str


class TurnOptions(Struct):
    """What the terminal shows of `options`."""

    money: int
    expand: list[ExpandOption]
    increase: list[IncreaseOption]
    bonus: list[BonusUse]


class Quit(Exception):
    pass


def main(arguments: Sequence[str] | None = None, keyboard: TextIO | None = None) -> None:
    asked = _parse_arguments(arguments)
    events = start(
        asked.players,
        options=Options(
            introductory=asked.introductory,
            layout=asked.layout,
            milestones=asked.milestones,
            boom=asked.boom,
            region_tiles=asked.region_tiles,
        ),
        seed=asked.seed,
    )
    if asked.random:
        print(to_json(record_of(random_game(events, asked.seed))).decode(), end="")
        return
    try:
        _play_game(events, asked.language, keyboard or sys.stdin)
    except Quit:
        print()


def _parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m games.domain.play",
        description=f"{(__doc__ or '').partition(chr(10))[0]}",
    )
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--language", choices=list(WORDS), default="en")
    parser.add_argument("--random", action="store_true", help="play to the end, print the record")
    parser.add_argument("--introductory", action="store_true")
    parser.add_argument("--layout", choices=["printed", "random", "draft"], default="printed")
    parser.add_argument("--milestones", action="store_true")
    parser.add_argument("--boom", action="store_true")
    parser.add_argument("--region-tiles", type=int, choices=[1, 2, 3])
    return parser.parse_args(arguments)


def random_game(events: Sequence[Event], seed: int) -> tuple[Event, ...]:
    """A game played to its end by chance, from what `start` gave."""
    draws = Draws(seed, "playout")
    state, played = replay(events), list(events)
    while state.status != "ended":
        for event in decide(state, random_command(state, draws.below)):
            state = evolve(state, event)
            played.append(event)
    return tuple(played)


def _play_game(events: Sequence[Event], language: Language, keyboard: TextIO) -> None:
    state = replay(events)
    print("\n".join(sheet(events, language)))
    while state.status != "ended":
        print(draw(state, language))
        happened = _play_turn(state, language, keyboard)
        state = replay(happened, state)
        print("\n".join(sheet(happened, language)), end="\n\n")
    print(draw(state, language))


def _play_turn(state: State, language: Language, keyboard: TextIO) -> tuple[Event, ...]:
    """Asks until a command is accepted."""
    colour = WORDS[language].colours[state.board.colours[state.mover]]
    kind = KINDS[state.status]
    while True:
        text = "\n".join(_read_lines(f"{colour}> ", keyboard, several=kind == "turn"))
        try:
            if text not in ("?", "help"):
                return decide(state, parse(text, kind, state.mover, language=language))
            print("\n".join(f"  {line}" for line in _offers(state, language)))
        except Refusal as refusal:
            rule = f" ({refusal.rule})" if refusal.rule else ""
            print(f"  {explain(refusal, language, state.board)}{rule}")
            if possible := possibilities(refusal, language, state.board):
                print(f"  {', '.join(possible)}")


def _read_lines(prompt: str, keyboard: TextIO, *, several: bool) -> Iterator[str]:
    """One line, or where several may follow, lines up to an empty one; a question stands alone."""
    asked = 0
    while True:
        print("  ... " if asked else prompt, end="", flush=True)
        line = keyboard.readline()
        if not line or line.strip() in ("quit", "exit"):
            raise Quit
        if line.strip():
            asked += 1
            yield line.strip()
        if asked and (not several or not line.strip() or line.strip() in ("?", "help")):
            return


def _offers(state: State, language: Language) -> Iterator[str]:
    """What may be done, in the words that do it."""
    offered = options(state)
    if offered["kind"] != "turn":
        yield from (f"{name}: {value}" for name, value in offered.items())
        return
    turn = msgspec.convert(offered, TurnOptions)
    yield f"${turn.money}"
    for way in turn.expand:
        order = TakeTurn(state.mover, expand=(Expansion(way.to, way.origin),))
        yield f"{format(order, language)}  ${way.cost}"
    growing = tuple(way.city for way in turn.increase)
    if growing:
        yield format(TakeTurn(state.mover, increase=growing), language)
    for use in turn.bonus:
        words = WORDS[language]
        yield f"{words.verbs['bonus'][0]} {words.bonus[use][0]}"


if __name__ == "__main__":
    main()
