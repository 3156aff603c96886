"""A game in the terminal: `python -m games.domain.play`, all players at one keyboard.

--players 3 --seed 7 --language fr --milestones --region-tiles 1 --layout random
--random     plays to the end at random and prints the record
"""

import argparse
import gettext
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

import msgspec

from games.domain.chance import Draws
from games.domain.commands import KINDS, Expansion, TakeTurn
from games.domain.decide import judge
from games.domain.errors import Refusal
from games.domain.events import Event
from games.domain.evolve import replay
from games.domain.expansions import SWITCHES
from games.domain.moments import Judgement
from games.domain.moves import options
from games.domain.notation import WORDS, Language, explain, format, parse, possibilities, sheet
from games.domain.playout import random_command
from games.domain.record import record_of, to_json
from games.domain.setup import start
from games.domain.state import Options, State
from games.domain.text import draw

LOCALE = Path(__file__).parents[2] / "locale"
SET_UP = ("kind", "seat", "towns", "cities", "places", "tiles", "regions")


class Quit(Exception):
    pass


def main(arguments: Sequence[str] | None = None, keyboard: TextIO | None = None) -> None:
    choices = _parse_arguments(arguments)
    events = start(
        choices.players,
        options=Options(
            introductory=choices.introductory,
            layout=choices.layout,
            region_tiles=choices.region_tiles,
            **{each.option: getattr(choices, each.option) for each in SWITCHES},
        ),
        seed=choices.seed,
    )
    if choices.random:
        print(to_json(record_of(random_game(events, choices.seed))).decode(), end="")
        return
    language, state = choices.language, replay(events)
    print("\n".join(sheet(events, language)))
    try:
        while state.status != "ended":
            print(draw(state, language))
            new, state = _play_turn(state, language, keyboard or sys.stdin)
            print("\n".join(sheet(new, language)), end="\n\n")
        print(draw(state, language))
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
    for each in SWITCHES:
        parser.add_argument(f"--{each.option}", action="store_true")
    parser.add_argument("--region-tiles", type=int, choices=[1, 2, 3])
    return parser.parse_args(arguments)


def random_game(events: Sequence[Event], seed: int) -> tuple[Event, ...]:
    """The history of a game played to its end at random; `events` are those of `start`."""
    draws = Draws(seed, "playout")
    state, history = replay(events), list(events)
    while state.status != "ended":
        new, state = judge(state, random_command(state, draws.below))
        history += new
    return tuple(history)


def _play_turn(state: State, language: Language, keyboard: TextIO) -> Judgement:
    """Asks until the player enters a legal command."""
    colour = WORDS[language].colours[state.board.colours[state.mover]]
    kind = KINDS[state.status]
    translate = gettext.translation("django", LOCALE, [language], fallback=True).pgettext
    while True:
        text = "\n".join(_read_lines(f"{colour}> ", keyboard, several=kind == "turn"))
        try:
            if text not in ("?", "help"):
                return judge(state, parse(text, kind, state.mover, language=language))
            print("\n".join(f"  {line}" for line in _offers(state, language)))
        except Refusal as refusal:
            rule = f" ({refusal.rule})" if refusal.rule else ""
            print(f"  {explain(refusal, language, state.board, translate)}{rule}")
            if possible := possibilities(refusal, language, state.board, translate):
                print(f"  {', '.join(possible)}")


def _read_lines(prompt: str, keyboard: TextIO, *, several: bool) -> Iterator[str]:
    """One line, or with `several` lines up to an empty one; `?` or `help` stands alone."""
    count = 0
    while True:
        print("  ... " if count else prompt, end="", flush=True)
        line = keyboard.readline()
        if not line or line.strip() in ("quit", "exit"):
            raise Quit
        if line.strip():
            count += 1
            yield line.strip()
        if count and (not several or not line.strip() or line.strip() in ("?", "help")):
            return


def _offers(state: State, language: Language) -> Iterator[str]:
    """The legal orders, as a player would type them."""
    possible = options(state)
    if possible.kind != "turn":
        choices: dict[str, object] = msgspec.json.decode(msgspec.json.encode(possible))
        offered = ((name, choices[name]) for name in SET_UP)
        yield from (f"{name}: {value}" for name, value in offered if value not in (None, [], {}))
        return
    yield f"${possible.money}"
    for link in possible.expand:
        order = TakeTurn(state.mover, expand=(Expansion(link.to, link.origin),))
        yield f"{format(order, language)}  ${link.cost}"
    cities = tuple(each.city for each in possible.increase)
    if cities:
        yield format(TakeTurn(state.mover, increase=cities), language)
    words = WORDS[language]
    for use in possible.bonus:
        yield f"{words.verbs['bonus'][0]} {words.bonus[use][0]}"


if __name__ == "__main__":
    main()
