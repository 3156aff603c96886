"""The example bot plays whole games against itself over HTTP."""

import subprocess
import sys
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path
from random import Random

import pytest

from examples import random_bot
from franchise_client import Client
from franchise_client.shapes import GameTable, Options
from games.models import Person
from tests.api.calls import token_of
from tests.doing import start_game
from tests.people import Cast
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
POLL = 0.02
GAMES: list[tuple[int, Options]] = [
    (2, {"introductory": True}),
    (5, {"introductory": True}),
    (2, {}),
    (3, {"milestones": True}),
    (4, {"boom": True}),
    (5, {"region_tiles": 1}),
    (2, {"layout": "draft", "boom": True}),
    (4, {"layout": "draft", "region_tiles": 1}),
    (2, {"milestones": True, "region_tiles": 3}),
    (3, {"layout": "random", "milestones": True, "boom": True, "region_tiles": 2}),
    (5, {"layout": "draft", "milestones": True, "boom": True, "region_tiles": 3}),
]


def wait_briefly(seconds: float) -> None:
    time.sleep(min(seconds, POLL))


def run_bot(server: str, token: str, game: str, seed: int) -> GameTable:
    with Client(server, token, wait=wait_briefly) as client:
        return random_bot.play(client, game, Random(seed))  # noqa: S311 - a game that can be played again


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_bots_play_a_game_to_its_end(server: str, number: int) -> None:
    count, options = GAMES[number]
    tokens = [token_of(Person.objects.create(username=f"bot {seat}")) for seat in range(count)]
    with Client(server, tokens[0]) as host, ThreadPoolExecutor(count) as bots:
        game = host.create("Bots", count, options=options, watch="public")["game"]["id"]
        playing = [
            bots.submit(run_bot, server, token, game, number * 10 + seat)
            for seat, token in enumerate(tokens)
        ]
        while any(seat["player"] is None for seat in host.table(game)["seats"]):
            for each in wait(playing, POLL, FIRST_COMPLETED).done:
                each.result()
        host.start(game)
        version = 0
        while wait(playing, PATIENCE).not_done:
            before, version = version, host.table(game)["version"]
            assert version > before
        ends = [each.result() for each in playing]
    assert all(end["status"] == "ended" for end in ends)


def test_the_bot_runs_as_a_program_and_prints_the_final_scoring(server: str, people: Cast) -> None:
    game = str(start_game(people))
    token = token_of(people.ada)
    with Client(server, token) as ada, Client(server, token_of(people.bob)) as bob:
        version = ada.take_turn(game, {}, version=ada.table(game)["version"])["version"]
        end = bob.take_turn(game, {}, version=version)["table"]
    process = subprocess.run(
        [sys.executable, "-m", "examples.random_bot", server, token, game],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert process.stdout == f"{end.get('final')}\n"


def test_the_bot_can_be_read_on_one_screen() -> None:
    assert len((ROOT / "examples" / "random_bot.py").read_text().splitlines()) < 60
