"""Where a setting stands, and what changes it there: a file of its own, or a line of the env file."""

import os
import re
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.conf import settings
from msgspec import Struct

PLAIN = re.compile(r"[\w.,:/@+=%-]*")


class NotInAFile(Exception):
    """A setting comes from the environment of the process alone, which no command can change."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} stands in no file that can be written: name one by {name}_FILE, "
            "or have it in the file that FRANCHISE_ENV names"
        )


class SettingFile(Struct, frozen=True):
    """`line` is the name that begins the setting's line; without one the file holds it alone."""

    path: Path
    line: str = ""

    def write(self, value: str) -> None:
        replace_text(self.path, self._text_with(value))

    def _text_with(self, value: str) -> str:
        if not self.line:
            return f"{value}\n"
        written = value if PLAIN.fullmatch(value) else f"'{value}'"
        new_line, text = f"{self.line}={written}", self.path.read_text()
        changed, count = _line(self.line).subn(lambda _: new_line, text, count=1)
        return changed if count else f"{text.rstrip()}\n{new_line}\n"


def find_setting(name: str, beside: SettingFile | None = None) -> SettingFile:
    """Where it is read from; a setting that is not there yet goes `beside` another."""
    if place := os.environ.get(f"{name}_FILE"):
        return SettingFile(Path(place))
    env_file: Path | None = settings.ENV_FILE
    if env_file is not None and (match := _line(name).search(env_file.read_text())):
        # What the process was started with counts before the file.
        if match[1].strip().strip("'\"") == os.environ.get(name, "").strip():
            return SettingFile(env_file, name)
    elif beside is not None and beside.line and name not in os.environ:
        return SettingFile(beside.path, name)
    raise NotInAFile(name)


def _line(name: str) -> re.Pattern[str]:
    return re.compile(rf"^{name}=(.*)$", re.MULTILINE)


def replace_text(path: Path, text: str) -> None:
    """All of it or nothing; owner and rights stay."""
    status = path.stat()
    with NamedTemporaryFile("w", dir=path.parent, prefix=f".{path.name}.", delete=False) as new:
        try:
            os.fchmod(new.fileno(), status.st_mode)
            os.fchown(new.fileno(), status.st_uid, status.st_gid)
            new.write(text)
            new.flush()
            os.fsync(new.fileno())
            Path(new.name).replace(path)
        except BaseException:
            Path(new.name).unlink(missing_ok=True)
            raise
