"""The whole site on five hosts, and what can be done to it."""

import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import psycopg

from games.anchors.keys import make_key, write_private_key
from tests.programs import Program
from tests.site.shipped import install
from tests.trials.cluster.hosts import (
    APPS,
    DATABASES,
    NAME,
    PASSWORD,
    ROOT,
    AppHost,
    DatabaseHost,
)
from tests.trials.cluster.network import OUTSIDE, Network, network_of
from tests.trials.cluster.processes import Member
from tests.waiting import wait_until

NEEDED = {
    "patroni": "patroni",
    "etcd": "etcd-server",
    "haproxy": "haproxy",
    "nginx": "nginx",
    "redis-server": "redis-server",
    "redis-sentinel": "redis-sentinel",
    "ip": "iproute2",
    "setpriv": "util-linux",
}
MAIL = "mail-server"
MAIL_PORT = "25"


def need_packages() -> None:
    lacks = {package for name, package in NEEDED.items() if shutil.which(name) is None}
    if not Path("/usr/lib/postgresql/15/bin/initdb").exists():
        lacks.add("postgresql-15")
    if lacks:
        sys.exit(f"This trial needs more: apt-get install {' '.join(sorted(lacks))}")
    if os.geteuid():
        sys.exit("This trial needs root, for users and networks of its own")


class AvailableSite:
    """Hosts are `db1` to `db3`, `app1`, `app2` and `outside`; a member is `db1/patroni`."""

    name = NAME
    """What calls have to have as their `Host`."""

    def __init__(self, home: Path, network: Network) -> None:
        self.home, self.network = home, network
        addresses = network.addresses
        self.urls = [f"http://{addresses[app]}" for app in APPS]
        self.smtp_in = [(addresses[app], 8024) for app in APPS]
        at = ",".join(addresses[each] for each in DATABASES)
        self.dsn = (
            f"postgres://franchise:{PASSWORD}@{at}/franchise"
            "?target_session_attrs=primary&connect_timeout=3"
        )
        self.mails = home / "mails"
        """A file for each mail that the site sent, named *.eml."""
        self.mails.mkdir()
        self.databases = [DatabaseHost(each, home, network) for each in DATABASES]
        programs = install(home / "venv")
        self.settings = {
            "ALLOWED_HOSTS": NAME,
            "ANCHOR_KEY": write_private_key(make_key()),
            "API_CALLS_A_MINUTE": "0",
            "DEFAULT_FROM_EMAIL": f"Franchise <play@{NAME}>",
            "EMAIL_URL": f"smtp://{addresses[OUTSIDE]}:{MAIL_PORT}",
            "FRANCHISE_ENV": "",
            "MAIL_DOMAIN": NAME,
            "PYTHONWARNINGS": "ignore",
            "SECRET_KEY": secrets.token_hex(32),
            "SITE_URL": f"https://{NAME}",
            "TRUST_PROXY": "1",
        }
        self.apps = [AppHost(each, home, network, programs, self.settings) for each in APPS]
        mail_server = [sys.executable, "-m", "tests.trials.cluster.mail_server"]
        mail_server += [addresses[OUTSIDE], MAIL_PORT, str(self.mails)]
        outside = Member(f"{OUTSIDE}/{MAIL}", Program(mail_server, {}, home / "mail-server.log"))
        members = [outside, *(each for host in self.databases for each in host.members())]
        members += [each for host in self.apps for each in host.members()]
        self._members = {each.name: each for each in members}

    def members(self) -> list[str]:
        """The names of all processes."""
        return list(self._members)

    def kill(self, name: str) -> None:
        """SIGKILL for a member and all that it started, or for all of a host."""
        members = self._named(name)
        for each in members:
            each.send_kill()
        for each in members:
            each.kill()

    def start(self, name: str) -> None:
        """Starts a member that was killed, or all of a host. PostgreSQL is its Patroni's to start."""
        for each in self._named(name):
            each.start()

    def log(self, name: str) -> str:
        (member,) = self._named(name)
        return member.program.log.read_text()

    def _named(self, name: str) -> list[Member]:
        if name in self._members:
            return [self._members[name]]
        found = [each for each in self._members.values() if each.host == name]
        assert found, f"there is no {name}; there are {', '.join(self._members)}"
        return found

    def cut(self, one: str, other: str) -> None:
        """From now on what two hosts send each other is lost."""
        self.network.cut(one, other)

    def heal(self, one: str, other: str) -> None:
        self.network.heal(one, other)

    def isolate(self, host: str) -> None:
        """Cuts it off from all others."""
        for other in self.network.addresses.keys() - {host}:
            self.cut(host, other)

    def rejoin(self, host: str) -> None:
        for other in self.network.addresses.keys() - {host}:
            self.heal(host, other)

    def primary(self) -> str | None:
        """The host whose PostgreSQL takes writes."""
        return next((host for host in DATABASES if self._says_primary(host)), None)

    def _says_primary(self, host: str) -> bool:
        request = Request(f"http://{self.network.addresses[host]}:8008/primary", method="OPTIONS")
        try:
            with urlopen(request, timeout=2) as answer:
                return int(answer.status) == 200
        except OSError:
            return False

    def memory(self) -> dict[str, int]:
        """Bytes of each member and all that it started, as they are resident."""
        return {name: member.memory() for name, member in self._members.items()}

    def manage(self, *arguments: str, database: str | None = None) -> str:
        """A command of manage.py, typed on the first of the hosts with the program.

        For a `database` elsewhere it is typed on this machine, with the same settings.
        """
        host = self.apps[0]
        own = host.environment | ({"DATABASE_URL": database} if database else {})
        where = self.network.enter(OUTSIDE if database else host.name)
        process = subprocess.run(
            [*where, str(host.programs / "python"), "manage.py", *arguments], cwd=ROOT,
            env={**os.environ, **own}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert process.returncode == 0, f"{arguments}: {process.stdout}{process.stderr[-3000:]}"
        return process.stdout.strip()

    def prepare(self, players: int, games: int) -> list[list[dict[str, Any]]]:
        """Each player's games, begun two days ago, with a root that is signed over them."""
        host = self.apps[0]
        words = [sys.executable, "-m", "tests.trials.cluster.prepare"]
        words += [str(players), str(games)]
        process = subprocess.run(
            [*self.network.enter(host.name), *words], capture_output=True, text=True, check=False,
            env={**os.environ, **host.environment, "DJANGO_SETTINGS_MODULE": "franchise_site.settings"},
            cwd=ROOT,
        )  # fmt: skip
        assert process.returncode == 0, process.stderr[-3000:]
        prepared: list[list[dict[str, Any]]] = json.loads(process.stdout)
        return prepared

    def is_whole(self) -> bool:
        """Whether all databases follow the leader, and Patroni knows the one that would be next."""
        query = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"
        with suppress(psycopg.OperationalError), self.connect_as_host() as database:
            if database.execute(query).fetchone() != (len(DATABASES) - 1,):
                return False
        return "sync_standby" in self._roles()

    def _roles(self) -> list[str]:
        with suppress(OSError):
            url = f"http://{self.network.addresses[self.primary() or DATABASES[0]]}:8008/cluster"
            with urlopen(url, timeout=2) as answer:
                return [each["role"] for each in json.load(answer)["members"]]
        return []

    def ready(self) -> bool:
        """Whether every web takes calls, and all that works in the background is at work."""
        return all(self._state_of(app) == "ready" for app in APPS)

    def _state_of(self, app: str) -> str:
        url = f"http://{self.network.addresses[app]}:8000/readyz"
        with suppress(URLError, TimeoutError, ConnectionError), urlopen(url, timeout=5) as answer:
            return str(json.load(answer)["status"])
        return "silent"

    def _start(self) -> None:
        with ThreadPoolExecutor(1) as beside:
            files = beside.submit(self.manage, "collectstatic", "--noinput", "--verbosity", "0")
            for host in (OUTSIDE, *DATABASES):
                self.start(host)
            wait_until(self.primary, self._said_by_databases)
            wait_until(self.is_whole, self._said_by_databases)
            self._make_database()
            self.start(f"{APPS[0]}/haproxy")
            wait_until(self._leads_to_database, self._said_by_apps)
            self.manage("migrate", "--verbosity", "0")
            files.result()
        first, second = (f"{app.home}/var/lib/franchise/static" for app in self.apps)
        shutil.copytree(first, second)
        for name in APPS:
            self.start(name)
        wait_until(self.ready, self._said_by_apps)

    def _end(self) -> None:
        for host in self.network.addresses:
            self.kill(host)

    def connect_as_host(self, name: str = "postgres") -> psycopg.Connection:
        url = self.dsn.replace("franchise:", "postgres:", 1).replace("/franchise?", f"/{name}?")
        return psycopg.connect(url, autocommit=True)

    def _make_database(self) -> None:
        with self.connect_as_host() as database:
            database.execute(f"CREATE USER franchise PASSWORD '{PASSWORD}'")
            database.execute(
                "CREATE DATABASE franchise OWNER franchise ENCODING 'UTF8' TEMPLATE template0"
            )

    def _leads_to_database(self) -> bool:
        """Whether the way that the program takes to its database is open."""
        words = ["psql", self.apps[0].environment["DATABASE_URL"], "--command", "SELECT 1"]
        way = [*self.network.enter(APPS[0]), *words]
        return subprocess.run(way, capture_output=True, check=False).returncode == 0

    def _said_by_databases(self) -> str:
        names = [f"{host}/{what}" for host in DATABASES for what in ("etcd", "patroni")]
        return "\n".join(f"{name}: {self.log(name)[-1500:]}" for name in names)

    def _said_by_apps(self) -> str:
        names = [name for name in self._members if name.startswith("app")]
        return "\n".join(f"{name}: {self.log(name)[-1500:]}" for name in names)


@contextmanager
def available_site() -> Iterator[AvailableSite]:
    """Started, and ended with all of its files."""
    need_packages()
    with ExitStack() as until:
        home = Path(until.enter_context(tempfile.TemporaryDirectory(prefix="franchise-cluster-")))
        home.chmod(0o755)
        network = network_of([*DATABASES, *APPS])
        until.enter_context(network.hold())
        site = AvailableSite(home, network)
        until.callback(site._end)  # noqa: SLF001 - not for who is given it
        site._start()  # noqa: SLF001
        yield site
