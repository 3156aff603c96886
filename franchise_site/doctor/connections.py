"""Examines the settings, the services, their clocks and the disk."""

import os
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from http import HTTPStatus
from imaplib import IMAP4
from pathlib import Path

from django.conf import settings
from django.core.checks import WARNING, run_checks
from django.db import DatabaseError, connection
from redis import Redis
from redis.exceptions import RedisError

from franchise_site.doctor.findings import Finding, look, ok, wrong
from franchise_site.health import (
    OK,
    ONE_TRY,
    state_of_broker,
    state_of_database,
    states_of_hearts,
)
from games import distribution
from games.anchors.keeping import HINT, check_kept_root
from games.domain.anchors import NotProved
from mail_in.fetching import MailboxRefused, open_mailbox
from notifications.channels.carrier import Carrier
from notifications.channels.trouble import explain, mail_trouble
from notifications.models import MailTrouble

MOST_SECONDS_APART = 2.0
SECONDS_TO_ANSWER = 10
SMTP = "django.core.mail.backends.smtp.EmailBackend"
HASHED_FILES = "franchise_site.static.HashedFiles"
START = {
    "beat": "Start beat.",
    "worker": "Start a worker.",
    "mail-out": "Start mail out.",
    "mail-in": "Start mail in: answers to mails wait at the mail server.",
    "mail-fetch": "Look into the log of receive_mail --imap: answers to mails wait in the mailbox.",
}
ASKED_BY_BEAT = ("worker", "mail-out")


def examine_settings() -> Iterator[Finding]:
    messages = [
        each for each in run_checks(include_deployment_checks=True) if not each.is_silenced()
    ]
    for each in messages:
        mark = wrong if each.level > WARNING else look
        yield mark("settings", f"{each.msg} {each.hint or ''}".strip())
    if not messages:
        yield ok("settings", "nothing that a site needs is missing")


def examine_disk() -> Iterator[Finding]:
    data = Path(settings.DATA_DIR)
    if os.access(data, os.W_OK):
        yield ok("files", f"{data} can be written")
    else:
        yield wrong("files", f"{data} cannot be written by this user. Set DATA_DIR, or its owner.")
    if settings.STORAGES["staticfiles"]["BACKEND"] != HASHED_FILES:
        return
    if (Path(settings.STATIC_ROOT) / "staticfiles.json").exists():
        yield ok("pages' files", "collected")
    else:
        yield wrong("pages' files", "every page would fail. Run: manage.py collectstatic --noinput")


def examine_database() -> Iterator[Finding]:
    state = state_of_database()
    if state != OK:
        todo = "Run: manage.py migrate" if "migrations" in state else "Look at DATABASE_URL."
        yield wrong("database", f"{state}. {todo}")
        return
    yield ok("database", f"{connection.display_name}, with all its migrations")
    yield from examine_shards()
    yield from examine_hearts(states_of_hearts())
    trouble = mail_trouble()
    if trouble is not None:
        yield wrong("mails", f"wait since {trouble.since:%Y-%m-%d %H:%M} UTC: {explain(trouble)}")
    try:
        check_kept_root()
    except NotProved as error:
        yield wrong("roots", f"{error}. {HINT}")
    yield from examine_clock("database", _seconds_of_database)


def examine_shards() -> Iterator[Finding]:
    """Nothing where this is no Citus."""
    if not distribution.is_distributed():
        return
    missing = [each.table for each in distribution.missing_places()]
    if missing:
        yield wrong("shards", f"{', '.join(missing)} lie on one node. Run: manage.py distribute")
    else:
        yield ok("shards", "every table lies where it is to")


def examine_hearts(states: Mapping[str, str]) -> Iterator[Finding]:
    for part, alive in states.items():
        if alive == OK:
            yield ok(part, "is alive")
        elif part in ASKED_BY_BEAT and states["beat"] != OK:
            yield look(part, f"{alive}, and cannot be told while beat is silent, which asks it")
        else:
            yield wrong(part, f"{alive}. {START[part]}")


def examine_broker() -> Iterator[Finding]:
    state = state_of_broker()
    if state != OK:
        yield wrong("broker", f"{state}. Look at REDIS_URL, and whether Redis runs.")
    elif settings.REDIS_URL:
        yield ok("broker", "Redis answers")
        yield from examine_clock("broker", _seconds_of_redis)
    else:
        yield ok("broker", "in memory, as on one's own machine")


def examine_mailbox() -> Iterator[Finding]:
    if not settings.MAILBOX_URL:
        return
    try:
        with open_mailbox(settings.MAILBOX_URL):
            yield ok("mailbox", "opens")
    except (OSError, IMAP4.error, MailboxRefused, ValueError) as error:
        yield wrong("mailbox", f"{error}. Look at MAILBOX_URL.")


def examine_mail_out() -> Iterator[Finding]:
    if settings.EMAIL_BACKEND != SMTP:
        yield look("mail out", "manage.py send_test_mail ADDRESS shows whether it goes")
        return
    with closing(Carrier()) as carrier:
        reply = carrier.open()
    if reply is None:
        signed_in = ", which lets us in" if settings.EMAIL_HOST_USER else ""
        yield ok("mail out", f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT} answers{signed_in}")
    else:
        trouble = MailTrouble(stage=reply.stage, said=reply.summary)
        yield wrong("mail out", explain(trouble))


def examine_site() -> Iterator[Finding]:
    """Asks by the site's name, as visitors do."""
    address = f"{settings.SITE_URL}/healthz"
    try:
        with urllib.request.urlopen(address, timeout=SECONDS_TO_ANSWER) as answer:  # noqa: S310 - the host's own setting
            status = answer.status
    except urllib.error.HTTPError as error:
        status = error.code
    except (OSError, ValueError) as error:
        why = getattr(error, "reason", error)
        if isinstance(why, ssl.SSLCertVerificationError):
            text = f"{settings.SITE_URL}: {why.verify_message}. Look at the proxy's certificate."
            yield wrong("site", text)
            return
        yield look("site", f"{address} does not answer this machine: {error}")
        return
    if status == HTTPStatus.OK:
        yield ok("site", f"{settings.SITE_URL} leads here")
    else:
        yield wrong("site", f"{address} answers {status}. Look at the proxy, and at ALLOWED_HOSTS.")


def examine_clock(name: str, ask: Callable[[], float]) -> Iterator[Finding]:
    before = time.time()
    try:
        theirs = ask()
    except (DatabaseError, RedisError) as error:
        yield look(f"clock of the {name}", f"it does not tell: {error}")
        return
    # However long the answer took, theirs was read between the two.
    apart = theirs - min(max(theirs, before), time.time())
    if abs(apart) <= MOST_SECONDS_APART:
        yield ok(f"clock of the {name}", f"{abs(apart):.1f} s apart from this machine's")
    else:
        side = "ahead of" if apart > 0 else "behind"
        text = f"{abs(apart):.0f} s {side} this machine's. Let both follow a time server (NTP)."
        yield wrong(f"clock of the {name}", text)


def _seconds_of_database() -> float:
    statement = {
        "postgresql": "SELECT extract(epoch FROM clock_timestamp())",
        "sqlite": "SELECT (julianday('now') - 2440587.5) * 86400",
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return float(cursor.fetchone()[0])


def _seconds_of_redis() -> float:
    with Redis.from_url(settings.REDIS_URL, **ONE_TRY) as redis:
        seconds, millionths = redis.time()
    return float(seconds) + float(millionths) / 1_000_000
