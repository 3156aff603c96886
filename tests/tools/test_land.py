from pathlib import Path

import pytest
from msgspec import json
from msgspec.structs import replace

from games.domain.board import PRINTED_BOARD
from games.drawing.plan import Plan
from tools.land import atlas
from tools.land.geography import LAND, STATES, land_of
from tools.land.naming import loops

HIGH, WIDE = 4, 1


def squares() -> bytes:
    """All states in a row, each a square; California and Nevada share a line."""
    names = [
        "California",
        "Nevada",
        *(name for name in STATES if name not in ("California", "Nevada")),
    ]
    shared = [(1, 0), (0, HIGH)]
    arcs = [shared, [(1, HIGH), (-1, 0), (0, -HIGH), (1, 0)], [(1, 0), (1, 0), (0, HIGH), (-1, 0)]]
    rings = [[0, 1], [2, ~0]]
    for i in range(2, len(names)):
        arcs.append([(i, 0), (WIDE, 0), (0, HIGH), (-WIDE, 0), (0, -HIGH)])
        rings.append([i + 1])
    shapes = [
        {"type": "Polygon", "properties": {"name": name}, "arcs": [ring]}
        for name, ring in zip(names, rings, strict=True)
    ]
    island = {"type": "MultiPolygon", "properties": {"name": "Hawaii"}, "arcs": [[[3]]]}
    return json.encode(
        {
            "transform": {"scale": [1, 1], "translate": [-120, 36]},
            "objects": {"states": {"geometries": [*shapes, island]}},
            "arcs": arcs,
        }
    )


def test_states_of_a_region_are_joined_along_the_lines_they_share() -> None:
    land = land_of(squares(), PRINTED_BOARD)
    assert len(loops(land.regions["california"])) == 1
    assert len(loops(land.regions["texas"])) == 3
    assert land.borders.count("M") == 1


def test_the_land_fills_its_room_on_the_paper() -> None:
    land = land_of(squares(), PRINTED_BOARD)
    xs = [x for path in land.regions.values() for loop in loops(path) for x, _ in loop]
    assert min(xs) >= LAND[0] - 0.1
    assert max(xs) <= LAND[0] + LAND[2] + 0.1


def test_the_shapes_are_written_without_drift() -> None:
    for path in land_of(squares(), PRINTED_BOARD).regions.values():
        for loop in loops(path):
            assert abs(loop[0][0] - loop[-1][0]) < 0.01
            assert abs(loop[0][1] - loop[-1][1]) < 0.01


def test_the_command_writes_the_plan_of_a_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = PRINTED_BOARD.places[:4]
    known = {place.id for place in places}
    links = tuple(link for link in PRINTED_BOARD.links if set(link[:2]) <= known)
    source, out = tmp_path / "states.json", tmp_path / "atlas.json"
    source.write_bytes(squares())
    monkeypatch.setattr(atlas, "PRINTED_BOARD", replace(PRINTED_BOARD, places=places, links=links))
    monkeypatch.setattr(atlas, "FILE", out)
    assert atlas.main([str(source)]) == 0
    written = json.decode(out.read_bytes(), type=Plan)
    assert set(written.places) == known
    assert [(*road.ends, road.cost) for road in written.roads] == list(links)
    assert "census" in written.source.lower()
    assert atlas.main([]) == 0
    assert json.decode(out.read_bytes(), type=Plan).names == written.names
