"""Logs as one JSON object a line, or as plain lines at a terminal. `extra` becomes fields."""

import json
import logging
from datetime import UTC, datetime

from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}
NOT_PLAIN = frozenset({"request", "response", "status_code"})


def extras(record: logging.LogRecord) -> dict[str, object]:
    """The fields that the caller passed as `extra`, and the id of the request if there is one."""
    fields = vars(record)
    meta = getattr(fields.get("request"), "META", {})
    request_id = {"request_id": meta["X_REQUEST_ID"]} if "X_REQUEST_ID" in meta else {}
    plain = {n: value for n, value in fields.items() if n not in STANDARD and n not in NOT_PLAIN}
    return plain | request_id


class BrokerLoss(logging.Filter):
    """Logs the loss of the broker once. Celery logs it at each try and each due task."""

    MESSAGES = ("consumer: Cannot connect to", "beat: Connection error")
    ERRORS = (OSError, RedisError, OperationalError)

    def __init__(self) -> None:
        super().__init__()
        self.is_gone = False

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        is_loss = error is not None and isinstance(error.__context__, self.ERRORS)
        if not is_loss and not record.getMessage().startswith(self.MESSAGES):
            return True
        is_news, self.is_gone = not self.is_gone, True
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.msg, record.args = "Redis is gone; tasks wait until it is back", ()
        record.exc_info = None
        return is_news

    def note_return(self, **_: object) -> None:
        was_gone, self.is_gone = self.is_gone, False
        if was_gone:
            log.warning("Redis is back")


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= extras(record)
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class PlainLines(logging.Formatter):
    """For a person at a terminal: local time, level, message and fields."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).astimezone()
        fields = "".join(f" {name}={value}" for name, value in extras(record).items())
        line = f"{at:%H:%M:%S} {record.levelname.lower()}: {record.getMessage()}{fields}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


broker_loss = BrokerLoss()


def filter_of_broker_loss() -> BrokerLoss:
    return broker_loss
