"""The sources of time and chance. All other code takes them as arguments."""

import secrets
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from uuid import UUID
from zoneinfo import available_timezones

from django.utils import timezone

now = timezone.now


@lru_cache(maxsize=1)
def zones() -> frozenset[str]:
    """The time zones that this machine knows."""
    return frozenset(available_timezones())


@lru_cache(maxsize=1)
def zones_of_places() -> tuple[str, ...]:
    """The time zones in use, without older names for the same ones."""
    lines = (files("tzdata") / "zoneinfo" / "zone.tab").read_text("utf-8").splitlines()
    names = (line.split("\t")[2] for line in lines if not line.startswith("#"))
    return tuple(sorted(zones().intersection(names)))


def new_seed() -> int:
    return secrets.randbits(63)


def new_command_id() -> str:
    return secrets.token_urlsafe(12)


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def new_key() -> bytes:
    return secrets.token_bytes(32)


def new_game_id() -> UUID:
    """Version 7: begins with the time, so that new games lie together in an index."""
    milliseconds = time.time_ns() // 1_000_000
    number = milliseconds << 80 | secrets.randbits(80)
    number = number & ~(0xF << 76) | 0x7 << 76
    return UUID(int=number & ~(0x3 << 62) | 0x2 << 62)


def game_id_of(command_id: str) -> UUID:
    """The same for the same command id. Version 8 leaves its bits to the application."""
    number = int.from_bytes(sha256(command_id.encode()).digest()[:16])
    number = number & ~(0xF << 76) | 0x8 << 76
    return UUID(int=number & ~(0x3 << 62) | 0x2 << 62)


def clock_from(at: datetime) -> Callable[[], datetime]:
    """A clock that shows `at` now and runs on from there."""
    begun = time.monotonic()
    return lambda: at + timedelta(seconds=time.monotonic() - begun)
