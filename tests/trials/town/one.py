"""The size `one`: a PostgreSQL, a Redis and the programs as deploy/systemd starts them."""

import json
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import psycopg

from games.anchors.keys import make_key, write_private_key
from tests.postgres import Cluster
from tests.programs import Program, broker, free_port, wait_for_port
from tests.site.services import Service
from tests.site.shipped import ROOT
from tests.trials.cluster.processes import Member
from tests.waiting import wait_until

NAME = "franchise.example.org"
HOST = "one"
SERVICES = ("web", "worker", "mail-out", "beat", "mail-in")
MAIL, POSTGRES = "outside/mail-server", f"{HOST}/postgres"


class Postmaster(Program):
    """PostgreSQL as `nobody`, since it does not run as root."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster, self.running = cluster, None
        self.log = cluster.home / "none.log"

    def start(self) -> None:
        self.running = self.cluster.start("listen_addresses=")

    def kill(self) -> None:
        if self.running is not None:
            self.running.kill()
            self.running.wait()
            self.running = None


class OneSite:
    """All members are on the host `one`, but for the others' mail server."""

    name = NAME
    network = None

    def __init__(self, home: Path, application: str = "", code: Path = ROOT) -> None:
        """`application` is served instead of the site's own; what ships is in `code`."""
        self.home, self.application, self.code = home, application, code
        self.web, self.redis, self.smtp, self.lmtp = (free_port() for _ in range(4))
        self.urls = [f"http://127.0.0.1:{self.web}"]
        self.smtp_in = [("127.0.0.1", self.lmtp)]
        self.mails = home / "mails"
        self.mails.mkdir()
        folder = home / "postgres"
        folder.mkdir()
        self.cluster = Cluster(folder)
        self.dsn = self.cluster.url
        self.environment = self._settings()
        programs = (*self._outside(), *self.services())
        self.at_work = {name: Member(name, each) for name, each in programs}

    def _settings(self) -> dict[str, str]:
        return {
            "ALLOWED_HOSTS": f"{NAME},127.0.0.1",
            "ANCHOR_KEY": write_private_key(make_key()),
            "API_CALLS_A_MINUTE": "0",
            "DATABASE_URL": self.dsn,
            "DATA_DIR": str(self.home),
            "DEFAULT_FROM_EMAIL": f"Franchise <play@{NAME}>",
            "DJANGO_SETTINGS_MODULE": "franchise_site.settings",
            "EMAIL_URL": f"smtp://127.0.0.1:{self.smtp}",
            "FRANCHISE_ENV": "",
            "MAIL_DOMAIN": NAME,
            "REDIS_URL": f"redis://127.0.0.1:{self.redis}/0",
            "SECRET_KEY": secrets.token_hex(32),
            "SITE_URL": f"https://{NAME}",
            "TRUST_PROXY": "1",
        }

    def _outside(self) -> Iterator[tuple[str, Program]]:
        sink = [sys.executable, "-m", "tests.trials.cluster.mail_server", "127.0.0.1"]
        command, log = [*sink, str(self.smtp), str(self.mails)], self.home / "mail-server.log"
        yield POSTGRES, Postmaster(self.cluster)
        yield MAIL, Program(command, self.environment, log)
        yield f"{HOST}/redis", broker(self.redis, self.home / "redis.log")

    def services(self) -> Iterator[tuple[str, Program]]:
        places = {
            "/srv/franchise/.venv": str(Path(sys.executable).parents[1]),
            "/var/lib/franchise": str(self.home),
            "127.0.0.1:8024": f"127.0.0.1:{self.lmtp}",
        }
        for name in SERVICES:
            if name != "web":
                yield f"{HOST}/{name}", self._program(Service(name, places).command, name)
        yield f"{HOST}/web", self.web_program(self.web)

    def web_program(self, port: int, *, processes: int = 2) -> Program:
        application = self.application or "franchise_site.wsgi:application"
        places = {
            "/srv/franchise/.venv": str(Path(sys.executable).parents[1]),
            "--workers 2": f"--workers {processes}",
            "franchise_site.wsgi:application": application,
        }
        first, *words = Service("web", places).command
        return self._program([first, "--port", str(port), *words], "web")

    def _program(self, command: list[str], name: str) -> Program:
        return Program(command, self.environment, self.home / f"{name}.log", self.code)

    def members(self) -> list[str]:
        return list(self.at_work)

    def member(self, name: str) -> Member:
        return self.at_work[name]

    def kill(self, name: str) -> None:
        self.at_work[name].kill()

    def start(self, name: str) -> None:
        self.at_work[name].start()

    def log(self, name: str) -> str:
        return self.at_work[name].program.log.read_text()

    def primary(self) -> str:
        return HOST

    def cut(self, one: str, other: str) -> None:
        raise NotImplementedError(f"nothing lies between {one} and {other}")

    heal = cut

    def memory(self) -> dict[str, int]:
        return {name: each.memory() for name, each in self.at_work.items()}

    def manage(self, *arguments: str) -> str:
        process = subprocess.run(
            [sys.executable, "manage.py", *arguments], env={**os.environ, **self.environment},
            cwd=self.code, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert process.returncode == 0, f"{arguments}: {process.stdout}{process.stderr[-3000:]}"
        return process.stdout.strip()

    def ready(self) -> bool:
        request = Request(f"{self.urls[0]}/readyz", headers={"Host": NAME})
        with suppress(URLError, TimeoutError, ConnectionError), urlopen(request, timeout=5) as said:
            return str(json.load(said)["status"]) == "ready"
        return False

    def open(self) -> None:
        self.cluster.make()
        self.start(POSTGRES)
        wait_until(self._answers, lambda: "PostgreSQL does not answer")
        self.prepare()
        for name in self.at_work:
            self.start(name)
        for port in (self.web, self.lmtp, self.smtp):
            wait_for_port(port)
        wait_until(self.ready, lambda: "\n".join(self.log(f"{HOST}/{each}") for each in SERVICES))

    def prepare(self) -> None:
        self.manage("migrate", "--verbosity", "0")
        self.manage("collectstatic", "--noinput", "--verbosity", "0")

    def _answers(self) -> bool:
        with suppress(psycopg.OperationalError):
            psycopg.connect(self.dsn).close()
            return True
        return False

    def close(self) -> None:
        for each in reversed(self.at_work.values()):
            each.kill()


@contextmanager
def one_site(application: str = "") -> Iterator[OneSite]:
    """Started, and ended with all of its files."""
    with ExitStack() as until:
        home = Path(until.enter_context(tempfile.TemporaryDirectory(prefix="franchise-town-")))
        home.chmod(0o755)
        site = OneSite(home, application)
        until.callback(site.close)
        site.open()
        yield site
