"""How often somebody does what costs something: counted in windows of a minute."""

import time
from typing import NamedTuple

from django.core.cache import cache

WINDOW = 60


class Calls(NamedTuple):
    """How many calls somebody has a minute, how many are left, and for how many seconds."""

    limit: int
    left: int
    seconds: int
    allowed: bool

    def told(self) -> dict[str, str]:
        return {
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(self.left),
            "RateLimit-Reset": str(self.seconds),
        }


def counted(what: str, who: str, limit: int) -> Calls:
    """This one counts too."""
    window, passed = divmod(int(time.time()), WINDOW)
    made = _increase(f"{what}:{who}:{window}")
    return Calls(limit, max(0, limit - made), WINDOW - passed, made <= limit)


def _increase(key: str) -> int:
    try:
        return cache.incr(key)
    except ValueError:
        # The first of this window, or the first since Redis went: of two at once both count.
        cache.add(key, 0, WINDOW * 2)
        return _increase(key)
