"""The services of docker-compose.yml as programs of this machine, by the same commands.

Only folders, ports and names of hosts are changed.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from psycopg.conninfo import conninfo_to_dict

from games.anchors.keys import make_key, write_private_key
from tests.postgres import programs as postgres_programs
from tests.programs import Program, free_port
from tests.waiting import wait_until

ROOT = Path(__file__).parents[2]
THERE = re.compile(r"/run/secrets|/data\b|redis:6379|0\.0\.0\.0|\b8000\b|\b8024\b|\$\$")


class ComposedSite:
    def __init__(
        self, home: Path, programs: Path, database: str, smtp: str, franchise_env: Mapping[str, str]
    ) -> None:
        self.home, self.programs = home, programs
        self.services: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())[
            "services"
        ]
        self.web, self.mail_in, self.redis = free_port(), free_port(), free_port()
        self.franchise_env = franchise_env
        (home / "data").mkdir()
        (home / "secrets").mkdir()
        self.secret("secret_key", "only-for-tests")
        self.secret("anchor_key", write_private_key(make_key()))
        self.secret("database_url", database)
        self.secret("email_url", smtp)
        where = conninfo_to_dict(database)
        self.server = {
            f"PG{key.upper()}": str(where[key]) for key in ("host", "port") if key in where
        }

    @property
    def services_started(self) -> list[str]:
        """All services that stay up, without PostgreSQL, which the tests bring, and the proxy."""
        return [
            name
            for name, service in self.services.items()
            if service["restart"] != "no" and name not in ("postgres", "proxy")
        ]

    def secret(self, name: str, value: str) -> None:
        (self.home / "secrets" / name).write_text(f"{value}\n")

    def program(self, name: str) -> Program:
        service = self.services[name]
        command = service.get("command") or words_of_dockerfile("CMD")
        if name == "redis":
            command = [*command, "--port", str(self.redis)]
        return self._program([self.here(each) for each in command], self.environment(name), name)

    def build(self) -> Program:
        """The command of the project that the image's build runs."""
        words = words_of_dockerfile("RUN SECRET_KEY=build ")
        environment = {"SECRET_KEY": "build", "DATA_DIR": self.here("/data"), "PATH": self.path}
        return self._program(words, environment, "build")

    def _program(self, words: list[str], environment: dict[str, str], name: str) -> Program:
        program = shutil.which(words[0], path=environment["PATH"])
        assert program, f"there is no program {words[0]}"
        return Program([program, *words[1:]], environment, self.home / f"{name}.log")

    @property
    def path(self) -> str:
        """The installed programs, then the machine's; not the environment of the tests."""
        machine = os.environ["PATH"].split(os.pathsep)
        beside = str(Path(sys.executable).parent)
        return os.pathsep.join([str(self.programs), *(p for p in machine if p != beside)])

    def environment(self, name: str) -> dict[str, str]:
        service = self.services[name]
        if "build" not in service:
            # The tests' own Redis where the machine has none.
            places = (
                os.environ["PATH"],
                str(Path(sys.executable).parent),
                str(postgres_programs()),
            )
            return {"PATH": os.pathsep.join(places), **self.server}
        given = dict(self.franchise_env)
        given |= {key: self.here(value) for key, value in service.get("environment", {}).items()}
        return given | {
            "DATA_DIR": self.here("/data"),
            "HOSTNAME": socket.gethostname(),
            "PATH": self.path,
        }

    def log_of(self, name: str) -> str:
        log = self.home / f"{name}.log"
        return f"{name}: {log.read_text()[-3000:] if log.exists() else 'started elsewhere'}"

    def here(self, text: str) -> str:
        places = {
            "/run/secrets": str(self.home / "secrets"),
            "/data": str(self.home / "data"),
            "redis:6379": f"127.0.0.1:{self.redis}",
            "0.0.0.0": "127.0.0.1",  # noqa: S104 - it is what is put in its place
            "8000": str(self.web),
            "8024": str(self.mail_in),
            "$$": "$",
        }
        return THERE.sub(lambda match: places[match[0]], text)

    def wait_for_health(self, name: str) -> None:
        kind, *words = self.services[name]["healthcheck"]["test"]
        command = [self.here(each) for each in words]
        if name == "redis":
            command = [*command[:1], "-p", str(self.redis), *command[1:]]

        def is_healthy() -> bool:
            process = subprocess.run(
                command[0] if kind == "CMD-SHELL" else command,
                shell=kind == "CMD-SHELL",
                env=self.environment(name),
                capture_output=True,
                check=False,
            )
            return process.returncode == 0

        # To ask starts a program, which takes from the one that is awaited.
        wait_until(is_healthy, lambda: self.log_of(name), pause=0.5)


def words_of_dockerfile(beginning: str) -> list[str]:
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    (line,) = (each for each in lines if each.startswith(beginning))
    words = line.removeprefix(beginning).strip()
    return [str(each) for each in json.loads(words)] if words.startswith("[") else words.split()
