"""docs/hosting.md: its commands, run as they stand there."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, LiteralString, NamedTuple

import psycopg
import pytest
from django.db import connection

from tests.postgres import Cluster

pytestmark = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="shown in the pass on PostgreSQL"
)
ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "hosting.md").read_text()
INSTALL, UPGRADE, KEYS, BACKUP = (
    "From a bare machine to the first turn mail",
    "Upgrade without a stop",
    "New keys",
    "Back-up and restore",
)
NOT_RUN = {
    "machine": "it changes the machine: its packages, its users, the program itself",
    "init": "systemd has to be running",
    "site": "it asks the services, the mail server and the names of a whole site",
    "restored": "it is refused where no root was signed after the moment",
    "docker": "it takes a container engine",
}
BY_THEMSELVES = {"archive", "restore"}
"""Run by the test of the point in time."""


class Block(NamedTuple):
    chapter: str
    needs: str
    text: str


def blocks() -> list[Block]:
    all_blocks = []
    for chapter in GUIDE.split("\n## ")[1:]:
        title = chapter.splitlines()[0]
        for kind, text in re.findall(r"^```(\S+(?: \S+)?)\n(.*?)^```$", chapter, re.M | re.S):
            language, _, needs = kind.partition(" ")
            if language == "sh":
                all_blocks.append(Block(title, needs, text))
    return all_blocks


def commands(chapter: str, needs: str = "") -> str:
    return "".join(b.text for b in blocks() if (b.chapter, b.needs) == (chapter, needs))


class Machine:
    """Stands for the host's machine, with other places for its files."""

    def __init__(self, home: Path, programs: Path) -> None:
        self.srv, self.env_file = home / "srv", home / "franchise.env"
        self.backups = home / "backups"
        self.srv.mkdir()
        for each in ROOT.iterdir():
            # Not what programs keep beside it, and write while this goes on.
            if each.name != "var" and not each.name.startswith("."):
                (self.srv / each.name).symlink_to(each)
        (self.srv / ".venv").symlink_to(programs.parent)
        (home / "15").mkdir()
        self.cluster = Cluster(home / "15", "postgres", "main")
        self.user = self.cluster.who.get("user", os.getuid())
        self.group = self.cluster.who.get("group", os.getgid())
        uv = Path(sys.executable).with_name("uv")
        self.instead = {
            r"/srv/franchise": str(self.srv),
            r"/etc/franchise\.env": str(self.env_file),
            r"/var/lib/franchise": str(home / "lib"),
            r"/var/lib/postgresql/15": str(home / "15"),
            r"/var/backups/franchise": str(self.backups),
            r"runuser -u franchise -- ": (
                f"env PGUSER=franchise FRANCHISE_ENV={self.env_file} DATA_DIR={home}/lib "
            ),
            r"runuser -u postgres -- ": f"{self._as_postgres()}env PGUSER=postgres ",
            r" -o postgres -g postgres": f" -o {self.user} -g {self.group}",
            r" -o franchise -g franchise| -g franchise": "",
            r"^python3 -m venv \.venv$": "",
            r"\.venv/bin/pip install": f"{uv} pip install --quiet --python .venv/bin/python",
        }

    def _as_postgres(self) -> str:
        if "user" not in self.cluster.who:
            return ""
        return f"setpriv --reuid={self.user} --regid={self.group} --clear-groups -- "

    def here(self, text: str) -> str:
        for there, here in self.instead.items():
            text = re.sub(there, here, text, flags=re.M)
        return text

    def run(self, text: str) -> str:
        """Runs lines in one shell, which stops at the first that fails."""
        process = subprocess.run(
            ["sh", "-eu", "-c", self.here(text)],  # noqa: S607
            env={
                "PATH": f"{self.cluster.programs}{os.pathsep}{os.environ['PATH']}",
                "PGHOST": str(self.cluster.home),
                "FRANCHISE_ENV": str(self.env_file),
            },
            cwd=self.srv,
            capture_output=True,
            text=True,
            check=False,
        )
        assert process.returncode == 0, (
            f"{self.here(text)}\n{process.stdout}\n{process.stderr[-3000:]}"
        )
        return process.stdout + process.stderr

    def keys(self) -> list[str]:
        return re.findall(r"^[A-Z]+_KEY=.*$", self.env_file.read_text(), re.M)

    def ask(self, query: LiteralString) -> Any:
        with psycopg.connect(self.cluster.url.replace("/postgres?", "/franchise?")) as database:
            rows = database.execute(query)
            return rows.fetchone() if rows.description else None


@pytest.fixture
def machine(shipped: Path) -> Iterator[Machine]:
    """A folder that the user of PostgreSQL can read too."""
    home = Path(tempfile.mkdtemp(prefix="franchise-host-"))
    home.chmod(0o755)
    try:
        yield Machine(home, shipped)
    finally:
        shutil.rmtree(home)


def test_every_block_is_run_or_says_why_not() -> None:
    assert {block.needs for block in blocks()} == {"", *NOT_RUN, *BY_THEMSELVES}
    run = {block.chapter for block in blocks() if block.needs not in NOT_RUN}
    assert run == {INSTALL, UPGRADE, KEYS, BACKUP}
    assert all(text.count("```") % 2 == 0 for text in GUIDE.split("\n## "))


@pytest.mark.long
def test_the_commands_lead_to_a_site_to_its_next_version_and_back_to_a_moment(
    machine: Machine,
) -> None:
    """From an empty machine to one that is as it was at a moment, and then from a dump."""
    archive = machine.here(re.findall(r"^```ini\n(.*?)^```$", GUIDE, re.M | re.S)[0])
    settings = [line.replace(" = ", "=", 1) for line in archive.splitlines()]
    machine.cluster.make()
    with machine.cluster.serve(*(line.replace("'", "", 1).rstrip("'") for line in settings)):
        output = machine.run(commands(INSTALL))
        assert "https://franchise.example.org/sign-in/" in output
        machine.run(commands(UPGRADE))
        keys = machine.keys()
        machine.run(commands(KEYS))
        assert machine.keys() != keys
        machine.run(commands(BACKUP, "archive"))
        machine.ask("CREATE TABLE kept AS SELECT now() AS at")
        (moment,) = machine.ask("SELECT clock_timestamp()")
        machine.ask("DROP TABLE games_person CASCADE")
    machine.run(commands(BACKUP, "restore").replace("2026-02-01 17:30:00 UTC", str(moment)))
    with machine.cluster.serve():
        assert machine.ask("SELECT count(*) FROM games_person") == (1,)
        assert machine.ask("SELECT count(*) FROM kept") == (1,)
        machine.run(commands(BACKUP))
