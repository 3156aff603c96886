"""A map of our own in the same form is read, played and drawn like the printed one."""

import json
from importlib import resources

import pytest

from games.domain import Options
from games.domain.board import read_board
from games.domain.chance import Draws
from games.domain.commands import KINDS
from games.domain.decide import decide
from games.domain.evolve import replay
from games.domain.notation import format, parse, sheet
from games.domain.playout import random_command
from games.domain.rulesets import RULESETS, Ruleset
from games.domain.setup import start
from games.domain.table import table
from games.domain.text import draw, region_headings

PLACES = [
    ("port", "North", 1), ("mill", "North", 1), ("capital", "North", 4), ("forge", "North", 3),
    ("lake", "South", 1), ("mine", "South", 1), ("harbour", "South", 5), ("field", "South", 2),
]  # fmt: skip
LINKS = [
    ("port", "capital", 0), ("mill", "forge", 1), ("port", "mill", 1), ("capital", "forge", 3),
    ("lake", "harbour", 0), ("mine", "field", 1), ("lake", "mine", 0), ("harbour", "field", 5),
    ("capital", "harbour", 8), ("mill", "lake", 1),
]  # fmt: skip


@pytest.fixture
def island(monkeypatch: pytest.MonkeyPatch) -> str:
    printed = json.loads(
        resources.files("games.domain").joinpath("maps/franchise.json").read_text()
    )
    region = {"colour": "red", "states": [], "in_play_from": 2, "tile": [6, 4, 2]}
    text = {
        **printed,
        "regions": [{**region, "id": name.lower(), "name": name} for name in ("North", "South")],
        "places": [
            {"id": i, "name": i.title(), "region": r.lower(), "spaces": n, "lat": 0, "lon": 0}
            for i, r, n in PLACES
        ],
        "links": LINKS,
        "starting_money": {"2": [2, 4]},
        "income_chart": {"2": [0, 3, 6]},
        "bonus_tiles": {"2": 2},
        "introductory_towns": {"2": [["port", "lake"], ["mill", "mine"]]},
        "track": {"influence": [3, 0], "red_zone_from": 2},
    }
    monkeypatch.setitem(RULESETS, "island-1", Ruleset(read_board(json.dumps(text).encode())))
    return "island-1"


@pytest.mark.parametrize("seed", range(12))
def test_a_game_on_another_map_goes_from_start_to_end(island: str, seed: int) -> None:
    chosen = Options(boom=seed % 2 == 0, layout=("printed", "random", "draft")[seed % 3])
    events = list(start(2, options=chosen, seed=seed, ruleset=island))
    state, draws = replay(events), Draws(seed, "island")
    while state.status != "ended":
        order = random_command(state, draws.below)
        written = format(order, board=state.board)
        assert parse(written, KINDS[state.status], state.mover, board=state.board) == order
        happened = decide(state, order)
        events += happened
        state = replay(happened, state)
    assert replay(events) == state
    assert table(state).ruleset == island
    assert sheet(events, board=state.board)[-1].startswith("The game is over")
    assert "Harbour" in draw(state)
    for heading in region_headings(state, "en").split("; "):
        assert heading in draw(state)
