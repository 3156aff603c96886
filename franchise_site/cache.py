"""The cache that processes share: Redis, and each process's own memory while Redis is gone."""

from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from games.outages import Dispensable

MOST_ENTRIES = 100_000
SECONDS_TO_ANSWER = 0.5
redis = Dispensable("Redis", "each process counts by itself", (RedisError,))


def _wherever_it_is(name: str) -> Any:
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

    add = _wherever_it_is("add")
    clear = _wherever_it_is("clear")
    delete = _wherever_it_is("delete")
    delete_many = _wherever_it_is("delete_many")
    get = _wherever_it_is("get")
    get_many = _wherever_it_is("get_many")
    has_key = _wherever_it_is("has_key")
    incr = _wherever_it_is("incr")
    set = _wherever_it_is("set")
    set_many = _wherever_it_is("set_many")
    touch = _wherever_it_is("touch")
