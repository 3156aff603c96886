"""`python -m games.drawing GAME_FILE --version N --out board.png`: a picture of a recorded game.

The ending of the name decides the format: `.svg` or `.png`. `--since M` marks what changed.
`python -m games.drawing --css` prints the colours of the board on pages. `--land whole` prints
the land beneath it with all regions in play, `--land closed` with three of them closed;
`--night` prints it in the colours of the night.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from games.domain.board import PRINTED_BOARD
from games.domain.evolve import replay
from games.domain.notation.words import WORDS
from games.domain.record import from_json
from games.domain.story import differences
from games.drawing import board_png, board_svg, land_for_pages
from games.drawing.theme import style_sheet


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.css:
        sys.stdout.write(style_sheet())
        return 0
    if options.land:
        sys.stdout.write(draw_land(options.land, night=options.night))
        return 0
    if options.file is None:
        parser.error("a game file is wanted")
    events = from_json(options.file.read_bytes()).events
    state = replay(events[: options.version])
    changed = () if options.since is None else differences(replay(events[: options.since]), state)
    language, night, out = options.language, options.night, options.out
    if out.suffix == ".svg":
        out.write_text(board_svg(state, changed=changed, language=language, night=night))
    else:
        out.write_bytes(
            board_png(state, changed=changed, language=language, night=night, width=options.width)
        )
    return 0


def draw_land(which: str, *, night: bool) -> str:
    players = {"whole": max, "closed": min}[which](PRINTED_BOARD.starting_money)
    regions = PRINTED_BOARD.closed_regions(players)
    closed = sum(PRINTED_BOARD.region_places[region] for region in regions)
    return land_for_pages(PRINTED_BOARD, closed, night=night)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games.drawing", description=__doc__)
    parser.add_argument("file", type=Path, metavar="GAME_FILE", nargs="?")
    parser.add_argument("--css", action="store_true", help="the style sheet of pages")
    parser.add_argument("--land", choices=["whole", "closed"], help="the land of pages")
    parser.add_argument("--version", type=int, metavar="N", help="after N events, else the last")
    parser.add_argument("--since", type=int, metavar="M", help="mark what changed since M events")
    parser.add_argument("--language", choices=sorted(WORDS), default="en")
    parser.add_argument("--night", action="store_true")
    parser.add_argument("--width", type=int, default=1200)
    parser.add_argument("--out", type=Path, default=Path("board.png"))
    return parser


if __name__ == "__main__":
    sys.exit(main())
