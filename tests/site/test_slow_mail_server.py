"""A mail server that is slow keeps nobody waiting but the mails: as docker-compose.yml starts it."""

from datetime import datetime
from pathlib import Path
from threading import Thread

import pytest
import yaml
from django.db import connection

from franchise_site.celery import app
from franchise_site.tasks import beat_heart
from games.tasks import sweep_deadlines
from notifications.outbox.tasks import Sender, deliver_webhooks, send_digests, send_mails
from tests.doing import start_game
from tests.hanging import run_hanging_server
from tests.mail_in.mails import start_mailed_game
from tests.programs import Program, broker, free_port, run_programs, wait_for_port
from tests.together import database_in_use
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).parents[2]
SWEEPS = 8


def workers(home: Path, redis: int, smtp: int) -> dict[str, Program]:
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    environment = {
        **database_in_use(),
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "SECRET_KEY": "only-for-tests",
        "DATA_DIR": str(home),
        "REDIS_URL": f"redis://127.0.0.1:{redis}/0",
        "EMAIL_URL": f"smtp://127.0.0.1:{smtp}",
    }
    return {
        name: Program(service["command"], environment, home / f"{name}.log")
        for name, service in services.items()
        if "worker" in service.get("command", ())
    }


def wait_for(words: tuple[str, ...], times: int, *programs: Program) -> None:
    """For lines of their logs that have all the words."""

    def lines() -> list[str]:
        return [line for each in programs for line in each.log.read_text().splitlines()]

    wait_until(
        lambda: sum(all(each in line for each in words) for line in lines()) >= times,
        lambda: "\n".join(lines()[-40:]),
    )


@pytest.mark.skipif(connection.vendor != "postgresql", reason="shown in the pass on PostgreSQL")
@pytest.mark.django_db(transaction=True)
def test_deadlines_are_swept_while_mails_hang(tmp_path: Path) -> None:
    redis, people = free_port(), start_mailed_game()[1]
    for _ in range(4):
        start_game(people)
    with run_hanging_server() as server, run_programs(broker(redis, tmp_path / "redis")):
        wait_for_port(redis)
        programs = workers(tmp_path, redis, server.port)
        with (
            run_programs(*programs.values()),
            app.connection_for_write(f"redis://127.0.0.1:{redis}/0") as sending,
        ):
            wait_for((" ready.",), len(programs), *programs.values())
            for _ in range(4):
                app.send_task(send_mails.name, connection=sending)
                app.send_task(send_digests.name, connection=sending)
            wait_until(server.calls)
            for _ in range(SWEEPS):
                app.send_task(sweep_deadlines.name, connection=sending)
            wait_for((sweep_deadlines.name, " succeeded in "), SWEEPS, *programs.values())
            assert server.lost_patience() == 0


def test_who_sends_mails_shares_no_queue_with_the_clocks() -> None:
    def queue_of(task: str) -> str:
        return str(app.amqp.router.route({}, task)["queue"].name)

    assert {queue_of(each.name) for each in (send_mails, send_digests)} == {"mails"}
    for other in (sweep_deadlines, beat_heart, deliver_webhooks):
        assert queue_of(other.name) == "celery"


def test_beat_asks_each_worker_whether_it_lives_and_asks_for_mails_no_more_than_once() -> None:
    plan = app.conf.beat_schedule
    hearts = [each for each in plan.values() if each["task"] == beat_heart.name]
    assert [each.get("args", []) for each in hearts] == [[], ["mail-out"]]
    for name in ("mails", "digests"):
        assert plan[name]["options"]["expires"] <= plan[name]["schedule"]


def test_of_those_who_are_called_while_one_sends_none_waits() -> None:
    rounds: list[datetime] = []

    def send_slowly(at: datetime) -> int:
        rounds.append(at)
        if len(rounds) == 1:
            others = [Thread(target=sender.send) for _ in range(3)]
            for other in others:
                other.start()
            for other in others:
                other.join(PATIENCE)
                assert not other.is_alive()
        return 0

    sender = Sender(send_slowly)
    assert sender.send()
    assert len(rounds) == 2, "what came due while it sent is looked for once more"


def test_a_sender_ends_after_its_time_and_says_that_more_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("notifications.outbox.tasks.SECONDS_AT_A_TIME", 0.0)
    rounds: list[datetime] = []

    def send_some(at: datetime) -> int:
        rounds.append(at)
        return 24 if len(rounds) < 9 else 0

    assert not Sender(send_some).send()
    assert len(rounds) == 1
