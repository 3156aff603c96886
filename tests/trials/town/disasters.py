"""What befalls the site while the town lives, one after the other, by a seed."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from random import Random

import psycopg
from msgspec import Struct

from tests.trials.town.calls import Call
from tests.trials.town.site import Site, kind_of
from tests.waiting import wait_until

KINDS = ("redis", "web", "worker", "mail-out", "beat", "mail-in", "mail-server", "haproxy", "etcd")
SHORTEST, LONGEST = 2, 12
"""So many seconds something is dead or cut."""
A_MACHINE = 35
"""So long a machine of a database stays dead: another is to take its place meanwhile."""
Act = Callable[[], None]


class Disaster(Struct, frozen=True):
    name: str
    strike: Act
    mend: Act
    seconds: float


class Struck(Struct, frozen=True):
    """A disaster that was, by the clock of the calls."""

    name: str
    at: float
    mended: float

    def seconds_to_turn(self, calls: list[Call]) -> float | None:
        """Until the first answer to a turn that was tried after it."""
        after = [each.answered for each in calls if each.is_accepted and each.tried > self.at]
        return min(after, default=self.at - 1) - self.at if after else None


class Fortune:
    """Draws each kind of disaster once a round; who is the primary is asked when it strikes."""

    def __init__(self, site: Site, chance: Random, *, can_cut: bool) -> None:
        self.site, self.chance = site, chance
        members = site.members()
        self.hosts = [each.partition("/")[0] for each in members if kind_of(each) == "postgres"]
        self.kinds = {
            kind: [each for each in members if kind_of(each) == kind]
            for kind in KINDS
            if any(kind_of(each) == kind for each in members)
        }
        self.apps = sorted({each.partition("/")[0] for each in members if kind_of(each) == "web"})
        self.can_cut = can_cut

    def disasters(self) -> Iterator[Disaster]:
        while True:
            drawn: list[Callable[[], Disaster]] = [self._postgres]
            drawn += [partial(self._death, names) for names in self.kinds.values()]
            if len(self.hosts) > 1:
                drawn += [self._machine, self._spare]
            if self.can_cut:
                drawn += [self._cut_databases, self._cut_from_app]
            self.chance.shuffle(drawn)
            yield from (draw() for draw in drawn)

    def _seconds(self) -> float:
        return self.chance.uniform(SHORTEST, LONGEST)

    def _primary(self) -> str:
        return wait_until(self.site.primary, lambda: "there is no primary")

    def _others(self) -> list[str]:
        primary = self._primary()
        return [each for each in self.hosts if each != primary]

    def _of(self, what: str, name: str, seconds: float) -> Disaster:
        kill, start = self.site.kill, self.site.start
        return Disaster(what, lambda: kill(name), lambda: start(name), seconds)

    def _death(self, names: list[str]) -> Disaster:
        name = self.chance.choice(names)
        return self._of(f"{kind_of(name)} dies", name, self._seconds())

    def _postgres(self) -> Disaster:
        name = f"{self._primary()}/postgres"
        return self._of("the primary's PostgreSQL dies", name, SHORTEST)

    def _machine(self) -> Disaster:
        return self._of("the primary's machine dies", self._primary(), A_MACHINE)

    def _spare(self) -> Disaster:
        name = self.chance.choice(self._others())
        return self._of("a spare's machine dies", name, A_MACHINE)

    def _cut_databases(self) -> Disaster:
        one, other = self._primary(), self.chance.choice(self._others())
        return self._cut("the primary is cut from a spare", one, other)

    def _cut_from_app(self) -> Disaster:
        return self._cut(
            "an app is cut from the primary", self.chance.choice(self.apps), self._primary()
        )

    def _cut(self, what: str, one: str, other: str) -> Disaster:
        cut, heal = self.site.cut, self.site.heal
        return Disaster(what, lambda: cut(one, other), lambda: heal(one, other), 2 * LONGEST)

    def is_whole(self) -> bool:
        """Whether every spare follows: only then may another database go."""
        with suppress(psycopg.Error), psycopg.connect(self.site.dsn, connect_timeout=3) as found:
            row = found.execute("SELECT count(*) FROM pg_stat_replication").fetchone()
            return row is not None and row[0] >= len(self.hosts) - 1
        return False


def revive(site: Site) -> None:
    """What has ended by itself, as a host's supervisor does. Who runs is left alone."""
    for name in site.members():
        site.start(name)


def befall(disaster: Disaster) -> Struck:
    at = time.monotonic()
    disaster.strike()
    time.sleep(disaster.seconds)
    disaster.mend()
    return Struck(disaster.name, at, time.monotonic())
