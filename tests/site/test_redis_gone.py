"""Redis is killed, hangs, and comes back: what counts and what wakes go on meanwhile."""

import logging
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.conf import settings
from redis.exceptions import ConnectionError as RedisConnectionError

from franchise_site import cache
from franchise_site.cache import RedisOrMemory
from games import waking
from games.outages import SECONDS_BETWEEN_TRIES, Dispensable
from tests.hanging import run_hanging_server
from tests.programs import Program, broker, free_port, run_programs, wait_for_port
from tests.waiting import nobody_waits_for_ever


class Redis:
    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.program: Program = broker(self.port, folder / "redis.log")

    def start(self) -> None:
        self.program.start()
        wait_for_port(self.port)

    def kill(self) -> None:
        self.program.kill()

    def hang(self) -> None:
        assert self.program.running is not None
        self.program.running.send_signal(signal.SIGSTOP)


class Clock:
    """Stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    it = Redis(tmp_path)
    with run_programs(it.program):
        wait_for_port(it.port)
        yield it


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    for each in (cache.redis, waking.broker):
        monkeypatch.setattr(each, "next_try", None)
        monkeypatch.setattr(each, "clock", clock)
    return clock


def test_counts_go_on_in_the_process_and_in_redis_again_when_it_is_back(
    redis: Redis, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    counts = RedisOrMemory(redis.url, {})
    counts.add("calls", 0, 60)
    assert [counts.incr("calls") for _ in range(3)] == [1, 2, 3]

    redis.program.kill()
    assert counts.add("calls", 0, 60)
    assert [counts.incr("calls") for _ in range(3)] == [1, 2, 3]

    redis.start()
    assert counts.incr("calls") == 4
    clock.now += SECONDS_BETWEEN_TRIES
    assert counts.get("calls") is None
    assert counts.add("calls", 0, 60)
    assert counts.incr("calls") == 1
    assert caplog.messages == ["Redis is gone; each process counts by itself", "Redis is back"]


def test_a_redis_that_hangs_holds_up_one_call_in_five_seconds(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "SECONDS_TO_ANSWER", 0.2)
    with run_hanging_server() as server:
        counts = RedisOrMemory(f"redis://127.0.0.1:{server.port}/0", {})
        for tries in (1, 2):
            for _ in range(200):
                counts.get("calls")
            assert server.calls() == tries
            clock.now += SECONDS_BETWEEN_TRIES


@pytest.mark.parametrize("lose", [Redis.hang, Redis.kill])
def test_a_broker_that_is_lost_holds_up_one_wake_up_in_five_seconds(
    redis: Redis,
    clock: Clock,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    lose: Callable[[Redis], None],
) -> None:
    app = Celery("lost", broker=redis.url, set_as_current=False)
    quick = {"socket_timeout": 0.3, "socket_connect_timeout": 0.3}
    app.conf.update(
        broker_transport_options={**settings.CELERY_BROKER_TRANSPORT_OPTIONS, **quick},
        task_publish_retry=settings.CELERY_TASK_PUBLISH_RETRY,
    )

    @app.task(shared=False)
    def do_nothing() -> None:
        pass

    waking.wake(do_nothing)
    lose(redis)
    tries, apply_async = [], do_nothing.apply_async

    def count_tries(*arguments: Any, **options: Any) -> None:
        tries.append(clock.now)
        apply_async(*arguments, **options)

    monkeypatch.setattr(do_nothing, "apply_async", count_tries)
    with nobody_waits_for_ever(redis.kill):
        for _ in range(2):
            clock.now += SECONDS_BETWEEN_TRIES
            for _ in range(50):
                waking.wake(do_nothing)
    assert tries == [SECONDS_BETWEEN_TRIES, 2 * SECONDS_BETWEEN_TRIES]
    assert len(caplog.messages) == 1


def test_of_many_who_ask_for_what_is_gone_one_tries_now_and_then(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    clock, tries = Clock(), []
    thing = Dispensable("It", "we wait", (RedisConnectionError,), clock)

    def fail() -> str:
        tries.append(clock.now)
        raise RedisConnectionError

    for _ in range(10):
        for _ in range(100):
            assert thing.ask(fail, lambda: "without") == "without"
        clock.now += 1
    assert tries == [0, 5]
    clock.now += SECONDS_BETWEEN_TRIES
    assert thing.ask(lambda: "with", lambda: "without") == "with"
    assert caplog.messages == ["It is gone; we wait", "It is back"]
