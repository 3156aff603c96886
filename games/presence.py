"""Which table the open page of a person shows: whoever looks at it needs no mail about it.

It is kept in the cache for a little over a minute, and lost with it: then the mail goes.
"""

from uuid import UUID

from django.core.cache import cache

from games.edge import now

SECONDS_BETWEEN = 60
SECONDS_KEPT = 75


def note_shown(person_id: int, game_id: UUID, version: int) -> None:
    """Written once a minute, and for each version: pages ask every few seconds."""
    key, at = _key(person_id, game_id), now().timestamp()
    shown, since = cache.get(key, (None, 0.0))
    if shown != version or at - since >= SECONDS_BETWEEN:
        cache.set(key, (version, at), SECONDS_KEPT)


def shown_version(person_id: int, game_id: UUID) -> int | None:
    """None where no page of that table is open."""
    shown: int | None = cache.get(_key(person_id, game_id), (None, 0.0))[0]
    return shown


def _key(person_id: int, game_id: UUID) -> str:
    return f"shown:{game_id}:{person_id}"
