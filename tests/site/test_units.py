"""The units of deploy/systemd: systemd takes them, and what they start works by their env file."""

import json
import os
import signal
import smtplib
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from django.db import connection

from games.anchors.keys import make_key, write_private_key
from tests.programs import Program, broker, free_port, is_up, run_programs, wait_for_port
from tests.site.databases import empty_database
from tests.site.services import ROOT, Service
from tests.site.systemd import need_systemd, read_as_systemd
from tests.waiting import wait_until

NAMES = ("web", "worker", "mail-out", "beat", "mail-in")
BY_THEMSELVES = ("backup", "imap")
"""Enabled by a host who wants them."""
UNITS = ROOT / "deploy" / "systemd"
on_postgresql = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="shown in the pass on PostgreSQL"
)
LAST_WORD = "worker: Warm shutdown (MainProcess)"


@pytest.fixture
def home(shipped: Path, tmp_path: Path) -> Path:
    """Stands for /srv/franchise."""
    clone = tmp_path / "srv"
    clone.mkdir()
    (clone / ".venv").symlink_to(shipped.parent)
    (tmp_path / "lib" / "static").mkdir(parents=True)
    return clone


def places(home: Path) -> dict[str, str]:
    return {
        "/srv/franchise": str(home),
        "/etc/franchise.env": str(home.parent / "franchise.env"),
        "/var/lib/franchise": str(home.parent / "lib"),
        "/usr/bin/pg_dump": "/bin/true",
    }


def service(name: str, home: Path) -> Service:
    return Service(name, places(home))


@on_postgresql
def test_systemd_takes_every_unit(home: Path) -> None:
    need_systemd()
    (home.parent / "franchise.env").touch()
    units = home.parent / "units"
    units.mkdir()
    for unit in UNITS.iterdir():
        text = unit.read_text()
        for place, here in places(home).items():
            text = text.replace(place, here)
        (units / unit.name).write_text(text)
    process = subprocess.run(
        ["systemd-analyze", "verify", *sorted(units.iterdir())],  # noqa: S607
        env={**os.environ, "SYSTEMD_UNIT_PATH": f"{units}:"},
        capture_output=True,
        text=True,
        check=False,
    )
    ours = [line for line in process.stderr.splitlines() if "franchise" in line]
    assert (process.returncode, ours) == (0, [])


def test_each_unit_that_the_target_starts_is_shipped() -> None:
    wants = (UNITS / "franchise.target").read_text().partition("Wants=")[2].splitlines()[0]
    shipped = sorted(path.name for path in UNITS.glob("*.service"))
    others = [f"franchise-{name}.service" for name in BY_THEMSELVES]
    assert sorted([*wants.split(), *others]) == shipped


def test_the_guide_says_how_each_other_unit_is_enabled() -> None:
    text = "".join((ROOT / "docs" / name).read_text() for name in ("hosting.md", "mail.md"))
    for unit in ("franchise-backup.timer", "franchise-imap"):
        assert f"systemctl enable --now {unit}" in text


@pytest.fixture
def settings_file(home: Path) -> Iterator[dict[str, str]]:
    """The example file with a database and a broker of the test's own, as systemd reads it."""
    need_systemd()
    redis = free_port()
    with empty_database(f"units_{os.getpid()}") as database:
        own = {
            "SECRET_KEY": "only-for-tests",
            "ANCHOR_KEY": write_private_key(make_key()),
            "DATABASE_URL": f"'{database}'",
            "REDIS_URL": f"redis://127.0.0.1:{redis}/0",
            "DATA_DIR": str(home.parent / "lib"),
        }
        file = home.parent / "franchise.env"
        example = (ROOT / "deploy" / "franchise.env").read_text().splitlines()
        names = [line.partition("=")[0] for line in example]
        lines = [
            f"{n}={own[n]}" if n in own else line for n, line in zip(names, example, strict=True)
        ]
        file.write_text("\n".join(lines) + "\n")
        with run_programs(broker(redis, home.parent / "redis.log")):
            wait_for_port(redis)
            yield read_as_systemd(file, home.parent / "read")


@on_postgresql
def test_what_each_unit_starts_works_by_its_env_file(
    home: Path, settings_file: dict[str, str]
) -> None:
    port, mail_in = free_port(), free_port()
    by_name = {name: service(name, home).command for name in NAMES}
    by_name["web"][1:1] = ["--port", str(port)]
    by_name["mail-in"][-1] = f"127.0.0.1:{mail_in}"
    # Celery warns of root, which the tests may be and the services are not.
    environment = {**settings_file, "FRANCHISE_ENV": "", "PYTHONWARNINGS": "ignore"}

    def program(name: str, command: list[str]) -> Program:
        return Program(command, environment, home.parent / f"{name}.log")

    with run_programs(made := program("migrate", [by_name["mail-in"][0], "manage.py", "migrate"])):
        assert made.ends() == 0, made.log.read_text()
    programs = {name: program(name, command) for name, command in by_name.items()}
    with run_programs(*programs.values()):
        wait_while_running(programs["web"], lambda: is_up(port))
        for worker in (programs["worker"], programs["mail-out"]):
            wait_while_running(worker, partial(has_said, worker, " ready."))
        beat_files = partial((home.parent / "lib").glob, "beat*")
        wait_while_running(programs["beat"], lambda: any(beat_files()))
        wait_for_port(mail_in)
        with smtplib.LMTP("127.0.0.1", mail_in) as door:
            assert door.noop()[0] == 250
        web = programs["web"]
        wait_while_running(web, lambda: workers_started(web) == 2)
        os.kill(children_of(web)[0], signal.SIGKILL)
        wait_while_running(web, lambda: workers_started(web) == 3)
        ends = {name: each.stop() for name, each in programs.items()}
    assert ends == dict.fromkeys(NAMES, 0)
    for each in programs.values():
        lines = each.log.read_text().splitlines()
        for line in (line for line in lines if line and line != LAST_WORD):
            assert {"at", "level", "message"} <= set(json.loads(line)), line


def wait_while_running(program: Program, is_so: Callable[[], bool]) -> None:
    def said() -> str:
        return program.log.read_text()[-3000:]

    wait_until(lambda: is_so() or not program.is_running(), said)
    assert program.is_running(), said()


def workers_started(web: Program) -> int:
    return web.log.read_text().count("Started worker-")


def has_said(program: Program, text: str) -> bool:
    return text in program.log.read_text()


def children_of(web: Program) -> list[int]:
    assert web.running is not None
    pid = web.running.pid
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
