"""A copy of the whole and the log, and the site of a moment made of them on another machine.

By the commands of docs/available.md.
"""

import re
import shutil
import subprocess
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import psycopg

from tests.programs import free_port
from tests.trials.cluster.hosts import AS_POSTGRES, PASSWORD, ROOT
from tests.trials.cluster.site import AvailableSite
from tests.waiting import wait_until

GUIDE = ROOT / "docs" / "available.md"
BASE = "2026-01-31"
MOMENT = "2026-02-01 17:30:00 UTC"


def commands(needs: str) -> str:
    """The lines of the guide's blocks that are marked so."""
    return "".join(re.findall(rf"^```sh {needs}\n(.*?)^```$", GUIDE.read_text(), re.M | re.S))


class Backup:
    """Kept on `elsewhere`, which stands for a machine outside the site."""

    def __init__(self, site: AvailableSite) -> None:
        self.site = site
        self.elsewhere, self.port = site.home / "elsewhere", free_port()
        self.elsewhere.mkdir()
        shutil.chown(self.elsewhere, "postgres")

    def take(self) -> None:
        """On a host that is not the primary, which has enough to do."""
        host = next(each for each in self.site.databases if each.name != self.site.primary())
        self._run(host.fill_in(commands("backup")), self.site.network.enter(host.name))
        self._collect(host.home / "var/backups/franchise" / BASE, self._kept(BASE))

    def collect_log(self) -> None:
        """All until now, as the three have filed it away, in one folder."""
        with self.site.connect_as_host() as database:
            row = database.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone()
        assert row
        folders = [host.home / "var/backups/franchise/wal" for host in self.site.databases]
        wait_until(lambda: any((folder / row[0]).exists() for folder in folders))
        for folder in folders:
            self._collect(folder, self._kept("wal"))

    def _kept(self, name: str) -> Path:
        return self.elsewhere / "var/backups/franchise" / name

    def _collect(self, source: Path, kept: Path) -> None:
        shutil.copytree(source, kept, dirs_exist_ok=True)
        for each in (self.elsewhere / "var", *(self.elsewhere / "var").rglob("*")):
            shutil.chown(each, "postgres")

    def restore(self, moment: datetime) -> str:
        """Makes the site of that moment; the URL of its database."""
        text = commands("restore").replace(MOMENT, str(moment))
        (self.elsewhere / "var/lib/postgresql").mkdir(parents=True)
        (self.elsewhere / "var/run/postgresql").mkdir(parents=True)
        for each in (self.elsewhere / "var").rglob("*"):
            shutil.chown(each, "postgres")
        self._run(self._here(text), [])
        url = f"postgres://franchise:{PASSWORD}@127.0.0.1:{self.port}/franchise"
        wait_until(lambda: has_promoted(url))
        return url

    def end(self) -> None:
        self._run(self._here(commands("restored")), [])

    def _here(self, text: str) -> str:
        for folder in ("/var/lib", "/var/run", "/var/backups"):
            text = text.replace(folder, f"{self.elsewhere}{folder}")
        return text.replace("port = 5433", f"port = {self.port}")

    def _run(self, text: str, where: list[str]) -> None:
        text = text.replace("runuser -u postgres -- ", f"{' '.join(AS_POSTGRES[:-2])} ")
        process = subprocess.run(
            [*where, "sh", "-eu", "-c", text], capture_output=True, text=True, check=False, cwd="/"
        )
        assert process.returncode == 0, f"{text}\n{process.stdout}{process.stderr[-3000:]}"


def has_promoted(url: str) -> bool:
    with suppress(psycopg.OperationalError), psycopg.connect(url) as database:
        return database.execute("SELECT pg_is_in_recovery()").fetchone() == (False,)
    return False
