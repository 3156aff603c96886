"""The server as it ships, behind a proxy as deploy/ configures it, with other places for their
files.
"""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

import trustme

from tests.programs import Program, free_port, run_programs, wait_for_port
from tests.site.services import Service
from tests.site.shipped import ROOT, install
from tests.trials.crowd import Site

NAME = "franchise.example.org"
DEPLOY = ROOT / "deploy"


class Server:
    """Web, as its unit starts it, with a game to play."""

    def __init__(self, home: Path, database: str, redis: int) -> None:
        self.home, self.port = home, free_port()
        programs = install(home / "venv")
        self.environment = {
            "ALLOWED_HOSTS": NAME,
            "API_CALLS_A_MINUTE": "0",
            "DATABASE_URL": database,
            "DATA_DIR": str(home / "lib"),
            "REDIS_URL": f"redis://127.0.0.1:{redis}/0",
            "SECRET_KEY": "only-for-trials",
            "SITE_URL": f"https://{NAME}",
            "TRUST_PROXY": "1",
        }
        self.python = str(programs / "python")
        web = Service("web", {"/srv/franchise/.venv": str(home / "venv")}).command
        self.web = self._program([*web[:1], "--port", str(self.port), *web[1:]], "web")

    def _program(self, command: list[str], name: str) -> Program:
        return Program(command, self.environment, self.home / f"{name}.log")

    def manage(self, *arguments: str) -> str:
        process = subprocess.run(
            [self.python, "manage.py", *arguments], env=self.environment | {"FRANCHISE_ENV": ""},
            cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return process.stdout.strip()

    def prepare(self) -> str:
        """Returns a person's token."""
        self.manage("migrate")
        self.manage("collectstatic", "--noinput")
        self.manage("createsuperuser", "--noinput", "--username", "ada", "--email", "a@example.org")
        return self.manage("make_token", "ada")

    def largest_file(self) -> str:
        files = (self.home / "lib" / "static").rglob("*.*")
        largest = max(files, key=lambda path: path.stat().st_size)
        return f"/static/{largest.relative_to(self.home / 'lib' / 'static')}"


@contextmanager
def caddy(home: Path, server: int) -> Iterator[Site]:
    """With a certificate of its own, and without disturbing another server of the machine."""
    site = Site(free_port(), NAME)
    version = subprocess.run(
        [which("caddy") or "caddy", "version"], capture_output=True, text=True, check=True
    )
    old = version.stdout.strip().lstrip("v").startswith("2.6")
    text = (DEPLOY / ("Caddyfile-2.6" if old else "Caddyfile")).read_text()
    text = text.replace(
        "{\n\tservers",
        "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tservers",
        1,
    )
    text = text.replace("franchise.example.org} {", "franchise.example.org} {\n\ttls internal", 1)
    (home / "Caddyfile").write_text(text.replace("/var/lib/franchise", str(home / "lib")))
    environment = {
        "SITE_URL": f"https://{NAME}:{site.port}",
        "WEB": f"127.0.0.1:{server}",
        "HOME": str(home),
        "XDG_DATA_HOME": str(home),
    }
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(home / "Caddyfile")]
    program = Program(command, environment, home / "caddy.log")
    with run_programs(program):
        wait_for_port(site.port)
        print(f"Caddy {version.stdout.strip()}")
        yield site._replace(session=session_of(program))


@contextmanager
def nginx(home: Path, server: int) -> Iterator[Site]:
    """As Debian configures it: 768 connections a worker."""
    site = Site(free_port(), NAME)
    certificate = trustme.CA().issue_cert(NAME)
    certificate.private_key_and_cert_chain_pem.write_to_path(str(home / "both.pem"))
    text = (DEPLOY / "nginx.conf").read_text()
    upstream, _, _ = text.partition("server {\n    listen 80")
    _, _, secure = text.partition("server {\n    listen 443")
    text = f"{upstream}server {{\n    listen {site.port}{secure}".replace(
        "    listen [::]:443 ssl http2;\n", ""
    )
    for name in ("fullchain", "privkey"):
        text = text.replace(f"/etc/letsencrypt/live/{NAME}/{name}.pem", str(home / "both.pem"))
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{server}")
    text = text.replace("/var/lib/franchise", str(home / "lib"))
    folders = "".join(
        f"{kind}_temp_path {home}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (home / "nginx.conf").write_text(
        f"daemon off;\nuser root;\nworker_processes auto;\npid {home}/nginx.pid;\n"
        f"error_log {home}/nginx.log;\nevents {{ worker_connections 768; }}\n"
        f"http {{\naccess_log off;\n{folders}{text}\n}}\n"
    )
    program = Program(["nginx", "-c", str(home / "nginx.conf")], {}, home / "nginx.out")
    with run_programs(program):
        wait_for_port(site.port)
        print("nginx")
        yield site._replace(session=session_of(program))


def session_of(program: Program) -> int:
    assert program.running is not None
    return program.running.pid
