"""Plays by real mail software, set up by the lines of docs/mail.md: `make try-mail`.

`doors` are the ways in, `mailboxes` those that are full, away, greylisted or dead; all of them
unless one is named.

Everything runs in folders and on ports of its own, and ends with the trial. It installs
nothing, and says which packages it lacks.
"""

import shutil
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.trials.mail import mailboxes, story
from tests.trials.mail.machines import is_root, missing_packages

STORIES = {"doors": story.play, "mailboxes": mailboxes.play}


def main(names: list[str]) -> int:
    lacks = missing_packages()
    if lacks:
        sys.stderr.write(f"needs Debian's packages: apt-get install {' '.join(lacks)}\n")
        return 1
    if not is_root():
        sys.stderr.write("needs root: mail servers hand mails to other users\n")
        return 1
    passed = [try_story(name) for name in names or STORIES]
    return 0 if all(passed) else 1


def try_story(name: str) -> bool:
    home = Path(tempfile.mkdtemp(prefix="franchise-mail-"))
    home.chmod(0o755)
    with ExitStack() as until:
        passed = STORIES[name](home, until)
    if passed:
        shutil.rmtree(home)
    else:
        sys.stderr.write(f"what the programs said is in {home}\n")
    return passed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
