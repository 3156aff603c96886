"""Reads that nobody looks at: a turn asks for more than it may need."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections, transaction

from games.events import sql
from games.models import Person

pytestmark = pytest.mark.django_db(transaction=True)


def add_person(name: str) -> None:
    try:
        with transaction.atomic():
            Person.objects.create(username=name)
    finally:
        connections.close_all()


def test_rows_that_nobody_reads_hold_up_no_writer() -> None:
    for name in ("ada", "bob"):
        Person.objects.create(username=name)
    with sql.in_one_go():
        read_people = sql.select_later("games_person", ("username",), {"id >": 0}, order="username")
    with ThreadPoolExecutor(1) as another:
        another.submit(add_person, "carol").result()
    with transaction.atomic():
        Person.objects.create(username="dan")
    assert [name for (name,) in read_people()] == ["ada", "bob"]
