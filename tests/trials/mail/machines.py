"""Mail servers with folders and ports of their own, as Debian's packages set them up."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from tests.programs import Program, free_port, wait_for_port

NEEDED = {
    "postfix": "postfix",
    "dovecot": "dovecot-imapd",
    "doveadm": "dovecot-core",
    "opendkim": "opendkim",
    "opendkim-genkey": "opendkim-tools",
    "postgrey": "postgrey",
    "redis-server": "redis-server",
    "setpriv": "util-linux",
}
NEEDED_FILES = {
    "/usr/lib/dovecot/lmtp": "dovecot-lmtpd",
    "/usr/lib/dovecot/modules/lib90_sieve_plugin.so": "dovecot-sieve",
    "/usr/share/postfix/main.cf.debian": "postfix",
}
# What Debian asks, and writes for "Internet site".
INTERNET_SITE = """
smtpd_relay_restrictions = permit_mynetworks permit_sasl_authenticated defer_unauth_destination
mydestination = $myhostname, localhost.localdomain, localhost
mynetworks = 127.0.0.0/8
mailbox_size_limit = 0
recipient_delimiter = +
inet_protocols = ipv4
"""
QUICK = """
queue_run_delay = 2s
minimal_backoff_time = 2s
maximal_backoff_time = 4s
"""


def missing_packages() -> list[str]:
    lacks = {package for name, package in NEEDED.items() if shutil.which(name) is None}
    lacks |= {package for file, package in NEEDED_FILES.items() if not Path(file).exists()}
    if not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        lacks.add("postgresql")
    return sorted(lacks)


class Postfix:
    """`smtp` is its port for other servers, `submission` the one for who signs in."""

    def __init__(self, home: Path, name: str, machine: str, next_hop: int | None) -> None:
        self.home, self.machine = home / name, machine
        self.smtp, self.submission = free_port(), free_port()
        self.spool, self.log = self.home / "spool", self.home / "mail.log"
        for folder in (self.home, self.home / "etc", self.spool, self.home / "data"):
            folder.mkdir()
        shutil.chown(self.home / "data", "postfix")
        self.next_hop = next_hop
        self.running = Program(
            ["postfix", "-c", str(self.home / "etc"), "start-fg"], {}, self.home / "said"
        )

    def write(self, main: str, master: str = "") -> None:
        etc = self.home / "etc"
        stock = Path("/usr/share/postfix/main.cf.debian").read_text()
        own = {
            "myhostname": self.machine,
            "alias_maps": "",
            "queue_directory": self.spool,
            "data_directory": self.home / "data",
            "maillog_file": self.log,
            "maillog_file_prefixes": self.home,
            "inet_interfaces": "127.0.0.1",
            "relayhost": f"[127.0.0.1]:{self.next_hop}" if self.next_hop else "",
        }
        named = "".join(f"{name} = {value}\n" for name, value in own.items())
        (etc / "main.cf").write_text(last_of_each(f"{stock}{INTERNET_SITE}{main}{QUICK}{named}"))
        services = Path("/usr/share/postfix/master.cf.dist").read_text() + master
        for service, port in (("smtp", self.smtp), ("submission", self.submission)):
            services = services.replace(f"\n{service} ", f"\n127.0.0.1:{port} ", 1)
        (etc / "master.cf").write_text(services)

    def start(self, until: ExitStack) -> None:
        self.running.start()
        until.callback(self.running.kill)
        until.callback(self._do, "stop")
        wait_for_port(self.smtp)

    def reload(self) -> None:
        self._do("reload")

    def _do(self, what: str) -> None:
        command = [str(shutil.which("postfix")), "-c", str(self.home / "etc"), what]
        subprocess.run(command, capture_output=True, check=False)


class Dovecot:
    def __init__(self, home: Path, name: str = "dovecot") -> None:
        self.home = home / name
        self.imaps = free_port()
        shutil.copytree("/usr/share/dovecot", self.home)
        for file in self.home.glob("conf.d/*.conf"):
            file.write_text(file.read_text().replace("/etc/dovecot", str(self.home)))
        (self.home / "private").mkdir()
        self.running = Program(
            ["dovecot", "-F", "-c", str(self.home / "dovecot.conf")], {}, self.home / "said"
        )

    def write(self, local: str) -> None:
        (self.home / "local.conf").write_text(f"""{local}
base_dir = {self.home}/run
state_dir = {self.home}/run
log_path = {self.home}/dovecot.log
listen = 127.0.0.1
service imap-login {{
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    port = {self.imaps}
  }}
}}
""")

    def start(self, until: ExitStack) -> None:
        self.running.start()
        until.callback(self.running.stop)
        wait_for_port(self.imaps)

    def reload(self) -> None:
        command = ["doveadm", "-c", str(self.home / "dovecot.conf"), "reload"]
        subprocess.run(command, capture_output=True, check=True)


class Postgrey:
    """Asks whoever is new to come again after so many seconds."""

    def __init__(self, home: Path, seconds: int) -> None:
        self.home, self.port = home / "postgrey", free_port()
        self.home.mkdir()
        shutil.chown(self.home, "postgrey")
        nobody_is_known = ["--whitelist-clients=/dev/null", "--whitelist-recipients=/dev/null"]
        command = ["postgrey", f"--inet=127.0.0.1:{self.port}", f"--delay={seconds}"]
        place = [f"--dbdir={self.home}", f"--pidfile={self.home}/pid"]
        self.running = Program(
            [*command, *place, *nobody_is_known], {}, self.home.with_suffix(".log")
        )

    def start(self, until: ExitStack) -> None:
        self.running.start()
        until.callback(self.running.kill)
        wait_for_port(self.port)


class OpenDKIM:
    """A milter on a port of its own."""

    def __init__(self, home: Path, name: str) -> None:
        self.home, self.port = home / name, free_port()
        self.home.mkdir()
        shutil.chown(self.home, "opendkim")
        conf = self.home / "opendkim.conf"
        self.running = Program(["opendkim", "-f", "-x", str(conf)], {}, self.home / "said")

    def write(self, own: str) -> None:
        stock = Path("/etc/opendkim.conf").read_text()
        kept = [
            each for each in stock.splitlines() if each.split()[:1] not in ([n] for n in names(own))
        ]
        # A key below a folder for temporary files is not safe from other users.
        here = f"PidFile {self.home}/pid\nRequireSafeKeys no\n"
        text = "\n".join([*kept, own, here])
        (self.home / "opendkim.conf").write_text(text)

    def start(self, until: ExitStack) -> None:
        self.running.start()
        until.callback(self.running.kill)
        wait_for_port(self.port)


def names(lines: str) -> set[str]:
    """The settings' names in lines of a name and a value."""
    return {each.split()[0] for each in lines.splitlines() if each.strip()} | {"PidFile"}


def last_of_each(main: str) -> str:
    """A host changes an existing line; Postfix only warns of a second one."""
    entries: dict[str, str] = {}
    for entry in re.findall(r"^[^\s#].*\n(?:[ \t].*\n)*", main, re.MULTILINE):
        entries[entry.partition("=")[0].strip()] = entry
    return "".join(entries.values())


def fill_in(text: str, places: Mapping[str, object]) -> str:
    for there, here in places.items():
        text = text.replace(there, str(here))
    return text


def is_root() -> bool:
    return os.geteuid() == 0
