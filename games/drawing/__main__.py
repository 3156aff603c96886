"""`python -m games.drawing GAME_FILE --version N --out board.png`: a picture of a recorded game.

The name's ending says what is written: `.svg` or `.png`. `--since M` marks what changed.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from games.domain import State, replay
from games.domain.notation.words import WORDS
from games.domain.record import from_json
from games.drawing import board_png, board_svg


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    events = from_json(asked.file.read_bytes()).events
    state = replay(events[: asked.version])
    changed = () if asked.since is None else differences(replay(events[: asked.since]), state)
    language, night, out = asked.language, asked.night, asked.out
    if out.suffix == ".svg":
        out.write_text(board_svg(state, changed=changed, language=language, night=night))
    else:
        out.write_bytes(
            board_png(state, changed=changed, language=language, night=night, width=asked.width)
        )
    return 0


def differences(before: State, after: State) -> tuple[str, ...]:
    """The ids of places and regions that look otherwise now."""
    if not before.owners:
        return ()
    board = after.board
    places = (
        name
        for i, name in enumerate(board.ids)
        if (before.owners[i], before.sizes[i], before.free >> i & 1)
        != (after.owners[i], after.sizes[i], after.free >> i & 1)
    )
    regions = (
        region.id
        for i, region in enumerate(board.regions)
        if (before.scored[i], before.markers[i]) != (after.scored[i], after.markers[i])
    )
    return (*places, *regions)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games.drawing", description=__doc__)
    parser.add_argument("file", type=Path, metavar="GAME_FILE")
    parser.add_argument("--version", type=int, metavar="N", help="after N events, else the last")
    parser.add_argument("--since", type=int, metavar="M", help="mark what changed since M events")
    parser.add_argument("--language", choices=sorted(WORDS), default="en")
    parser.add_argument("--night", action="store_true")
    parser.add_argument("--width", type=int, default=1200)
    parser.add_argument("--out", type=Path, default=Path("board.png"))
    return parser


if __name__ == "__main__":
    sys.exit(main())
