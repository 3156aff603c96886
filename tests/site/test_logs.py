"""Logs: JSON where a program reads them, plain lines where a person does."""

import json
import logging
import os
import pty
import re
import subprocess
import sys

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from franchise_site.logs import BrokerLoss, JsonLines

LINES = """
import logging, django
django.setup()
logging.getLogger("django.request").warning("Not Found: /nope")
logging.getLogger("django.security.csrf").warning("Forbidden: /try/")
logging.getLogger("waitress.queue").warning("Task queue depth is 1")
logging.getLogger("games").info("played on")
logging.getLogger("games").warning("not sent", extra={"mail": "<1@example.org>"})
"""


def test_a_log_line_is_json_with_its_extras() -> None:
    record = logging.makeLogRecord({"name": "games", "levelname": "INFO", "msg": "played %s"})
    record.args, record.game = ("on",), "abc"
    line = json.loads(JsonLines().format(record))
    assert (line["message"], line["game"], line["level"]) == ("played on", "abc", "info")


def test_an_exception_is_in_its_log_line() -> None:
    try:
        int("wrong")
    except ValueError:
        record = logging.LogRecord("games", logging.ERROR, "", 0, "failed", (), sys.exc_info())
    assert "ValueError: invalid literal" in json.loads(JsonLines().format(record))["exception"]


def test_a_lost_broker_is_told_once_and_its_return_once(caplog: pytest.LogCaptureFixture) -> None:
    loss = BrokerLoss()
    retry = ("beat: Connection error: %s. Trying again in %s seconds...", "refused", 2)
    other = ("Message Error: %s", "the task has a fault")
    kept = [
        record.getMessage()
        for message, *args in (retry, retry, other, retry)
        if loss.filter(record := error_of_beat(message, *args))
    ]
    assert kept == ["Redis is gone; tasks wait until it is back", other[0] % other[1:]]
    for _ in range(2):
        loss.note_return()
    assert caplog.messages == ["Redis is back"]
    assert loss.filter(error_of_beat(*retry))


def test_a_task_that_beat_cannot_send_without_its_broker_is_no_error_of_its_own() -> None:
    loss, record = BrokerLoss(), error_of_beat("Message Error: %s", "refused")
    error = RuntimeError("cannot apply")
    error.__context__ = RedisConnectionError("refused")
    record.exc_info = (RuntimeError, error, None)
    assert loss.filter(record)
    assert record.levelname == "WARNING"
    assert record.exc_info is None
    assert record.getMessage().startswith("Redis is gone")


def error_of_beat(message: str, *args: object) -> logging.LogRecord:
    return logging.LogRecord("celery.beat", logging.ERROR, "", 0, message, args, None)


def run_lines(stderr: int) -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "franchise_site.settings",
        "SECRET_KEY": "only-for-tests",
        "LOG_LEVEL": "WARNING",
    }
    subprocess.run([sys.executable, "-c", LINES], env=environment, stderr=stderr, check=True)


def test_a_terminal_shows_plain_lines_and_those_that_matter() -> None:
    reader, terminal = pty.openpty()
    run_lines(terminal)
    os.close(terminal)
    lines = os.read(reader, 65536).decode().splitlines()
    os.close(reader)
    assert [re.sub(r"^\d\d:\d\d:\d\d ", "", line) for line in lines] == [
        "warning: not sent mail=<1@example.org>"
    ]


def test_where_no_terminal_is_every_line_is_json() -> None:
    reader, pipe = os.pipe()
    run_lines(pipe)
    os.close(pipe)
    with os.fdopen(reader) as lines:
        messages = [json.loads(line)["message"] for line in lines]
    assert messages == [
        "Not Found: /nope",
        "Forbidden: /try/",
        "Task queue depth is 1",
        "not sent",
    ]
