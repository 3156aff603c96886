"""`manage.py check --deploy`: settings that are right on one's own machine and wrong for a site."""

import re
from collections.abc import Iterator
from email.utils import parseaddr
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import get_connection
from django.http.request import validate_host

THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0"})  # noqa: S104 - to be refused
NOWHERE = ("notifications.mailbox.", "django.core.mail.backends.")
SMTP = "django.core.mail.backends.smtp.EmailBackend"
BROKERS = ("redis", "rediss")
MAILBOXES = ("imap", "imaps")
LABEL = re.compile(r"[^\W_]([\w-]{0,61}[^\W_])?")
LOCAL = re.compile(r"[^\s@,;:<>()\[\]\"\\]+")
KEY_LENGTH, KEY_CHARACTERS = 50, 5
A_YEAR = 365 * 24 * 3600
PRELOAD = "HSTS_SECONDS=31536000 and HSTS_INCLUDE_SUBDOMAINS=1"


@register(Tags.security, deploy=True)
def check_deployment(app_configs: object, **_: Any) -> list[CheckMessage]:
    return [message for part in PARTS for message in part()]


def _check_address() -> Iterator[CheckMessage]:
    site = urlsplit(settings.SITE_URL)
    host = site.hostname or ""
    example = "Set SITE_URL as it is to stand in mails: https://franchise.example.org"
    if not host or host in THIS_MACHINE:
        text = (
            f"SITE_URL is {settings.SITE_URL!r}: links in mails lead to the reader's own machine."
        )
        yield Error(text, hint=example, id="franchise.E001")
        return
    if site.scheme != "https":
        text = f"SITE_URL is {settings.SITE_URL!r}, not https: people would sign in unencrypted."
        yield Error(text, hint=example, id="franchise.E002")
    if site.path or site.query or site.fragment:
        text = f"SITE_URL is {settings.SITE_URL!r}: links in mails put their path behind it."
        yield Error(text, hint=f"{example}, without a slash at its end.", id="franchise.E003")
    if not validate_host(host, settings.ALLOWED_HOSTS):
        text = f"ALLOWED_HOSTS lacks {host}, to which SITE_URL leads: every page answers 400."
        yield Error(text, hint=f"Set ALLOWED_HOSTS={host}", id="franchise.E004")


def _check_proxy() -> Iterator[CheckMessage]:
    if settings.SECURE_SSL_REDIRECT and settings.TRUST_PROXY is None:
        yield Error(
            "TRUST_PROXY is not set: behind a proxy every page leads to itself for ever, and all"
            " visitors count as one address.",
            hint="Set TRUST_PROXY=1 behind a proxy, or TRUST_PROXY=0 where there is none and the"
            " web process has the certificate itself.",
            id="franchise.E005",
        )


def _check_hsts() -> Iterator[CheckMessage]:
    is_long = settings.SECURE_HSTS_SECONDS >= A_YEAR
    if settings.SECURE_HSTS_PRELOAD and not (is_long and settings.SECURE_HSTS_INCLUDE_SUBDOMAINS):
        text = (
            "HSTS_PRELOAD is set, but browsers' lists take only whole domains for a year or more."
        )
        hint = f"Set {PRELOAD}, or leave HSTS_PRELOAD out."
        yield Error(text, hint=hint, id="franchise.E006")


def _check_mail_out() -> Iterator[CheckMessage]:
    backend = settings.EMAIL_BACKEND
    example = "Set EMAIL_URL=smtp+tls://user:password@host:587, or a provider: anymail://postmark"
    if backend.startswith(NOWHERE) and backend != SMTP:
        text = f"EMAIL_URL is not set: mails go to {backend}, and nobody gets any."
        if not backend.startswith("notifications."):
            text = f"EMAIL_URL leads to {backend}: nobody gets any mail."
        yield Error(text, hint=example, id="franchise.E007")
        return
    try:
        get_connection()
    except (ImproperlyConfigured, ImportError) as error:
        text = f"EMAIL_URL leads to {backend}, which cannot be used: {error}"
        hint = "Set ANYMAIL to the provider's settings, as docs/hosting.md shows."
        yield Error(text, hint=hint, id="franchise.E008")
    is_encrypted = settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL
    is_safe = is_encrypted or settings.EMAIL_HOST in THIS_MACHINE
    if backend == SMTP and settings.EMAIL_HOST_PASSWORD and not is_safe:
        text = f"EMAIL_URL sends its password to {settings.EMAIL_HOST} unencrypted."
        hint = "Set EMAIL_URL=smtp+tls://…:587 (STARTTLS) or smtps://…:465 (TLS)."
        yield Error(text, hint=hint, id="franchise.E009")


def _check_mail_names() -> Iterator[CheckMessage]:
    if not _is_public(settings.MAIL_DOMAIN):
        text = f"MAIL_DOMAIN is {settings.MAIL_DOMAIN!r}: no answer to a mail can come back."
        hint = "Set MAIL_DOMAIN to the domain whose MX leads to receive_mail: franchise.example.org"
        yield Error(text, hint=hint, id="franchise.E010")
    _, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    local, _, domain = address.rpartition("@")
    if not local or not _is_public(domain):
        text = f"DEFAULT_FROM_EMAIL is {settings.DEFAULT_FROM_EMAIL!r}: mail servers refuse it."
        hint = "Set DEFAULT_FROM_EMAIL='Franchise <play@franchise.example.org>'"
        yield Error(text, hint=hint, id="franchise.E011")
    elif _is_public(settings.MAIL_DOMAIN) and not _is_aligned(domain, settings.MAIL_DOMAIN):
        text = (
            f"DEFAULT_FROM_EMAIL is of {domain}, MAIL_DOMAIN is {settings.MAIL_DOMAIN}: under DMARC"
            " neither SPF nor a signature of the one speaks for the other."
        )
        hint = f"Set DEFAULT_FROM_EMAIL='Franchise <play@{settings.MAIL_DOMAIN}>'"
        yield Error(text, hint=hint, id="franchise.E019")
    host = settings.HOST_ADDRESS
    if not _is_read_by_host(host):
        text = f"HOST_ADDRESS is {host!r}: mail to postmaster and abuse reaches nobody."
        hint = "Set HOST_ADDRESS to one address that you read, of another domain: you@example.org"
        yield Error(text, hint=hint, id="franchise.E015")


def _is_aligned(one: str, other: str) -> bool:
    """Whether they are the same domain, or one is within the other."""
    within, around = f".{one}".lower(), f".{other}".lower()
    return within.endswith(around) or around.endswith(within)


def _is_public(domain: str) -> bool:
    """A name with a dot that is no IP address, no URL and no local name."""
    *others, last = domain.lower().split(".")
    is_name = bool(others) and all(LABEL.fullmatch(each) for each in (*others, last))
    return is_name and not last.isdecimal() and last not in {"local", "localdomain"}


def _is_read_by_host(address: str) -> bool:
    """One address, not of MAIL_DOMAIN, where only postmaster and abuse get mail."""
    local, _, domain = address.rpartition("@")
    is_elsewhere = domain.lower() != settings.MAIL_DOMAIN.lower() and _is_public(domain)
    return bool(LOCAL.fullmatch(local)) and is_elsewhere


def _check_mailbox() -> Iterator[CheckMessage]:
    box = urlsplit(settings.MAILBOX_URL)
    if settings.MAILBOX_URL and (box.scheme not in MAILBOXES or not box.hostname):
        text = f"MAILBOX_URL begins with {box.scheme!r}: no mailbox is opened by it."
    elif box.scheme == "imap" and box.password and box.hostname not in THIS_MACHINE:
        text = f"MAILBOX_URL sends its password to {box.hostname} unencrypted."
    else:
        return
    yield Error(text, hint="Set MAILBOX_URL=imaps://user:password@host/folder", id="franchise.E016")


def _check_secret_key() -> Iterator[CheckMessage]:
    key = settings.SECRET_KEY
    if len(key) < KEY_LENGTH or len(set(key)) < KEY_CHARACTERS:
        text = "SECRET_KEY can be guessed, and who has it signs in as anybody."
        hint = "Set SECRET_KEY to what `openssl rand -hex 32` prints."
        yield Error(text, hint=hint, id="franchise.E018")


def _check_debug() -> Iterator[CheckMessage]:
    if settings.DEBUG:
        text = (
            "DEBUG is on: faults show code and settings to everybody, and cookies go unencrypted."
        )
        yield Error(text, hint="Leave DEBUG out.", id="franchise.E017")


def _check_stores() -> Iterator[CheckMessage]:
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        text = "DATABASE_URL names no PostgreSQL: several processes would wait for one SQLite file."
        hint = "Set DATABASE_URL=postgres://user:password@host/name"
        yield Error(text, hint=hint, id="franchise.E012")
    hint = "Set REDIS_URL=redis://host:6379/0"
    if not settings.REDIS_URL:
        text = (
            "REDIS_URL is not set: tasks stay in the memory of the process that made them, no worker"
            " gets any, and each process counts limits by itself."
        )
        yield Error(text, hint=hint, id="franchise.E013")
    elif urlsplit(settings.REDIS_URL).scheme not in BROKERS:
        scheme = urlsplit(settings.REDIS_URL).scheme
        text = f"REDIS_URL begins with {scheme!r}, which is no Redis: it is also the cache."
        yield Error(text, hint=hint, id="franchise.E014")


PARTS = (
    _check_debug,
    _check_secret_key,
    _check_address,
    _check_proxy,
    _check_hsts,
    _check_mail_out,
    _check_mail_names,
    _check_mailbox,
    _check_stores,
)
