"""What the town needs of a site, whatever its size."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from tests.trials.cluster.network import Network


class Site(Protocol):
    """A member is a program on a host, `db1/patroni`; a host alone stands for all of its members."""

    name: str
    """What calls have as their `Host`."""
    urls: list[str]
    """Where people call, as a proxy does: each is good for everything."""
    smtp_in: list[tuple[str, int]]
    """Where mail to the site goes."""
    dsn: str
    """Leads to the database that takes what is written, whichever that is now."""
    mails: Path
    """A file for each mail that the site sent, named *.eml."""

    @property
    def network(self) -> Network | None:
        """Between hosts; None where there is one."""

    def members(self) -> Sequence[str]: ...

    def kill(self, name: str) -> None:
        """As a machine dies: with all that it started."""

    def start(self, name: str) -> None: ...

    def log(self, name: str) -> str: ...

    def primary(self) -> str | None:
        """The host whose PostgreSQL takes what is written."""

    def cut(self, one: str, other: str) -> None:
        """What two hosts send each other is lost."""

    def heal(self, one: str, other: str) -> None: ...

    def memory(self) -> Mapping[str, int]:
        """Bytes of each member with all that it started."""

    def manage(self, *arguments: str) -> str: ...

    def ready(self) -> bool:
        """Whether all of it is at work."""


def kind_of(member: str) -> str:
    return member.rpartition("/")[2]
