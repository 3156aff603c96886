"""Reads settings from the environment. A value that cannot be read is refused with an example."""

import json
import logging
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from environ import Env, FileAwareEnv

T = TypeVar("T")
REQUIRED: Any = object()
WORDS = {"1": True, "true": True, "yes": True, "on": True}
WORDS |= {"": False, "0": False, "false": False, "no": False, "off": False}
DATABASES = ("postgres", "postgresql", "sqlite")
WITHIN_TLS = {"EMAIL_USE_TLS": False, "EMAIL_USE_SSL": True}
MAIL_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465, "smtp+ssl": 465}
# Neither their values nor what a parser says of them may be printed.
SECRETS = frozenset(
    {
        "SECRET_KEY",
        "SECRET_KEY_FALLBACKS",
        "ANCHOR_KEY",
        "DATABASE_URL",
        "REDIS_URL",
        "EMAIL_URL",
        "MAILBOX_URL",
        "ANYMAIL",
        "METRICS_TOKEN",
    }
)
EXAMPLES = {
    "SECRET_KEY": "what `openssl rand -hex 32` prints",
    "DATABASE_URL": "postgres://user:password@host/name",
    "REDIS_URL": "redis://host:6379/0",
    "EMAIL_URL": "smtp+tls://user:password@host:587",
    "MAILBOX_URL": "imaps://user:password@host/folder",
    "SITE_URL": "https://franchise.example.org",
    "ANYMAIL": '{"POSTMARK_SERVER_TOKEN": "token"}',
    "LOG_LEVEL": "INFO",
    "HSTS_SECONDS": "2592000",
    "API_CALLS_A_MINUTE": "1200",
    "KEEP_DAYS": "notices=30,reports=180",
}
PERCENT = " In a URL write # / ? @ : % of a password as %23 %2F %3F %40 %3A %25."


class Environment(FileAwareEnv):  # type: ignore[misc]  # the package has no types
    """Strips values, because a file that holds a secret ends with a line break."""

    def read(self, name: str, parse: Callable[[str], T], default: T = REQUIRED) -> T:
        try:
            raw: str = self.ENVIRON[name].strip()
        except KeyError:
            if default is REQUIRED:
                raise ImproperlyConfigured(f"{name} is not set.{_example(name)}") from None
            return default
        except (OSError, UnicodeDecodeError) as error:
            place = self.ENVIRON.env[f"{name}_FILE"]
            why = f"{name}_FILE names {place}, which cannot be read: {error}"
            raise ImproperlyConfigured(why) from error
        try:
            return parse(raw)
        except (ValueError, ImproperlyConfigured) as error:
            what = "cannot be read." if name in SECRETS else f"is {raw!r}: {error}."
            raise ImproperlyConfigured(f"{name} {what}{_example(name)}") from None

    def text(self, name: str, default: str = REQUIRED) -> str:
        return self.read(name, str, default)

    def flag(self, name: str, *, default: bool) -> bool:
        return self.read(name, parse_flag, default)


def _example(name: str) -> str:
    example = f" Right is, for example: {name}={EXAMPLES.get(name, '1')}"
    return example + (f".{PERCENT}" if name.endswith("_URL") and name in SECRETS else "")


def parse_flag(raw: str) -> bool:
    if raw.lower() not in WORDS:
        raise ValueError("it is 1 or 0")
    return WORDS[raw.lower()]


def parse_count(raw: str) -> int:
    if not (raw.isascii() and raw.isdecimal()):
        raise ValueError("it is a whole number from 0 on")
    return int(raw)


def parse_list(raw: str) -> list[str]:
    return [each.strip() for each in raw.split(",") if each.strip()]


def parse_pairs(raw: str) -> dict[str, str]:
    pairs = [each.partition("=") for each in parse_list(raw)]
    if not all(sign for _, sign, _ in pairs):
        raise ValueError("it is pairs with = between, by commas")
    return {name.strip(): value.strip() for name, _, value in pairs}


def parse_object(raw: str) -> dict[str, Any]:
    value = json.loads(raw)
    if not isinstance(value, dict):
        raise ValueError("it is an object of JSON")  # noqa: TRY004 - a value that cannot be read
    return value


def parse_level(raw: str) -> str:
    names = logging.getLevelNamesMapping()
    if raw.upper() not in names:
        raise ValueError(f"it is one of {', '.join(names)}")
    return raw.upper()


def parse_url(raw: str) -> str:
    """Unchanged, where its host and port can be read."""
    parts = urlsplit(raw)
    _ = parts.port, parts.hostname
    return raw


def parse_secret_key(raw: str) -> str:
    if not raw:
        raise ValueError("it is empty")
    return raw


def parse_email(raw: str) -> dict[str, object]:
    """Django's mail settings. `smtp+tls` begins in the open; `smtps` is TLS from the first byte."""
    if not raw:
        return {"EMAIL_BACKEND": "notifications.mailbox.ToFiles"}
    # `anymail://postmark` is a mail provider; its own settings stand in ANYMAIL.
    scheme, _, provider = raw.partition("://")
    if scheme == "anymail":
        if not provider.isidentifier():
            raise ValueError("it names no provider")
        return {"EMAIL_BACKEND": f"anymail.backends.{provider}.EmailBackend"}
    settings: dict[str, object] = Env.email_url_config(raw)
    if scheme in MAIL_PORTS:
        if not settings["EMAIL_HOST"]:
            raise ValueError("it names no host")
        settings["EMAIL_PORT"] = urlsplit(raw).port or MAIL_PORTS[scheme]
    return settings | WITHIN_TLS if scheme == "smtps" else settings


def parse_database(raw: str) -> dict[str, Any]:
    if raw.partition("://")[0] not in DATABASES:
        raise ValueError("it is no PostgreSQL")
    database: dict[str, Any] = Env.db_url_config(raw)
    if not database["NAME"]:
        raise ValueError("it names no database")
    return database
