"""Logs as one JSON object a line; what is passed as `extra` becomes fields of its own.

At a terminal as plain lines.
"""

import json
import logging
from datetime import UTC, datetime

STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}
NOT_PLAIN = frozenset({"request", "response", "status_code"})


def extras(record: logging.LogRecord) -> dict[str, object]:
    """What was passed as `extra`."""
    fields = vars(record).items()
    return {n: value for n, value in fields if n not in STANDARD and n not in NOT_PLAIN}


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
    """For a person at a terminal: the time on its clock, what happened, and with what."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).astimezone()
        fields = "".join(f" {name}={value}" for name, value in extras(record).items())
        line = f"{at:%H:%M:%S} {record.levelname.lower()}: {record.getMessage()}{fields}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line
