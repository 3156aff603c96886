"""Plays by real mail software, set up by the lines of docs/mail.md: `make try-mail`.

Everything runs in folders and on ports of its own, and ends with the trial. It installs
nothing, and says which packages it lacks.
"""

import shutil
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.trials.mail.machines import is_root, missing_packages
from tests.trials.mail.story import play


def main() -> int:
    lacks = missing_packages()
    if lacks:
        sys.stderr.write(f"needs Debian's packages: apt-get install {' '.join(lacks)}\n")
        return 1
    if not is_root():
        sys.stderr.write("needs root: mail servers hand mails to other users\n")
        return 1
    home = Path(tempfile.mkdtemp(prefix="franchise-mail-"))
    home.chmod(0o755)
    with ExitStack() as until:
        passed = play(home, until)
    if passed:
        shutil.rmtree(home)
    else:
        sys.stderr.write(f"what the programs said is in {home}\n")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
