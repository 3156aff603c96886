"""What `alone` finds, in whatever test it looks on."""

import pytest
from django.db import connection, transaction

from games.edge import now
from games.models import Person
from notifications.models import NoInvitations
from tests.people import cast
from tests.sharding.alone import read_write, watch_order

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("statement", "table", "is_alone"),
    [
        ("SELECT version FROM games_game WHERE id = %s", "", False),
        ('SELECT "games_person"."id" FROM "games_person" FOR UPDATE', "games_person", True),
        ('INSERT INTO "games_person" ("name") VALUES (%s)', "games_person", False),
        ("INSERT INTO a_table (name) VALUES (%s) ON CONFLICT DO NOTHING", "a_table", True),
        ("UPDATE games_person SET name = %s", "games_person", True),
        ('DELETE FROM "games_person" WHERE id = %s', "games_person", True),
    ],
)
def test_a_statement_and_what_it_writes(statement: str, table: str, *, is_alone: bool) -> None:
    assert read_write(statement) == (table, is_alone)


def test_who_has_inserted_and_changes_is_found() -> None:
    # Without what looks on at every test.
    others = connection.execute_wrappers.copy()
    connection.execute_wrappers.clear()
    with watch_order() as strangers, transaction.atomic():
        row = NoInvitations.objects.create(address="ada@example.org", at=now())
        row.delete()
    connection.execute_wrappers.extend(others)
    assert len(strangers) == 1
    assert "notifications_noinvitations" in strangers[0]


def test_who_changes_before_inserts_or_in_another_transaction() -> None:
    people = cast()
    with watch_order() as strangers:
        with transaction.atomic():
            Person.objects.filter(pk=people.ada.pk).update(name="Ada")
            Person.objects.create(username="zoe")
        with transaction.atomic():
            Person.objects.filter(pk=people.ada.pk).update(name="")
    assert not strangers
