"""The host's mail server, that of the players, and the product between them."""

import email
import email.policy
import os
import shutil
import smtplib
import subprocess
import time
from collections.abc import Callable
from contextlib import ExitStack
from email.message import EmailMessage
from pathlib import Path
from typing import TypeVar

import trustme

from tests.trials.mail.lines import COMMANDS, lines_of
from tests.trials.mail.machines import Dovecot, OpenDKIM, Postfix, fill_in
from tests.trials.mail.site import NOBODY, ROOT, Site

T = TypeVar("T")
DOMAIN = "franchise.example.org"
PLAYERS = "example.net"
HOST = f"host@{PLAYERS}"
PASSWORD = "a long word"  # noqa: S105 - of the trial
SECONDS = 120
OUT = ("Out: signed in", "Out: signed by OpenDKIM")
MAIN, MASTER = "/etc/postfix/main.cf", "/etc/postfix/master.cf"


class World:
    def __init__(self, home: Path, until: ExitStack) -> None:
        self.home, self.until = home, until
        self.authority = self._write_certificates()
        self.dovecot, self.signer = Dovecot(home), OpenDKIM(home, "signer")
        self.verifier = OpenDKIM(home, "verifier")
        self.ours = Postfix(home, "ours", DOMAIN, None)
        self.theirs = Postfix(home, "theirs", f"mail.{PLAYERS}", self.ours.smtp)
        self.ours.next_hop = self.theirs.smtp
        self.site = Site(home, self._settings(), until)

    def start(self) -> None:
        self._write_users()
        self._write_keys()
        dovecot = "".join(
            self.text_of(name, "/etc/dovecot/local.conf") for name in ("In: Dovecot", OUT[0])
        )
        self.dovecot.write(dovecot)
        self.signer.write(self.text_of(OUT[1], "/etc/opendkim.conf"))
        self.verifier.write(
            f"Mode v\nSocket inet:{self.verifier.port}@127.0.0.1\nInternalHosts 192.0.2.1\n"
            f"TestPublicKeys {self.home}/keys/public\nUserID opendkim\n"
        )
        self.open_door("In: Postfix hands")
        self.have_players("ada", "bob", "host")
        for each in (self.signer, self.verifier, self.ours, self.theirs, self.dovecot):
            each.start(self.until)
        self.site.start()

    def text_of(self, section: str, file: str) -> str:
        return fill_in(lines_of(section).get(file, ""), self._places())

    def open_door(self, *sections: str) -> None:
        """Sets our mail server up as these sections say, one after the other."""
        main = "".join(self.text_of(name, MAIN) for name in (*sections, *OUT))
        master = "".join(self.text_of(name, MASTER) for name in (*sections, *OUT))
        self.ours.write(main, master)

    def have_players(self, *names: str, more: str = "") -> None:
        """The mailboxes at the players' provider, and what else its mail server has."""
        boxes = ", ".join(f"{name}@{PLAYERS}={name}/" for name in names)
        self.theirs.write(
            f"virtual_mailbox_domains = {PLAYERS}\nvirtual_mailbox_base = {self.boxes()}\n"
            f"virtual_mailbox_maps = inline:{{{boxes}}}\nvirtual_uid_maps = static:{NOBODY.pw_uid}\n"
            f"virtual_gid_maps = static:{NOBODY.pw_gid}\n"
            f"smtpd_milters = inet:127.0.0.1:{self.verifier.port}\n{more}"
        )

    def mails_to(self, name: str) -> list[EmailMessage]:
        files = sorted(self.boxes().glob(f"{name}/new/*"), key=lambda file: file.stat().st_mtime_ns)
        return [
            email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
            for file in files
        ]

    def wait_for_mail(self, name: str, is_it: Callable[[EmailMessage], object]) -> EmailMessage:
        def look() -> EmailMessage | None:
            return next((mail for mail in reversed(self.mails_to(name)) if is_it(mail)), None)

        return wait_for(look, f"a mail to {name}")

    def send(
        self,
        name: str,
        to: str,
        text: str,
        *,
        subject: str = "Re: your turn",
        sender: str | None = None,
    ) -> str:
        """Sends as the person's mail program does; the Message-ID."""
        message = EmailMessage()
        number = f"<{time.monotonic_ns()}@{PLAYERS}>"
        message["From"], message["To"], message["Subject"] = f"{name}@{PLAYERS}", to, subject
        message["Message-ID"] = number
        message.set_content(text)
        with smtplib.SMTP("127.0.0.1", self.theirs.smtp, timeout=20) as client:
            client.send_message(message, message["From"] if sender is None else sender)
        return number

    def _settings(self) -> dict[str, str]:
        user = f"play%40{DOMAIN}:{PASSWORD.replace(' ', '%20')}"
        return {
            "ALLOWED_HOSTS": DOMAIN,
            "SITE_URL": f"https://{DOMAIN}",
            "MAIL_DOMAIN": DOMAIN,
            "HOST_ADDRESS": HOST,
            "DEFAULT_FROM_EMAIL": f"Franchise <play@{DOMAIN}>",
            "EMAIL_URL": f"smtp+tls://{user}@localhost:{self.ours.submission}",
            "MAILBOX_URL": f"imaps://{user}@localhost:{self.dovecot.imaps}",
            "SSL_CERT_FILE": str(self.authority),
        }

    def _places(self) -> dict[str, object]:
        """Where the trial keeps what the doc names. Longer names come before their beginnings."""
        return {
            "/srv/franchise/.venv/bin/python": self.site.python,
            "/srv/franchise/mail": self.home / "orders",
            "/srv/franchise": ROOT,
            "user=franchise": "user=nobody",
            "/var/spool/postfix": self.ours.spool,
            "/etc/dovecot": self.dovecot.home,
            "/etc/dkimkeys": self.home / "keys",
            "127.0.0.1:8024": f"127.0.0.1:{self.site.listener}",
            "inet:127.0.0.1:8891": f"inet:127.0.0.1:{self.signer.port}",
            "inet:8891@": f"inet:{self.signer.port}@",
            "you@example.org": HOST,
            ":990:990:": f":{NOBODY.pw_uid}:{NOBODY.pw_gid}:",
        }

    def boxes(self) -> Path:
        boxes = self.home / "boxes"
        if not boxes.exists():
            boxes.mkdir()
            os.chown(boxes, NOBODY.pw_uid, NOBODY.pw_gid)
        return boxes

    def _write_certificates(self) -> Path:
        authority = trustme.CA()
        own = authority.issue_cert("localhost")
        authority.cert_pem.write_to_path(self.home / "authority.pem")
        own.private_key_pem.write_to_path(self.home / "mail.key")
        for each in own.cert_chain_pems:
            each.write_to_path(self.home / "mail.pem", append=True)
        return self.home / "authority.pem"

    def _write_users(self) -> None:
        for name in ("pem", "key"):
            # The package makes a certificate of its own, which its settings name.
            for owner in ("dovecot", "mail.example.org"):
                file = self.dovecot.home / f"private/{owner}.{name}"
                shutil.copy(self.home / f"mail.{name}", file)
        orders = self.home / "orders"
        orders.mkdir()
        os.chown(orders, NOBODY.pw_uid, NOBODY.pw_gid)
        made = ["doveadm", "-c", str(self.dovecot.home / "dovecot.conf"), "pw"]
        made += ["-s", "SHA512-CRYPT", "-p", PASSWORD]
        secret = subprocess.run(made, capture_output=True, text=True, check=True).stdout.strip()
        users = self.text_of("In: Dovecot", "/etc/dovecot/franchise.users")
        file = self.dovecot.home / "franchise.users"
        file.write_text(users.replace("{SHA512-CRYPT}…", secret))

    def _write_keys(self) -> None:
        """By the doc's own commands; the public key goes where the trial's DNS looks."""
        (self.home / "keys").mkdir()
        commands = fill_in(lines_of(OUT[1])[COMMANDS], self._places())
        subprocess.run(["/bin/sh", "-e", "-c", commands], check=True, capture_output=True)
        text = (self.home / "keys/mail.txt").read_text()
        record = "".join(text.split('"')[1::2])
        (self.home / "keys/public").write_text(f"mail._domainkey.{DOMAIN} {record}\n")
        (self.home / "keys/public").chmod(0o644)


def wait_for(look: Callable[[], T | None], what: str, seconds: float = SECONDS) -> T:
    until = time.monotonic() + seconds
    while (result := look()) is None:
        if time.monotonic() > until:
            raise AssertionError(f"there came no {what} in {seconds} s")
        time.sleep(0.1)
    return result
