"""`python -m tests.trials.town planted|chaos|soak|upgrade`, with options (`--help`).

The report is printed, and kept with what people wrote down under var/trials/.
"""

import asyncio
import signal
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeVar

from tests.trials.cluster import available_site
from tests.trials.town import reports
from tests.trials.town.disasters import Fortune, Struck, befall, revive
from tests.trials.town.living import Life, findings, live, open_town, settle
from tests.trials.town.one import one_site
from tests.trials.town.planted import find_planted_fault
from tests.trials.town.site import Site
from tests.trials.town.town import Town
from tests.trials.town.upgrade import Upgrade, UpgradedSite, upgraded_site

T = TypeVar("T")
FOLDER = Path("var/trials")
QUIET = 10.0
"""So many seconds at least lie between two disasters."""
LAST_DISASTER = 60
"""So many seconds before the end, of which it takes some itself."""
PATIENCE = 120
WARM_UP = 1 / 3
"""This part of the time is not counted: caches fill, connections are opened."""


SIZES: dict[str, Callable[[], AbstractContextManager[Site]]] = {
    "one": one_site,
    "available": available_site,
}


class Chaos:
    def __init__(self, given: Namespace, site: Site) -> None:
        self.given, self.site = given, site
        chance = Random(given.seed)  # noqa: S311 - to be the same again
        can_cut = site.network is not None and site.network.can_cut
        self.fortune = Fortune(site, chance, can_cut=can_cut)
        self.struck: list[Struck] = []
        # What a thread has started dies with it: this one lives as long as the trial.
        self.hand = ThreadPoolExecutor(1)

    async def meanwhile(self, town: Town) -> None:
        until = time.monotonic() + 60 * self.given.minutes
        await asyncio.sleep(min(30, 10 * self.given.minutes))
        disasters = self.fortune.disasters()
        while time.monotonic() < until - LAST_DISASTER:
            disaster = await self._do(lambda: next(disasters))
            struck = await self._do(partial(befall, disaster))
            self.struck.append(struck)
            print(f"{time.strftime('%H:%M:%S')} {struck.name}", flush=True)
            await self._wait_for_turn(town, struck)
            await asyncio.sleep(QUIET)
        await asyncio.sleep(max(0.0, until - time.monotonic()))

    async def _do(self, act: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.hand, act)

    async def _wait_for_turn(self, town: Town, struck: Struck) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            await self._do(partial(revive, self.site))
            is_whole = await self._do(self.fortune.is_whole)
            if is_whole and struck.seconds_to_turn(town.calls) is not None:
                return
            await asyncio.sleep(1)
        print(f"  not whole after {PATIENCE} seconds: {struck.name}", flush=True)


class Soak:
    def __init__(self, given: Namespace, site: Site) -> None:
        self.given, self.site = given, site
        self.weights: list[dict[str, int]] = []

    async def meanwhile(self, town: Town) -> None:
        whole = 60 * self.given.minutes
        for seconds in (0, whole * WARM_UP, whole * (1 - WARM_UP)):
            await asyncio.sleep(seconds)
            self.weights.append(dict(self.site.memory()))


def open_site(given: Namespace) -> AbstractContextManager[Site]:
    return upgraded_site(given.before) if given.what == "upgrade" else SIZES[given.size]()


def make_trial(given: Namespace, site: Site) -> Chaos | Soak | Upgrade:
    if isinstance(site, UpgradedSite):
        return Upgrade(given, site)
    return Chaos(given, site) if given.what == "chaos" else Soak(given, site)


def run(given: Namespace, folder: Path) -> Iterator[str]:
    """The lines of the report."""
    if given.what == "planted":
        yield reports.of_planted_fault(find_planted_fault(folder))
        return
    with open_site(given) as site:
        life = Life(given.people, given.think, given.seed)
        town, people = open_town(site, life, folder / "calls.jsonl")
        trial = make_trial(given, site)
        post = asyncio.run(live(town, people, trial.meanwhile))
        is_ready = wait_for_site(site)
        left = settle(site)
        keep_logs(site, folder)
        found = findings(site, town, post, folder)
        yield from reports.of_people(town, post, life, left)
        if isinstance(trial, Chaos):
            yield from reports.of_disasters(trial.struck, town.calls)
            yield f"at the end the site says of itself that it is {'' if is_ready else 'not '}ready"
        if isinstance(trial, Soak):
            yield from reports.of_memory(trial.weights)
        yield from reports.of_findings(found)


def wait_for_site(site: Site) -> bool:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        revive(site)
        if site.ready():
            return True
        time.sleep(2)
    return False


def keep_logs(site: Site, folder: Path) -> None:
    for name in site.members():
        with suppress(OSError):
            (folder / f"{name.replace('/', '-')}.log").write_text(site.log(name))


def main() -> None:
    # Where it runs in the background SIGINT is ignored, and SIGTERM would leave files behind.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.default_int_handler)
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("planted", "chaos", "soak", "upgrade"))
    parser.add_argument("--size", choices=SIZES, default="one")
    parser.add_argument("--before", default="", help="the revision that an upgrade begins with")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--think", type=float, default=20, help="seconds between two looks")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    folder = FOLDER / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{given.what}-{given.size}"
    folder.mkdir(parents=True)
    lines = []
    with (folder / "report.txt").open("w") as report:
        words = " ".join(f"{name} {value}" for name, value in vars(given).items())
        for line in (words, *run(given, folder.resolve())):
            report.write(f"{line}\n")
            lines.append(line)
    print("\n".join(lines), f"kept in {folder}", sep="\n")
    sys.exit(1 if any(line.startswith(reports.BAD) for line in lines) else 0)


if __name__ == "__main__":
    main()
