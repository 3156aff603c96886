"""What the town needs of a site, whatever its size."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol


class Site(Protocol):
    """Members are named by their kind: `web`, `worker-2`, `postgres-1`, `mail-in`, `mail`.

    `mail` is the mail server that all mail of the site goes to: `python -m tests.trials.town.sink`,
    which writes into `book`.
    """

    @property
    def urls(self) -> Sequence[str]:
        """Where people call, as a proxy does: each is good for everything."""

    @property
    def smtp_in(self) -> tuple[str, int]:
        """Where mail to the site goes."""

    @property
    def dsn(self) -> str:
        """Leads to the database that takes what is written, whichever that is now."""

    @property
    def environment(self) -> Mapping[str, str]:
        """The settings of the site's own programs, for commands beside them."""

    @property
    def book(self) -> Path: ...

    def members(self) -> Sequence[str]:
        """Everything that can be killed."""

    def kill(self, name: str) -> None:
        """By SIGKILL, as a machine dies, with all that it started."""

    def start(self, name: str) -> None: ...

    def primary(self) -> str:
        """The member that takes what is written."""

    def cuts(self) -> Sequence[tuple[str, str]]:
        """Between which members the network can be cut; none where all share a machine's."""

    def cut(self, one: str, other: str) -> None: ...

    def heal(self, one: str, other: str) -> None: ...

    def memory(self) -> Mapping[str, int]:
        """Of each process of ours, by a name that says whose it is, in bytes."""


OpenSite = AbstractContextManager[Site]
