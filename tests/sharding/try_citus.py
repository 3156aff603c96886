"""What only a Citus can show (`make test-citus`): rows go along, guards and later migrations hold."""

from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, models, transaction
from django.db.migrations import CreateModel, Migration
from django.db.migrations.loader import MigrationLoader

from franchise_site.doctor.connections import examine_shards
from franchise_site.doctor.findings import Mark
from games import distribution
from tests.doing import play_on, start_game
from tests.people import cast

pytestmark = pytest.mark.django_db(transaction=True)
OF_A_SHARD = "SELECT shardid FROM pg_dist_shard WHERE logicalrelid = %s::regclass LIMIT 1"


def test_the_second_time_there_is_nothing_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("distribute")
    assert capsys.readouterr().out.endswith("there is nothing to do.\n")


def test_the_doctor_finds_every_table_where_it_is_to_lie() -> None:
    assert [each.mark for each in examine_shards()] == [Mark.OK]
    with connection.cursor() as cursor:
        cursor.execute("SELECT undistribute_table('franchise_site_heartbeat')")
    (finding,) = examine_shards()
    assert finding.mark is Mark.WRONG
    assert "franchise_site_heartbeat" in str(finding)
    call_command("distribute")
    assert [each.mark for each in examine_shards()] == [Mark.OK]


@pytest.mark.parametrize("table", ["event_store_storedevent", "anchors_leaf"])
def test_every_shard_has_the_guards(table: str) -> None:
    query = (
        "SELECT result FROM run_command_on_shards(%s,"
        " $$SELECT count(*) FROM pg_trigger WHERE tgrelid = '%%s'::regclass AND tgenabled = 'A'$$)"
    )
    with connection.cursor() as cursor:
        cursor.execute(query, [table])
        assert {row[0] for row in cursor.fetchall()} == {"2"}


def test_a_worker_refuses_to_change_an_event() -> None:
    play_on(start_game(cast()), 2)
    query = (
        "SELECT bool_and(success) FROM run_command_on_shards('event_store_storedevent',"
        " $$UPDATE %s SET actor = 'x'$$) WHERE NOT success"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        assert cursor.fetchone() == (False,)


def test_a_table_of_a_later_migration_is_brought_in() -> None:
    state = MigrationLoader(connection).project_state()
    key = models.CompositePrimaryKey("game_id", "number", primary_key=True)
    game: Any = models.ForeignKey("games.Game", models.CASCADE)
    fields = [("pk", key), ("game", game), ("number", models.BigIntegerField())]
    operations = [CreateModel("Later", fields), distribution.bring_in("games", "Later")]
    later = type("Later", (Migration,), {"operations": operations})("later", "games")
    with connection.schema_editor() as editor:
        after = later.apply(state, editor)
    try:
        with connection.cursor() as cursor:
            cursor.execute(OF_A_SHARD, ["games_later"])
            assert cursor.fetchone() is not None
    finally:
        with connection.schema_editor() as editor:
            editor.delete_model(after.apps.get_model("games", "Later"))


def test_an_event_is_refused_by_the_coordinator() -> None:
    start_game(cast())
    with (
        pytest.raises(DatabaseError, match="never changed"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("UPDATE event_store_storedevent SET actor = 'x'")
