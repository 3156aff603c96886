"""What the two beats sent, as their logs have it: each task once, however many beats there are."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from tests.trials.cluster.hosts import APPS
from tests.trials.cluster.site import AvailableSite

SENT = re.compile(r"Scheduler: Sending due task (\S+)")
SECONDS = {"heart": 20, "mails": 10, "deadlines": 30, "digests": 60}
"""As often the settings have them sent."""


class Tick(NamedTuple):
    at: datetime
    task: str
    host: str


def ticks(site: AvailableSite, host: str) -> Iterator[Tick]:
    for line in site.log(f"{host}/beat").splitlines():
        if line.startswith("{") and (match := SENT.search((said := json.loads(line))["message"])):
            yield Tick(datetime.fromisoformat(said["at"]), match[1], host)


def check_ticks(site: AvailableSite) -> str:
    """No task went more often than it was due: two beats that both sent would double it."""
    of_task: dict[str, list[Tick]] = defaultdict(list)
    for tick in sorted(tick for host in APPS for tick in ticks(site, host)):
        of_task[tick.task].append(tick)
    for task, seconds in SECONDS.items():
        at = [tick.at for tick in of_task[task]]
        due = (at[-1] - at[0]).total_seconds() / seconds + 1
        # The first may have been written late, while the database was on its way.
        assert len(at) <= due + 1, f"{task} was sent {len(at)} times, and was due {due:.1f} times"
    sent = {host: sum(1 for _ in ticks(site, host)) for host in APPS}
    longest = max(next_.at - one.at for one, next_ in pairwise(of_task["mails"]))
    told = " and ".join(f"{number} by {host}" for host, number in sent.items())
    return (
        f"ticks: {told}, none more often than it was due; the mails' sweep, every 10 s, was at most"
        f" {longest.total_seconds():.1f} s apart"
    )
