"""Django's engine for PostgreSQL, with fewer waits.

Django's own waits for the answer to BEGIN, and again for that to COMMIT. Here both are statements
like those between them. And of a connection that was just in use it asks whether it still works.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from time import monotonic

from django.db import Error
from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper
from psycopg import Cursor

IDLE_SECONDS = 1.0
"""No primary changes in so short a time."""


class DatabaseWrapper(base.DatabaseWrapper):
    _answers: ExitStack | None = None
    """Closing it waits for the answers to all that was sent; None where each is waited for."""

    used_at = 0.0
    _beside: Callable[[], object] | None = None
    """What is done once COMMIT is sent, before its answer is waited for."""
    _kept: "Cursor[tuple[object, ...]] | None" = None

    def close_if_health_check_failed(self) -> None:
        """Asks only a connection that was idle for a while: the question is a wait of its own."""
        before, self.used_at = self.used_at, monotonic()
        if self.used_at - before > IDLE_SECONDS:
            super().close_if_health_check_failed()

    @property
    def answers_later(self) -> bool:
        return self._answers is not None

    def kept_cursor(self) -> CursorWrapper:
        """One for all statements whose answer is read at once, or by nobody: to make one takes a
        third of the time of a short statement.
        """
        self.close_if_health_check_failed()
        self.ensure_connection()
        if self._kept is None or self._kept.connection is not self.connection:
            self._kept = self.create_cursor()
        return self._prepare_cursor(self._kept)  # type: ignore[attr-defined, no-any-return]  # likewise

    @contextmanager
    def in_one_go(self) -> Iterator[None]:
        """Waits at the end, or at that of a transaction in here, which raises what went wrong."""
        self.close_if_health_check_failed()
        self.ensure_connection()
        around = self._answers
        with self.wrap_database_errors, ExitStack() as self._answers:
            self._answers.enter_context(self.connection.pipeline())
            try:
                yield
            finally:
                self._answers, self._beside = around, None

    def _start_transaction_under_autocommit(self) -> None:
        """As Django does where nothing travels together: with the first statement, and cheaper."""
        if self._answers is None:
            self._set_autocommit(autocommit=False)  # type: ignore[attr-defined]  # the stubs leave it out
        else:
            self.kept_cursor().execute("BEGIN")

    def _commit(self) -> None:
        if self._answers is None:
            super()._commit()  # type: ignore[misc]  # the stubs leave it out
        else:
            self.kept_cursor().execute("COMMIT")
            if self._beside is not None:
                self._beside()
            self._wait()

    def do_beside_commit(self, do: Callable[[], object]) -> None:
        """Not done where it would not be beside: where nothing travels together."""
        if self._answers is not None:
            self._beside = do

    def savepoint_commit(self, sid: str) -> None:
        super().savepoint_commit(sid)
        self._wait()

    def rollback(self) -> None:
        self._give_up()
        super().rollback()

    def savepoint_rollback(self, sid: str) -> None:
        self._give_up()
        super().savepoint_rollback(sid)

    def _wait(self) -> None:
        if self._answers is not None:
            with self.wrap_database_errors:
                self._answers.close()

    def _give_up(self) -> None:
        """What is undone may have gone wrong."""
        with suppress(Error):
            self._wait()
