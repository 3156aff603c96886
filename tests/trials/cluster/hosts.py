"""What runs on each host, by the files of deploy/available; folders and addresses are put in."""

import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.programs import Program
from tests.site.services import Service
from tests.trials.cluster.network import Network
from tests.trials.cluster.processes import Member, Patroni, Postgres

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "deploy"
DATABASES, APPS = ("db1", "db2", "db3"), ("app1", "app2")
SPARED = "db2"
"""Its Redis is the spare."""
PASSWORD = "only-for-trials"  # noqa: S105 - of a database that lives as long as the trial
NAME = "franchise.example.org"
SERVICES = ("web", "worker", "mail-out", "beat", "mail-in")
AS_POSTGRES = [
    "setpriv",
    "--reuid=postgres",
    "--regid=postgres",
    "--init-groups",
    "--pdeathsig",
    "KILL",
]
# So that nothing of a Patroni outlives it, as nothing outlives a machine.
ALONE = ["unshare", "--pid", "--fork", "--kill-child=KILL", "--mount-proc"]


class Host:
    def __init__(self, name: str, home: Path, network: Network) -> None:
        self.name, self.home, self.network = name, home / name, network
        self.address = network.addresses[name]
        self.home.mkdir()

    def fill_in(self, text: str) -> str:
        """Other addresses and folders than those of the guide."""
        for number, database in enumerate(DATABASES, 1):
            text = re.sub(rf"\b10\.0\.0\.{number}\b", self.network.addresses[database], text)
        for number, app in enumerate(APPS, 11):
            text = re.sub(rf"\b10\.0\.0\.{number}\b", self.network.addresses[app], text)
        for folder in ("/var/lib", "/var/run", "/var/backups"):
            text = text.replace(folder, f"{self.home}{folder}")
        text = text.replace("127.0.0.1", self.network.local(self.name))
        for word, value in {"HERE": self.address, "NAME": self.name, "PASSWORD": PASSWORD}.items():
            text = re.sub(rf"\b{word}\b", value, text)
        return text

    def write(self, name: str, text: str | None = None) -> Path:
        """A file of deploy/available, or what was made of another."""
        text = (DEPLOY / "available" / name).read_text() if text is None else text
        file = self.home / name
        file.write_text(self.fill_in(text))
        return file

    def member(
        self, name: str, command: list[str], environment: Mapping[str, str] | None = None
    ) -> Member:
        log = self.home / f"{name}.log"
        words = [*self.network.enter(self.name), *command]
        return Member(f"{self.name}/{name}", Program(words, environment or {}, log))

    def folder(self, path: str, owner: str | None = None) -> None:
        folder = Path(f"{self.home}{path}")
        folder.mkdir(parents=True, exist_ok=True)
        if owner:
            shutil.chown(folder, owner)
            folder.chmod(0o700)


class DatabaseHost(Host):
    """etcd, PostgreSQL by its Patroni, a Sentinel, and Redis on two of the three."""

    def members(self) -> Iterator[Member]:
        for path in ("/var/lib/etcd", "/var/lib/redis"):
            self.folder(path)
        for path in ("/var/lib/postgresql", "/var/run/postgresql", "/var/backups/franchise/wal"):
            self.folder(path, "postgres")
        yield self.member("etcd", ["etcd"], dict(read_settings(self.write("etcd.env"))))
        patroni = ["patroni", str(self.write("patroni.yml"))]
        home = {"HOME": f"{self.home}/var/lib/postgresql", "FRANCHISE_ENV": ""}
        program = self.member("patroni", [*ALONE, *AS_POSTGRES, *patroni], home).program
        yield (running := Patroni(f"{self.name}/patroni", program))
        yield Postgres(f"{self.name}/postgres", running)
        if self.name != DATABASES[-1]:
            text = (DEPLOY / "available" / "redis.conf").read_text()
            if self.name == SPARED:
                text = text.replace("# replicaof", "replicaof")
            yield self.member("redis", ["redis-server", str(self.write("redis.conf", text))])
        yield self.member("sentinel", ["redis-sentinel", str(self.write("sentinel.conf"))])


class AppHost(Host):
    """The proxy, the way to the databases, and all processes of the program."""

    def __init__(
        self, name: str, home: Path, network: Network, programs: Path, settings: Mapping[str, str]
    ) -> None:
        super().__init__(name, home, network)
        self.programs = programs
        self.environment = {
            **settings,
            "DATA_DIR": f"{self.home}/var/lib/franchise",
            "DATABASE_URL": self.fill_in(f"postgres://franchise:{PASSWORD}@127.0.0.1/franchise"),
            "REDIS_URL": self.fill_in("redis://127.0.0.1:6379/0"),
            "GRANIAN_HOST": self.address,
        }

    def members(self) -> Iterator[Member]:
        self.folder("/var/lib/franchise")
        text = (DEPLOY / "available" / "haproxy.cfg").read_text()
        text = text.replace("log /dev/log local0 notice", "log stdout format raw local0")
        yield self.member("haproxy", ["haproxy", "-db", "-f", str(self.write("haproxy.cfg", text))])
        places = {"/srv/franchise/.venv": str(self.programs.parent)}
        for name in SERVICES:
            command = [self.fill_in(word) for word in Service(name, places).command]
            # Mail comes from another host than its own.
            command = [re.sub(r"^[\d.]+:8024$", f"{self.address}:8024", word) for word in command]
            yield self.member(name, command, self.environment)
        yield self.member("nginx", ["nginx", "-c", str(self.write("nginx.conf", self._nginx()))])

    def _nginx(self) -> str:
        """In the open: certificates are the affair of another trial."""
        text = (DEPLOY / "nginx.conf").read_text()
        servers = "".join(f"server {self.network.addresses[app]}:8000; " for app in APPS)
        text = text.replace("server 127.0.0.1:8000;", servers)
        upstream, _, _ = text.partition("server {\n    listen 80")
        _, _, secure = text.partition("server {\n    listen 443 ssl http2;\n")
        secure = re.sub(r"^ *(listen|ssl_certificate\w*) .*\n", "", secure, flags=re.M)
        secure = secure.replace("X-Forwarded-Proto $scheme", "X-Forwarded-Proto https")
        folders = "".join(
            f"{kind}_temp_path {self.home}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        return (
            f"daemon off;\nuser root;\nworker_processes 1;\npid {self.home}/nginx.pid;\n"
            f"error_log {self.home}/nginx-error.log;\nevents {{ worker_connections 768; }}\n"
            f"http {{\naccess_log off;\n{folders}{upstream}"
            f"server {{\n    listen HERE:80;\n{secure}\n}}\n"
        )


def read_settings(file: Path) -> Iterator[tuple[str, str]]:
    for line in file.read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield name, value
