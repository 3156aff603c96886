"""Statements that go to PostgreSQL in one piece."""

from collections.abc import Iterator
from contextlib import contextmanager

from psycopg import Connection, Pipeline
from psycopg.abc import PQGen


class _BufferedPipeline(Pipeline):
    """The driver's own sends each statement by itself and waits for BEGIN.

    The server wakes for each, and on a busy machine the two take turns at the processor ten
    times instead of once. This one fills the library's buffer, which the end of it sends.
    """

    def _communicate_gen(self) -> PQGen[None]:
        while self.command_queue:
            self.command_queue.popleft()()
        yield from ()

    def _sync_gen(self) -> PQGen[None]:
        """Asked for after BEGIN alone: nothing in here reads an answer before the end."""
        yield from self._communicate_gen()


@contextmanager
def send_at_once(connection: Connection) -> Iterator[None]:
    """Cursors have their answers, and errors are raised, when it is left."""
    connection._pipeline = _BufferedPipeline(connection)  # noqa: SLF001 - the driver has no other door
    with connection.pipeline():
        yield
