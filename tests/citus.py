"""Databases of their own on the Citus that CITUS_URL names: the coordinator, with its workers."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

import psycopg
from django.core.management import call_command
from django.db import connection
from psycopg.sql import SQL, Identifier

URL = os.environ.get("CITUS_URL", "")
NODES = "SELECT nodename, nodeport, groupid = 0 FROM pg_dist_node ORDER BY groupid"


@contextmanager
def citus_database(name: str) -> Iterator[None]:
    """Leads the connection to a new one, migrated and distributed over all nodes."""
    nodes = _nodes()
    for host, port, _ in nodes:
        _make(name, host, port)
    with _open(name, *nodes[0][:2]) as coordinator:
        for host, port, is_coordinator in nodes:
            add = "citus_set_coordinator_host" if is_coordinator else "citus_add_node"
            coordinator.execute(f"SELECT {add}(%s, %s)", [host, port])
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        call_command("migrate", verbosity=0)
        call_command("distribute", stdout=StringIO())
        connection.close()
        yield
    finally:
        connection.close()
        for host, port, _ in nodes:
            _drop(name, host, port)


def _nodes() -> list[tuple[str, int, bool]]:
    with psycopg.connect(URL) as known:
        return known.execute(NODES).fetchall()


def _open(name: str, host: str, port: int) -> psycopg.Connection:
    return psycopg.connect(URL, dbname=name, host=host, port=port, autocommit=True)


def _make(name: str, host: str, port: int) -> None:
    _drop(name, host, port)
    with _open("postgres", host, port) as node:
        node.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    with _open(name, host, port) as node:
        node.execute("CREATE EXTENSION citus")


def _drop(name: str, host: str, port: int) -> None:
    with _open("postgres", host, port) as node:
        node.execute(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(name)))
