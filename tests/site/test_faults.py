"""While the database is on its way to another machine calls are told to come again."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import (
    InternalError,
    OperationalError,
    ProgrammingError,
    close_old_connections,
    connection,
)
from django.test import Client

from franchise_site.faults import SECONDS_TO_WAIT, is_out_of_reach
from franchise_site.models import Heartbeat
from games.edge import now
from tests.api.calls import caller, game_path
from tests.doing import start_game
from tests.people import cast
from tests.programs import free_port

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite is a file beside"),
]


@contextmanager
def nobody_at_the_database() -> Iterator[None]:
    place = {"HOST": "127.0.0.1", "PORT": str(free_port())}
    before = {name: connection.settings_dict[name] for name in place}
    connection.close()
    connection.settings_dict.update(place)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(before)


def test_a_page_and_a_call_are_told_when_to_come_again() -> None:
    people = cast()
    game = start_game(people)
    ada, stranger = caller(people.ada), Client(raise_request_exception=False)
    ada.client.raise_request_exception = False
    with nobody_at_the_database():
        page, call = stranger.get(f"/games/{game}/"), ada.get(game_path(game))
    assert (page.status_code, page["Retry-After"]) == (503, SECONDS_TO_WAIT)
    assert "out of reach" in page.content.decode()
    assert page["Cache-Control"] == "no-store"
    assert (call.status, call.code) == (503, "out-of-reach")
    assert call.headers["Retry-After"] == SECONDS_TO_WAIT
    assert ada.get(game_path(game)).status == 200


def test_a_connection_that_the_server_ended_is_made_anew_by_the_next_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    people = cast()
    game = start_game(people)
    ada = caller(people.ada)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (gone,) = cursor.fetchone()
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s::int)", [gone])
    other.close()
    # It is not too old, and was idle for a while: the next call finds out.
    connection.close_at = None
    monkeypatch.setattr(connection, "used_at", 0)
    close_old_connections()
    assert connection.connection is not None
    assert ada.get(game_path(game)).status == 200


def test_a_replica_takes_no_writes_and_is_out_of_reach_for_them() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
    try:
        with pytest.raises(InternalError) as refused:
            Heartbeat.objects.create(part=Heartbeat.Part.BEAT, at=now())
    finally:
        connection.close()
    assert is_out_of_reach(refused.value)


def test_a_statement_of_ours_that_is_wrong_is_a_fault_of_ours() -> None:
    with pytest.raises(ProgrammingError) as wrong, connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM nothing_of_the_kind")
    assert not is_out_of_reach(wrong.value)
    with pytest.raises(OperationalError) as slow, connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 1; SELECT pg_sleep(10)")
    connection.close()
    assert not is_out_of_reach(slow.value)
