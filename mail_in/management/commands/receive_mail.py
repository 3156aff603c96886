import asyncio
import logging
import os
import signal
import sys
import time
from argparse import ArgumentParser
from contextlib import suppress

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import close_old_connections

from games.edge import now
from games.shared_counts import share_counts
from mail_in.fetching import FATAL_ERRORS, fetch
from mail_in.listener import listen
from mail_in.playing import Outcome
from mail_in.reading import LARGEST
from mail_in.receiving import receive
from mail_in.signals import FETCHER, SECONDS_BETWEEN, signal_life

log = logging.getLogger(__name__)
THREADS = 4
LOOPBACK = "127.0.0.1"


class Command(BaseCommand):
    help = "Takes order mails: one from standard input, from a listener, or from a mailbox."

    def add_arguments(self, parser: ArgumentParser) -> None:
        doors = parser.add_mutually_exclusive_group()
        doors.add_argument(
            "--listen", metavar="[HOST:]PORT", help="over LMTP and SMTP, until ended"
        )
        doors.add_argument(
            "--imap",
            metavar="URL",
            nargs="?",
            const=settings.MAILBOX_URL,
            help="imaps://user:password@host/folder, by default the setting MAILBOX_URL",
        )
        parser.add_argument("--every", type=int, metavar="SECONDS", help="look again, until ended")
        parser.add_argument("--threads", type=int, default=THREADS, help="mails at the same time")
        parser.add_argument("--from", dest="sender", help="the envelope's sender, where known")
        parser.add_argument("--to", action="append", default=[], help="the envelope's recipient")

    def handle(
        self,
        *,
        listen: str | None,
        imap: str | None,
        every: int | None,
        threads: int,
        sender: str | None,
        to: list[str],
        **_: object,
    ) -> None:
        if listen is None and imap is None:
            self.stdout.write(_take_from_pipe(sender, to))
            return
        if listen is not None or every is not None:
            # Without a handler the first process of a container ignores SIGTERM.
            signal.signal(signal.SIGTERM, signal.default_int_handler)
            share_counts()
        with suppress(KeyboardInterrupt):
            if listen is not None:
                _listen(listen, threads)
            elif imap is not None:
                _fetch(imap, every)


def _take_from_pipe(sender: str | None, to: list[str]) -> Outcome:
    """Refuses what no later try would change; any other failure makes the sender keep the mail."""
    outcome = receive(sys.stdin.buffer.read(LARGEST + 1), sender, to, now())
    if outcome is Outcome.TOO_LARGE:
        raise CommandError("a mail has 20 MB at the most", returncode=os.EX_DATAERR)
    if outcome is Outcome.NOBODY:
        raise CommandError("there is no such address", returncode=os.EX_NOUSER)
    return outcome


def _listen(address: str, threads: int) -> None:
    host, port = host_and_port(address)
    asyncio.run(listen(host, port, threads=threads))


def host_and_port(address: str) -> tuple[str, int]:
    """A port alone means the loopback address."""
    host, _, port = address.rpartition(":")
    in_brackets = host.startswith("[") and host.endswith("]")
    is_port = port.isascii() and port.isdecimal() and int(port) < 2**16
    if not is_port or (":" in host and not in_brackets):
        raise CommandError(
            f"{address!r} is no place to listen at; it is a port of this machine, as 8024, or"
            " HOST:PORT, as 127.0.0.1:8024 or [::1]:8024"
        )
    return host.strip("[]") or LOOPBACK, int(port)


def _fetch(url: str, every: int | None) -> None:
    while True:
        close_old_connections()
        was_read = False
        try:
            fetch(url)
            was_read = True
        except FATAL_ERRORS as error:
            if every is None:
                raise CommandError(f"the mailbox could not be read: {error}") from error
            log.warning("the mailbox could not be read", extra={"error": type(error).__name__})
        except ExceptionGroup:
            if every is None:
                raise
            was_read = True
        if every is None:
            return
        _wait(every, was_read=was_read)


def _wait(seconds: int, *, was_read: bool) -> None:
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        if was_read:
            signal_life(FETCHER)
        time.sleep(min(left, SECONDS_BETWEEN))
