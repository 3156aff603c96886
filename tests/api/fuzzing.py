"""Endless calls by a generator that knows only the schema, to games in every status."""

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.request import urlopen
from uuid import UUID

from msgspec import Struct, json

from games.domain import Options
from games.domain.lobby import AbandonGame, AgreePause, StartGame, TakeSeat
from games.domain.state import Terms
from games.services import act
from tests.api.calls import token_of
from tests.doing import open_game, play_next, table_of
from tests.golden.stored import store_golden
from tests.people import HOST, Cast
from tests.waiting import PATIENCE

CONFIG = Path(__file__).with_name("schemathesis.toml")
KINDS = {
    "towns": Options(),
    "draft": Options(layout="draft"),
    "boom": Options(boom=True),
    "playing": Options(introductory=True),
}


class Findings(Struct, frozen=True):
    """What a run of the generator found."""

    output: str
    passed: bool
    cases: int
    server_errors: int
    undocumented: int


def games_of_every_status(people: Cast) -> list[UUID]:
    """Ada owns them and has a seat in each; one of them waits for Bob."""
    waiting, full, abandoned = (open_table(people, Options(introductory=True)) for _ in range(3))
    for game in (full, abandoned):
        act(game, TakeSeat(player=people.bob.pk), actor=HOST)
    act(abandoned, AbandonGame(), actor=HOST)
    begun = [start_until(people, status) for status in KINDS]
    paused, bobs = start_until(people, "playing"), start_until(people, "playing")
    for seat in (0, 1):
        act(paused, AgreePause(seat), actor=HOST)
    play_next(bobs)
    ended = store_golden("two-players", people.ada, people.bob, watch="private")
    return [waiting, full, abandoned, *begun, paused, bobs, ended]


def open_table(people: Cast, options: Options) -> UUID:
    terms = Terms("Route 66", people.ada.pk, 24, take_backs="any-turn")
    game = open_game(people, options=options, terms=terms)
    act(game, TakeSeat(player=people.ada.pk), actor=HOST)
    return game


def start_until(people: Cast, status: str) -> UUID:
    game = open_table(people, KINDS[status])
    act(game, TakeSeat(player=people.bob.pk), actor=HOST)
    act(game, StartGame(5, first=0), actor=HOST)
    while table_of(game).status != status or table_of(game).mover != 0:
        play_next(game)
    return game


def fuzz(server: str, people: Cast, place: Path, *options: str) -> Findings:
    """Calls with a token of Ada's, to games made for the run."""
    games = games_of_every_status(people)
    config = place / "schemathesis.toml"
    config.write_text(CONFIG.read_text() + write_dictionaries(games))
    # By itself it gives up on a schema that takes ten seconds.
    schema = place / "schema.json"
    with urlopen(f"{server}/api/schema/", timeout=PATIENCE) as answer:
        schema.write_bytes(answer.read())
    process = subprocess.run(
        [
            sys.executable, "-m", "schemathesis.cli", "--config-file", str(config),
            "run", str(schema), "--url", server,
            "-H", f"Authorization: Token {token_of(people.ada)}",
            "--no-color", "--suppress-health-check", "all", *options,
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=place,
    )  # fmt: skip
    output = process.stdout
    return Findings(
        output,
        process.returncode == 0,
        count_in(r"(\d+) generated", output),
        count_in(r"Server error: (\d+)", output),
        count_in(r"Undocumented [^:\n]+: (\d+)", output),
    )


def write_dictionaries(games: Sequence[UUID]) -> str:
    """What no generator guesses: games, their versions and places of the map."""
    board = table_of(games[0]).board
    words = {
        "games": [str(game) for game in games],
        "versions": [f'"{table_of(game).version}"' for game in games],
        "places": [*board.ids[:12], "boston", "omaha", "chicago"],
    }
    lines = [
        f"\n[dictionaries.{name}]\nvalues = {json.encode(words[name]).decode()}" for name in words
    ]
    bound = {
        "path.game_id": ("games", 0.95),
        "header.If-Match": ("versions", 0.8),
        "body.town": ("places", 0.8),
        "body.boom": ("places", 0.5),
    }
    lines.append("\n[parameters]")
    for name, (words_of, probability) in bound.items():
        lines.append(f'"{name}" = {{ dictionary = "{words_of}", probability = {probability} }}')
    return "\n".join(lines) + "\n"


def count_in(pattern: str, output: str) -> int:
    return sum(int(number) for number in re.findall(pattern, output))
