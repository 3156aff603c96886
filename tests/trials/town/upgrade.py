"""The version before and this one on one database, while the town plays: an upgrade as
docs/hosting.md has it, without a stop.
"""

import asyncio
import subprocess
import tempfile
from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.programs import free_port, wait_for_port
from tests.site.shipped import ROOT
from tests.trials.cluster.processes import Member
from tests.trials.town.one import HOST, SERVICES, OneSite
from tests.trials.town.town import Town
from tests.waiting import wait_until

BEAT = f"{HOST}/beat"
NEWEST_MIGRATION = ("log", "-1", "--format=%H^", "--diff-filter=A", "--", "*/migrations/0*.py")


class UpgradedSite(OneSite):
    """Begins as the version before."""

    def upgrade(self) -> None:
        """The new version beside the old one, which goes on."""
        for name in SERVICES:
            self.at_work[f"before/{name}"] = self.at_work.pop(f"{HOST}/{name}")
        self.code, self.web, self.lmtp = ROOT, free_port(), free_port()
        self.prepare()
        for name, program in self.services():
            self.at_work[name] = Member(name, program)
            # Of beats one alone runs.
            if name != BEAT:
                program.start()
        for port in (self.web, self.lmtp):
            wait_for_port(port)
        self.urls.append(f"http://127.0.0.1:{self.web}")
        self.smtp_in.append(("127.0.0.1", self.lmtp))

    def retire(self) -> None:
        """The old version ends as it is told to."""
        del self.urls[0], self.smtp_in[0]
        for name in SERVICES:
            self.at_work.pop(f"before/{name}").program.stop()
        self.start(BEAT)
        wait_until(self.ready, lambda: "the new version is not ready")


class Upgrade:
    """A third of the time the version before, a third both, a third this one."""

    def __init__(self, given: Namespace, site: UpgradedSite) -> None:
        self.third, self.site = 20 * given.minutes, site

    async def meanwhile(self, town: Town) -> None:
        await asyncio.sleep(self.third)
        await asyncio.to_thread(self.site.upgrade)
        await asyncio.sleep(self.third)
        await asyncio.to_thread(self.site.retire)
        await asyncio.sleep(self.third)


@contextmanager
def upgraded_site(revision: str) -> Iterator[UpgradedSite]:
    """`revision` is of this repository; by default the one before the newest migration."""
    revision = revision or git(*NEWEST_MIGRATION)
    with ExitStack() as until:
        home = Path(until.enter_context(tempfile.TemporaryDirectory(prefix="franchise-town-")))
        home.chmod(0o755)
        site = UpgradedSite(home, code=check_out(revision, home / "before"))
        until.callback(site.close)
        site.open()
        yield site


def check_out(revision: str, place: Path) -> Path:
    place.mkdir()
    archive = place.with_suffix(".tar")
    git("archive", "--output", str(archive), revision)
    subprocess.run(["tar", "-xf", archive, "-C", place], check=True)  # noqa: S607
    return place


def git(*arguments: str) -> str:
    process = subprocess.run(
        ["git", *arguments],  # noqa: S607 - whichever is there
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode or (arguments[0] == "log" and not process.stdout):
        raise SystemExit(f"git {' '.join(arguments)}: {process.stderr or 'nothing'}")
    return process.stdout.strip()
