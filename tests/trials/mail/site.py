"""The product as a host runs it, on a PostgreSQL and a Redis of its own."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

import psycopg

from tests.postgres import programs
from tests.programs import Program, broker, free_port, wait_for_port

ROOT = Path(__file__).parents[3]
NOBODY = pwd.getpwnam("nobody")
CELERY = ("celery", "-A", "franchise_site.celery")
AS_NOBODY = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]


class Database:
    """Can be stopped and started again."""

    def __init__(self, home: Path) -> None:
        self.home = home / "postgres"
        self.home.mkdir()
        os.chown(self.home, NOBODY.pw_uid, NOBODY.pw_gid)
        self.url = f"postgres://franchise@/postgres?host={self.home}"
        data = str(self.home / "data")
        made = [
            str(programs() / "initdb"),
            "-D",
            data,
            "-U",
            "franchise",
            "-A",
            "trust",
            "--no-sync",
        ]
        subprocess.run([*AS_NOBODY, *made], capture_output=True, check=True, cwd="/")
        served = [str(programs() / "postgres"), "-D", data, "-k", str(self.home)]
        quick = ["-c", "listen_addresses=", "-c", "fsync=off"]
        self.running = Program([*AS_NOBODY, *served, *quick], {}, self.home.with_suffix(".log"))

    def start(self) -> None:
        self.running.start()
        while not self.answers():
            assert self.running.is_running(), self.running.log.read_text()[-2000:]
            time.sleep(0.1)

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self) -> None:
        self.running.stop(signal.SIGINT)


class Site:
    def __init__(self, home: Path, settings: Mapping[str, str], until: ExitStack) -> None:
        self.home, self.until, self.listener = home / "site", until, free_port()
        (self.home / "data").mkdir(parents=True)
        shutil.chown(self.home / "data", "nobody")
        self.database = Database(home)
        self.database.start()
        until.callback(self.database.running.kill)
        redis = free_port()
        self._run(broker(redis, self.home / "redis.log"))
        wait_for_port(redis)
        self.environment = {
            **settings,
            "DJANGO_SETTINGS_MODULE": "franchise_site.settings",
            "SECRET_KEY": "only-for-trials",
            "DATABASE_URL": self.database.url,
            "REDIS_URL": f"redis://127.0.0.1:{redis}/0",
            "DATA_DIR": str(self.home / "data"),
        }
        self.programs = install(self.home)
        self.python = self._write_python()

    def start(self) -> None:
        self.wait_for("python", "manage.py", "migrate", "--verbosity", "0")
        self.wait_for("python", "-m", "tests.trials.mail.game")
        self.worker = self._start_worker()
        self.run("beat", *CELERY, "beat", "--schedule", str(self.home / "schedule"))

    def send_by(self, url: str) -> None:
        """By another mail server from now on."""
        self.worker.stop()
        self.environment["EMAIL_URL"] = url
        self.worker = self._start_worker()

    def _start_worker(self) -> Program:
        quiet = ["--concurrency", "2", "--without-gossip", "--without-mingle"]
        return self.run("worker", *CELERY, "worker", *quiet)

    def wait_for(self, *command: str) -> None:
        done = self.run("setup", *command)
        assert done.ends() == 0, done.log.read_text()[-3000:]

    def run(self, name: str, *command: str) -> Program:
        programs = [str(self.programs / command[0]), *command[1:]]
        program = Program(programs, self.environment, self.home / f"{name}.log")
        return self._run(program)

    def take_mail(self, *arguments: str) -> Program:
        return self.run("mail-in", "python", "manage.py", "receive_mail", *arguments)

    def _run(self, program: Program) -> Program:
        program.start()
        self.until.callback(program.kill)
        return program

    def _write_python(self) -> Path:
        """A mail server's pipe starts this as another user; it knows the settings."""
        settings = [f"export {name}='{value}'" for name, value in self.environment.items()]
        file = self.home / "python"
        file.write_text(
            "\n".join(["#!/bin/sh", *settings, f'exec {self.programs}/python "$@"', ""])
        )
        file.chmod(0o755)
        return file


def install(home: Path) -> Path:
    """Makes an environment with requirements.txt alone, which a user without rights can read."""
    own = home / "venv"
    uv = str(Path(sys.executable).with_name("uv"))
    made = [uv, "venv", "--quiet", "--python", python_for_all(), str(own)]
    subprocess.run(made, check=True)
    installed = [uv, "pip", "install", "--quiet", "--require-hashes", "--link-mode", "copy"]
    needs = ["--python", str(own / "bin/python"), "-r", str(ROOT / "requirements.txt")]
    subprocess.run([*installed, *needs], check=True)
    return own / "bin"


def python_for_all() -> str:
    """A Python that a user without rights can run."""
    for python in (sys.executable, "/usr/bin/python3"):
        # Found by a shell: `setpriv` itself may still look into every folder.
        tried = [*AS_NOBODY, "/bin/sh", "-c", f"{python} -c ''"]
        if not subprocess.run(tried, capture_output=True, check=False).returncode:
            return python
    raise SystemExit("needs Debian's python3: the user nobody may not run this one")
