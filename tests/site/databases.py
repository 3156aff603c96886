import os
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg.sql import SQL, Identifier


@contextmanager
def empty_database(name: str) -> Iterator[str]:
    """Yields its URL."""
    server = os.environ["DATABASE_URL"]
    before, _, after = server.partition("?")
    with psycopg.connect(server, autocommit=True) as host:
        host.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    try:
        yield f"{before.rpartition('/')[0]}/{name}{'?' if after else ''}{after}"
    finally:
        with psycopg.connect(server, autocommit=True) as host:
            host.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))
