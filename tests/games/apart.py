"""A program that thinks apart: `python -m tests.games.apart` says where, then waits."""

import os
import sys
import time

from games.thinking import think, think_apart

if __name__ == "__main__":
    think_apart()
    sys.stdout.write(f"{os.getpid()} thinks in {think(os.getpid)}\n")
    sys.stdout.flush()
    time.sleep(600)
