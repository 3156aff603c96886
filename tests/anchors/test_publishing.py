"""A signed root a day: over what, when, once, and never changed."""

import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime
from threading import Barrier
from uuid import UUID

import pytest
import time_machine
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import DatabaseError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from franchise_site.metrics import Standing
from games.anchors.keys import signing_keys
from games.anchors.models import Leaf, Root, leaves_of
from games.anchors.publishing import collect_leaves, publish_due
from games.audit.verify import verify_store
from games.domain import anchors
from games.domain.anchors import check_list, check_proof, proof_of
from games.events import store
from games.models import Game
from tests.anchors.days import ANCHOR_KEY, KEY, OTHER_ANCHOR_KEY, OTHER_KEY, PUBLIC_KEY, at, roots
from tests.doing import pass_turn, start_game
from tests.people import cast
from tests.waiting import PATIENCE

pytestmark = pytest.mark.django_db
A_DAY = 24 * 60 * 60
CHANGES = (
    "UPDATE anchors_root SET root = root",
    "DELETE FROM anchors_root",
    "UPDATE anchors_leaf SET version = version + 1",
    "DELETE FROM anchors_leaf",
)
OF_ONE_DATABASE = {
    "sqlite": (
        "INSERT OR REPLACE INTO anchors_root SELECT * FROM anchors_root",
        "INSERT OR REPLACE INTO anchors_leaf SELECT * FROM anchors_leaf",
    ),
    "postgresql": ("TRUNCATE anchors_leaf", "TRUNCATE anchors_root, anchors_leaf"),
}


def leaves(day: int) -> list[anchors.Leaf]:
    return leaves_of(date(2026, 3, day))


def days() -> list[str]:
    return [each.anchor.day for each in roots()]


def test_a_days_root_proves_the_head_of_each_game_that_moved(
    clock: time_machine.Traveller,
) -> None:
    games = sorted(start_game(cast()) for _ in range(5))
    assert publish_due(at(2, 0, 10)) == [date(2026, 3, 1)]
    (root,) = roots()
    assert root.anchor.size == 5
    for index, game in enumerate(games):
        head = store.head_of(game)
        proof = proof_of(leaves(1), index, root)
        expected = anchors.Leaf(str(game), head.version, head.hash.hex())
        assert check_proof(proof, roots(), PUBLIC_KEY) == expected


def test_only_games_that_moved_that_day_are_in_it(clock: time_machine.Traveller) -> None:
    rests, moves = start_game(cast()), start_game(cast())
    publish_due(at(2, 0, 10))
    clock.move_to(at(2))
    pass_turn(moves)
    publish_due(at(3, 0, 10))
    assert {leaf.game for leaf in leaves(1)} == {str(rests), str(moves)}
    assert [leaf.game for leaf in leaves(2)] == [str(moves)]


def test_the_first_root_of_a_site_has_the_games_of_before(clock: time_machine.Traveller) -> None:
    old = start_game(cast())
    publish_due(at(20))
    assert days() == ["2026-03-19"]
    assert [leaf.game for leaf in leaves(19)] == [str(old)]


def test_what_is_played_after_midnight_belongs_to_the_next_day(
    clock: time_machine.Traveller,
) -> None:
    game = start_game(cast())
    at_midnight = store.head_of(game)
    clock.move_to(at(2, 0, 1))
    pass_turn(game)
    publish_due(at(2, 0, 10))
    publish_due(at(3, 0, 10))
    assert [leaf.version for leaf in leaves(1)] == [at_midnight.version]
    assert [leaf.hash for leaf in leaves(1)] == [at_midnight.hash.hex()]
    assert [leaf.version for leaf in leaves(2)] == [store.head_of(game).version]


def test_days_that_were_missed_are_signed_in_their_order(clock: time_machine.Traveller) -> None:
    game = start_game(cast())
    publish_due(at(2, 0, 10))
    for day in (2, 4):
        clock.move_to(at(day))
        pass_turn(game)
    assert publish_due(at(6)) == [date(2026, 3, day) for day in (2, 3, 4, 5)]
    assert [root.anchor.size for root in roots()] == [1, 1, 0, 1, 0]
    assert leaves(2)[0].version < leaves(4)[0].version
    assert check_list(roots(), PUBLIC_KEY) == tuple(roots())


@pytest.mark.parametrize("moment", [at(2, 0, 9), at(1, 23), at(1, 0, 9)])
def test_a_day_is_not_signed_before_it_is_over_and_settled(
    clock: time_machine.Traveller, moment: datetime
) -> None:
    start_game(cast())
    publish_due(at(1, 0, 10))
    assert publish_due(moment) == []
    assert days() == ["2026-02-28"]


def test_a_day_is_signed_once(clock: time_machine.Traveller) -> None:
    start_game(cast())
    publish_due(at(2, 0, 10))
    before = roots()
    assert publish_due(at(2, 0, 10)) == []
    assert publish_due(at(2, 23)) == []
    assert roots() == before


def test_the_leaves_can_be_found_in_the_store_again(clock: time_machine.Traveller) -> None:
    games = [start_game(cast()) for _ in range(3)]
    publish_due(at(2, 0, 10))
    clock.move_to(at(2))
    pass_turn(games[1])
    publish_due(at(3, 0, 10))
    clock.move_to(at(3))
    pass_turn(games[1])
    assert collect_leaves(date(2026, 3, 1), None) == leaves(1)
    assert collect_leaves(date(2026, 3, 2), date(2026, 3, 1)) == leaves(2)


def test_of_named_games_only_the_leaves_of_their_days_are_read(
    clock: time_machine.Traveller,
) -> None:
    rests, moves = start_game(cast()), start_game(cast())
    publish_due(at(2, 0, 10))
    clock.move_to(at(2))
    pass_turn(moves)
    publish_due(at(9, 0, 10))
    for games, days in (([rests], 1), ([moves], 2), ([], 8)):
        assert count_reads_of_leaves(games) == days


def test_only_leaves_of_new_days_are_read_if_asked_for(clock: time_machine.Traveller) -> None:
    start_game(cast())
    publish_due(at(2, 0, 10))
    assert verify_store() == []
    publish_due(at(3, 0, 10))
    for days in (1, 0):
        assert count_reads_of_leaves(only_new=True) == days
    assert count_reads_of_leaves(only_new=False) == 2


def count_reads_of_leaves(games: Sequence[UUID] = (), *, only_new: bool = False) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert verify_store(games, only_new=only_new) == []
    return len([each for each in queries if 'ORDER BY "anchors_leaf"."index"' in each["sql"]])


def test_without_a_key_nothing_is_signed(clock: time_machine.Traveller, settings: Settings) -> None:
    start_game(cast())
    settings.ANCHOR_KEY = ""
    assert publish_due(at(2, 0, 10)) == []
    assert roots() == []


def test_the_age_of_the_newest_root_is_measured(clock: time_machine.Traveller) -> None:
    def ages() -> list[float]:
        family = {each.name: each for each in Standing().collect()}["franchise_root_age_seconds"]
        return [sample.value for sample in family.samples]

    assert ages() == []
    publish_due(at(2, 0, 10))
    clock.move_to(at(2, 0, 15))
    assert ages() == [15 * 60]
    for day in ("2026-03-02", "2999-01-01"):
        Root.objects.create(day=day, size=0, root="", previous="", key="xx", signature="xx")
    clock.move_to(at(3, 0, 15))
    assert ages() == [A_DAY + 15 * 60]


def test_a_new_key_is_signed_for_by_the_old_one(
    clock: time_machine.Traveller, settings: Settings
) -> None:
    publish_due(at(2))
    settings.ANCHOR_KEY = f"{OTHER_ANCHOR_KEY}\n{ANCHOR_KEY}"
    publish_due(at(3))
    settings.ANCHOR_KEY = OTHER_ANCHOR_KEY
    publish_due(at(4))
    assert [bool(root.handover) for root in roots()] == [False, True, False]
    for key in (KEY, OTHER_KEY):
        public = anchors.write_key(key.public_key())
        assert check_list(roots(), public) == tuple(roots())


def test_a_key_is_a_line_or_a_pem_file(settings: Settings) -> None:
    frame = "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n"
    settings.ANCHOR_KEY = frame.format(OTHER_ANCHOR_KEY) + frame.format(ANCHOR_KEY)
    keys = [key.private_bytes_raw() for key in signing_keys()]
    assert keys == [OTHER_KEY.private_bytes_raw(), KEY.private_bytes_raw()]


@pytest.mark.parametrize("text", ["no key", PUBLIC_KEY, ANCHOR_KEY[:-4]])
def test_what_is_no_key_is_refused_by_its_settings_name(settings: Settings, text: str) -> None:
    settings.ANCHOR_KEY = text
    with pytest.raises(ImproperlyConfigured, match="ANCHOR_KEY") as refused:
        signing_keys()
    assert text not in str(refused.value)


def test_a_key_is_what_openssl_makes(settings: Settings) -> None:
    make = ["openssl", "genpkey", "-algorithm", "ed25519"]
    settings.ANCHOR_KEY = subprocess.check_output(make, text=True)
    assert len(signing_keys()) == 1


def test_a_key_is_made_on_one_line_with_its_public_half_beside(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("make_anchor_key")
    output = capsys.readouterr()
    settings.ANCHOR_KEY = output.out
    (key,) = signing_keys()
    assert output.err == f"public key: {anchors.write_key(key.public_key())}\n"


@pytest.mark.parametrize("sql", [*CHANGES, *OF_ONE_DATABASE[connection.vendor]])
def test_the_database_refuses_to_change_what_was_anchored(
    clock: time_machine.Traveller, sql: str
) -> None:
    start_game(cast())
    publish_due(at(2, 0, 10))
    connection.check_constraints()
    before = roots(), leaves(1)
    refused = pytest.raises(DatabaseError, match="what was anchored is never changed or deleted")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
    assert (roots(), leaves(1)) == before


@pytest.mark.django_db(transaction=True)
def test_of_many_that_sign_at_once_one_signs_each_day() -> None:
    with time_machine.travel(at(1), tick=False):
        start_game(cast())
    ready = Barrier(4)

    def sign(_: int) -> list[date]:
        try:
            connection.ensure_connection()
            ready.wait(PATIENCE)
            return publish_due(at(4))
        finally:
            connections.close_all()

    publish_due(at(2))
    with ThreadPoolExecutor(4) as pool:
        done = [day for days in pool.map(sign, range(4)) for day in days]
    assert sorted(done) == [date(2026, 3, 2), date(2026, 3, 3)]
    assert check_list(roots(), PUBLIC_KEY) == tuple(roots())
    assert [root.size for root in Root.objects.order_by("day")] == [1, 0, 0]
    assert Leaf.objects.count() == 1
    assert Game.objects.count() == 1
