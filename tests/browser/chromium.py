"""Debian's Chromium: `python -m tests.browser.chromium` installs it where it is missing."""

import os
import shutil
import subprocess
import sys

PACKAGES = ("chromium-headless-shell", "chromium")
"""The first has no windows of its own, and takes half the processor's time."""

NAMES = (*PACKAGES, "chromium-browser", "google-chrome")


def chromium() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def install() -> None:
    if os.geteuid() or not shutil.which("apt-get"):
        sys.stderr.write("NO CHROMIUM HERE, and only root can install it with apt-get\n")
        return
    run_apt("update")
    for package in PACKAGES:
        if chromium() is None:
            run_apt("install", "--yes", "--no-install-recommends", package)


def run_apt(*command: str) -> None:
    subprocess.run(["apt-get", "-qq", *command], check=False, stdout=subprocess.DEVNULL)  # noqa: S607


if __name__ == "__main__" and chromium() is None:
    install()
