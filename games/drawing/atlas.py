"""Writes the drawing's data file from the shapes of the states.

    python -m games.drawing.atlas states-10m.json

SOURCE is `states-10m.json` of the npm package us-atlas 3: the cartographic boundaries of
the US Census Bureau (2017), which are in the public domain, as TopoJSON.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from msgspec import json

from games.domain.board import PRINTED_BOARD, Board
from games.domain.notation.words import WORDS
from games.drawing.arranging import Arrangement, pushed_apart
from games.drawing.geography import Land, land_of
from games.drawing.naming import region_names
from games.drawing.plan import FILE, Plan

SOURCE = "US Census Bureau, cartographic boundary files, 2017 (public domain), by us-atlas 3"


def plan_of(land: Land, board: Board) -> Plan:
    arrangement = Arrangement(board, pushed_apart(board, land.places))
    arrangement.settle()
    places, roads = arrangement.plan()
    names = {language: region_names(arrangement, land, language) for language in WORDS}
    return Plan(SOURCE, land.regions, land.borders, names, places, roads)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m games.drawing.atlas", description=__doc__)
    parser.add_argument("source", type=Path, metavar="SOURCE")
    source = parser.parse_args(arguments).source.read_bytes()
    plan = plan_of(land_of(source, PRINTED_BOARD), PRINTED_BOARD)
    FILE.write_bytes(json.format(json.encode(plan), indent=1) + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
