"""Writes the drawing's data file from the shapes of the states.

    python -m tools.land.atlas states-10m.json

SOURCE is `states-10m.json` of the npm package us-atlas 3: the cartographic boundaries of
the US Census Bureau (2017), which are in the public domain, as TopoJSON. Without SOURCE only
the plates of the regions are set anew.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from msgspec import json
from msgspec.structs import replace

from games.domain.board import PRINTED_BOARD, Board
from games.drawing.plan import FILE, Plan
from tools.land.arranging import Arrangement, pushed_apart
from tools.land.geography import Land, land_of
from tools.land.naming import region_names

SOURCE = "US Census Bureau, cartographic boundary files, 2017 (public domain), by us-atlas 3"


def plan_of(land: Land, board: Board) -> Plan:
    arrangement = Arrangement(board, pushed_apart(board, land.places))
    arrangement.settle()
    places, roads = arrangement.plan()
    return name_regions(Plan(SOURCE, land.regions, land.borders, {}, places, roads), board)


def name_regions(plan: Plan, board: Board) -> Plan:
    return replace(plan, names=region_names(board, plan.regions, plan.places, plan.roads))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.land.atlas", description=__doc__)
    parser.add_argument("source", type=Path, metavar="SOURCE", nargs="?")
    source = parser.parse_args(arguments).source
    if source is None:
        plan = name_regions(json.decode(FILE.read_bytes(), type=Plan), PRINTED_BOARD)
    else:
        plan = plan_of(land_of(source.read_bytes(), PRINTED_BOARD), PRINTED_BOARD)
    FILE.write_bytes(json.format(json.encode(plan), indent=1) + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
