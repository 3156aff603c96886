"""What the version before had in its six queues goes; what it kept of games keeps its numbers."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from tests.site.databases import empty_database

ROWS = Path(__file__).parent / "before" / "rows.json"
REMINDERS = ("reminder-half", "reminder-80", "reminder-last")


def upgrade(database: str) -> dict[str, Any]:
    program = [sys.executable, "-m", "tests.notifications.upgrading", str(ROWS)]
    done = subprocess.run(
        program,
        env={**os.environ, "DATABASE_URL": database},
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def upgrade_fresh_database(folder: Path) -> dict[str, Any]:
    if "DATABASE_URL" not in os.environ:
        return upgrade(f"sqlite:///{folder / 'before.sqlite3'}")
    with empty_database(f"before_{os.getpid()}") as database:
        return upgrade(database)


def test_nothing_due_is_lost_and_what_was_played_is_left_behind(tmp_path: Path) -> None:
    came = upgrade_fresh_database(tmp_path)
    carried = Counter(map(tuple, came["carried"]))
    calls = {("events", "webhook", "ada"): 7}
    # Ada's turn in Route 66 was played before its mail went: it and its reminders are gone.
    waiting = {(name, "mail", who): 1 for name in REMINDERS for who in ("ada", "bob", "mallory")}
    assert carried == calls | waiting | {
        ("started", "mail", "ada"): 1,
        ("started", "mail", "bob"): 2,
        ("started", "mail", "mallory"): 1,
        ("turn", "mail", "bob"): 1,
        ("turn", "mail", "mallory"): 1,
        ("answer", "mail", "bob"): 1,
        ("invitation", "mail", ""): 1,
        ("to-host", "mail", ""): 1,
        ("webhook-off", "mail", "bob"): 1,
    }
    assert came["calls"] == 7
    assert Counter(map(tuple, came["left"])) == calls | waiting
    # Mallory wants one mail a day.
    assert came["mails"] == [
        ["ada@example.org", "Route 66: The game has started"],
        ["bob@example.org", "Daily: The game has started"],
        ["bob@example.org", "Re: Your turn in Route 66"],
        ["bob@example.org", "Route 66: Your turn 2"],
        ["bob@example.org", "Your webhook was switched off"],
        ["host@example.net", "abuse@localhost: Re: Your turn in Route 66"],
        ["zoe@example.org", "You are invited to a game of Franchise"],
    ]
    assert came["kept"] == {
        "Invitation": [[1, "zoe@example.org"]],
        "ChatLine": [[1, "Anybody here?"], [2, "something rude"]],
        "ChatReport": [[2, "something rude"], [None, "soon gone"]],
        "ChatRead": [[2]],
        "PrivateNote": [["beware of bob"]],
        "Variation": [[1, "if only"]],
        "Offer": [[1, "[]"], [1, "[1]"]],
        "Leaf": [[0, 7]],
    }
    assert came["daily"] == [["mallory@example.org", "Your turn in Daily"]]
