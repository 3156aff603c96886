"""Plain SQL cannot change or delete an event, on either database."""

from uuid import UUID

import pytest
from django.db import DatabaseError, connection, transaction

from games.audit.verify import verify_game
from games.events import store
from tests.doing import start_game
from tests.forging import POSTGRESQL, TABLE, Value, execute_unguarded, id_of
from tests.people import cast

pytestmark = pytest.mark.django_db(transaction=True)
COLUMNS = "game_id, version, type, payload, actor, command_id, fingerprint, at, hash, digest"


@pytest.fixture
def game() -> UUID:
    return start_game(cast())


def refusal_of(sql: str) -> str:
    with pytest.raises(DatabaseError) as no, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
    return str(no.value)


@pytest.mark.parametrize(
    "sql",
    [
        f"UPDATE {TABLE} SET payload = '{{}}' WHERE version = 3",
        f"UPDATE {TABLE} SET actor = actor",
        f"UPDATE {TABLE} SET version = version + 1000",
        f"DELETE FROM {TABLE} WHERE version = 3",
        f"DELETE FROM {TABLE}",
    ],
)
def test_updates_and_deletes_fail(game: UUID, sql: str) -> None:
    before = store.read_rows(game)
    assert "an event is never changed or deleted" in refusal_of(sql)
    assert store.read_rows(game) == before
    assert verify_game(game) is None


def test_an_insert_cannot_replace_an_event(game: UUID) -> None:
    copied = COLUMNS.replace(" payload", " '{}'")
    select = f"SELECT {copied} FROM {TABLE} WHERE version = 3"
    if connection.vendor == POSTGRESQL:
        upsert = "ON CONFLICT (game_id, version) DO UPDATE SET payload = '{}'"
        refusal_of(f"INSERT INTO {TABLE} ({COLUMNS}) {select} {upsert}")
    else:
        refusal_of(f"INSERT OR REPLACE INTO {TABLE} ({COLUMNS}) {select}")
        elsewhere = copied.replace("game_id, version", "game_id, 999")
        select = f"SELECT {elsewhere} FROM {TABLE} WHERE fingerprint <> ''"
        refusal_of(f"INSERT OR REPLACE INTO {TABLE} ({COLUMNS}) {select}")
    assert verify_game(game) is None


def test_truncating_fails(game: UUID) -> None:
    if connection.vendor == POSTGRESQL:
        assert "never changed" in refusal_of(f"TRUNCATE {TABLE}")
        assert "never changed" in refusal_of(f"TRUNCATE {TABLE} CASCADE")
    assert store.head_of(game).version > 3


def test_a_session_that_calls_itself_a_replica_is_refused_too(game: UUID) -> None:
    if connection.vendor == POSTGRESQL:
        role = "SET LOCAL session_replication_role = replica"
        assert "never changed" in refusal_of(f"{role}; UPDATE {TABLE} SET actor = 'x'")
    assert verify_game(game) is None


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("payload", '{"type":"SeatTaken","seat":0,"player":900099,"bot":null}'),
        ("actor", "user:900099"),
        ("command_id", "forged"),
        ("type", "SeatLeft"),
        ("at", "2001-01-01 00:00:00+00:00"),
        ("hash", b"\x00" * 32),
    ],
)
def test_what_is_changed_behind_the_databases_back_is_found_by_version(
    game: UUID, column: str, value: Value
) -> None:
    execute_unguarded(
        f"UPDATE {TABLE} SET {column} = %s WHERE game_id = %s AND version = 2", value, id_of(game)
    )
    finding = verify_game(game)
    assert finding is not None
    assert finding.version == 2


def test_one_changed_letter_is_found(game: UUID) -> None:
    history = store.read_rows(game)
    version = next(each.entry.version for each in history if each.type == "TownChosen")
    text = "REPLACE(payload, '\"seat\":0', '\"seat\":1')"
    execute_unguarded(
        f"UPDATE {TABLE} SET payload = {text} WHERE game_id = %s AND version = %s",
        id_of(game),
        version,
    )
    finding = verify_game(game)
    assert finding is not None
    assert finding.version == version


def test_a_missing_event_is_found(game: UUID) -> None:
    execute_unguarded(f"DELETE FROM {TABLE} WHERE game_id = %s AND version = 4", id_of(game))
    finding = verify_game(game)
    assert finding is not None
    assert finding.version == 4
