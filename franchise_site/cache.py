"""The cache that processes share: Redis, and each process's own memory while Redis is gone."""

from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from games.outages import Dispensable

MOST_ENTRIES = 100_000
SECONDS_TO_ANSWER = 0.5
redis = Dispensable("Redis", "each process counts by itself", (RedisError,))


def _delegate(name: str) -> Any:
    def call(self: "RedisOrMemory", *args: Any, **more: Any) -> Any:
        return redis.ask(
            lambda: getattr(RedisCache, name)(self, *args, **more),
            lambda: getattr(self.memory, name)(*args, **more),
        )

    return call


class RedisOrMemory(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        options = {
            "socket_timeout": SECONDS_TO_ANSWER,
            "socket_connect_timeout": SECONDS_TO_ANSWER,
        }
        super().__init__(server, {**params, "OPTIONS": options})
        self.memory = LocMemCache("while Redis is gone", {"OPTIONS": {"MAX_ENTRIES": MOST_ENTRIES}})

    add = _delegate("add")
    clear = _delegate("clear")
    delete = _delegate("delete")
    delete_many = _delegate("delete_many")
    get = _delegate("get")
    get_many = _delegate("get_many")
    has_key = _delegate("has_key")
    incr = _delegate("incr")
    set = _delegate("set")
    set_many = _delegate("set_many")
    touch = _delegate("touch")
