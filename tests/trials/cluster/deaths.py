"""What dies, one after the other, while turns are played; and how long none was taken."""

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import psycopg
from redis import Redis
from redis.exceptions import RedisError

from tests.trials.cluster.hosts import APPS, DATABASES
from tests.trials.cluster.players import Players
from tests.trials.cluster.site import AvailableSite
from tests.trials.cluster.ticks import ticks
from tests.waiting import wait_until

Act = Callable[[], None]


class Death(NamedTuple):
    what: str
    strike: Act
    mend: Act
    most: float
    """So many seconds after it a turn has to be taken that was sent after it."""
    goes_on: Callable[[], bool] = lambda: True
    """Waited for before it is mended: that another does what it did."""


class Felt(NamedTuple):
    what: str
    seconds: float
    most: float

    def __str__(self) -> str:
        return f"{self.what:<44} {self.seconds:6.1f} s  (at most {self.most:.0f} s)"


def feel(site: AvailableSite, players: Players) -> Iterator[Felt]:
    for draw in DEATHS:
        death = draw(site)
        began = time.monotonic()
        death.strike()
        seconds = players.wait_for_turns(began) - began
        wait_until(death.goes_on, players.tell)
        death.mend()
        wait_until(site.is_whole)
        yield Felt(death.what, seconds, death.most)


def _primary(site: AvailableSite) -> str:
    return wait_until(site.primary)


def kill_postgres(site: AvailableSite) -> Death:
    name = f"{_primary(site)}/postgres"
    return Death("the leader's PostgreSQL", lambda: site.kill(name), _start_nothing, 10)


def _start_nothing() -> None:
    """Its Patroni does."""


def kill_machine(site: AvailableSite) -> Death:
    host = _primary(site)
    return Death(
        f"the leader's machine ({host})", lambda: site.kill(host), lambda: site.start(host), 30
    )


def cut_machine(site: AvailableSite) -> Death:
    host = _primary(site)
    return Death(
        f"the leader's network ({host})", lambda: site.isolate(host), lambda: site.rejoin(host), 30
    )


def kill_redis(site: AvailableSite) -> Death:
    host = wait_until(lambda: redis_primary(site))

    def other_is_appointed() -> bool:
        return redis_primary(site) not in (None, host)

    return _member(site, f"{host}/redis", "the Redis that takes writes", other_is_appointed)


def kill_web(site: AvailableSite) -> Death:
    return _member(site, "app1/web", "a web")


def kill_worker(site: AvailableSite) -> Death:
    before = _heartbeat(site, "worker")
    return _member(site, "app1/worker", "a worker", lambda: _heartbeat(site, "worker") > before)


def kill_beat(site: AvailableSite) -> Death:
    """The one that sent the newest task; the other sends the next."""
    host = _sender(site)
    before = _sent(site, _other(host))
    return _member(
        site,
        f"{host}/beat",
        f"the beat that ticks ({host})",
        lambda: _sent(site, _other(host)) > before,
    )


def _member(
    site: AvailableSite, name: str, what: str, goes_on: Callable[[], bool] = lambda: True
) -> Death:
    return Death(what, lambda: site.kill(name), lambda: site.start(name), 10, goes_on)


DEATHS: tuple[Callable[[AvailableSite], Death], ...] = (
    kill_postgres,
    kill_redis,
    kill_web,
    kill_worker,
    kill_beat,
    kill_machine,
    cut_machine,
)


def redis_primary(site: AvailableSite) -> str | None:
    """The host of the one Redis that takes writes, None while there are none or two."""
    found = []
    for host in DATABASES[:2]:
        try:
            with Redis(site.network.addresses[host], socket_timeout=2) as redis:
                found += [host] * (redis.info("replication")["role"] == "master")
        except RedisError:
            continue
    return found[0] if len(found) == 1 else None


def _heartbeat(site: AvailableSite, part: str) -> float:
    try:
        with psycopg.connect(site.dsn) as database:
            query = "SELECT extract(epoch FROM at) FROM franchise_site_heartbeat WHERE part = %s"
            row = database.execute(query, [part]).fetchone()
    except psycopg.OperationalError:
        return 0
    return float(row[0]) if row else 0


def _sender(site: AvailableSite) -> str:
    return max(tick for host in APPS for tick in ticks(site, host)).host


def _other(host: str) -> str:
    return next(each for each in APPS if each != host)


def _sent(site: AvailableSite, host: str) -> int:
    return sum(1 for _ in ticks(site, host))
