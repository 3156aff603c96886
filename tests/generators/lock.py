"""Pins what `make clients` installs, without an address of anything: `python -m tests.generators.lock`."""

import json
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
ADDRESSES = ("deprecated", "funding", "resolved")


def main() -> None:
    subprocess.run(
        ["npm", "install", "--package-lock-only", "--ignore-scripts"],  # noqa: S607 - whichever is there
        check=True,
        cwd=HERE,
    )
    lock = HERE / "package-lock.json"
    pinned = json.loads(lock.read_text())
    for package in pinned["packages"].values():
        for name in ADDRESSES:
            package.pop(name, None)
    lock.write_text(json.dumps(pinned, indent=2) + "\n")


if __name__ == "__main__":
    main()
