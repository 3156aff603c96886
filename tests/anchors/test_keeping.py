"""The newest root stands outside of the database, and nothing is signed that does not follow on it."""

import logging
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command

from franchise_site.doctor.connections import examine_database
from games.anchors.keeping import LostRoot, check_kept_root, kept_root_file, read_kept_root
from games.anchors.models import Root
from games.anchors.publishing import publish_due
from games.audit.verify import verify_store
from games.domain.anchors import Unreadable, check_list
from tests.anchors.days import PUBLIC_KEY, at, roots
from tests.doing import pass_turn, start_game
from tests.forging import without_guards
from tests.people import cast

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def restored_root(clock: time_machine.Traveller) -> str:
    """Two days were signed, and the database is again as it was after the first."""
    game = start_game(cast())
    publish_due(at(2, 1))
    clock.move_to(at(2))
    pass_turn(game)
    publish_due(at(3, 1))
    with without_guards("anchors_leaf", "anchors_root"):
        newest = Root.objects.latest("day")
        newest.leaves.all().delete()
        newest.delete()
    return newest.root


def accept_roots() -> str:
    out = StringIO()
    call_command("accept_restored_roots", stdout=out)
    return out.getvalue()


def test_the_newest_root_is_kept_beside_the_database(
    clock: time_machine.Traveller, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "games.anchors")
    for day in (2, 3):
        publish_due(at(day, 1))
    assert read_kept_root() == roots()[1]
    assert kept_root_file().read_text() == roots()[1].text
    assert [each.name for each in kept_root_file().parent.iterdir()] == ["newest.txt"]
    lines = [each for each in caplog.records if each.message == "a root is kept"]
    assert [(each.day, each.root) for each in lines] == [  # type: ignore[attr-defined]
        (root.anchor.day, root.anchor.root) for root in roots()
    ]


def test_a_machine_that_signed_nothing_yet_keeps_what_it_finds(
    clock: time_machine.Traveller,
) -> None:
    publish_due(at(2, 1))
    kept_root_file().unlink()
    assert publish_due(at(2, 2)) == []
    assert read_kept_root() == roots()[0]


def test_a_root_that_another_machine_signed_is_kept_too(clock: time_machine.Traveller) -> None:
    publish_due(at(2, 1))
    first = kept_root_file().read_text()
    publish_due(at(3, 1))
    kept_root_file().write_text(first)
    assert publish_due(at(3, 2)) == []
    assert read_kept_root() == roots()[1]


def test_after_a_restore_nothing_is_signed_until_the_host_accepts_it(restored_root: str) -> None:
    assert publish_due(at(4, 1)) == []
    with pytest.raises(LostRoot, match=f"2026-03-02 that was signed here, {restored_root}"):
        check_kept_root()
    assert any("accept_restored_roots" in each.text for each in examine_database())
    text = accept_roots()
    assert f"the roots go on from that of 2026-03-01, {roots()[0].anchor.root}" in text
    assert len(publish_due(at(4, 1))) == 2
    assert verify_store() == []
    assert check_list(roots(), PUBLIC_KEY) == tuple(roots())


def test_a_database_without_any_root_is_accepted_too(restored_root: str) -> None:
    with without_guards("anchors_leaf", "anchors_root"):
        Root.objects.get().leaves.all().delete()
        Root.objects.all().delete()
    assert "the next root is the first of the list" in accept_roots()
    assert len(publish_due(at(4, 1))) == 1


def test_where_no_root_is_lost_there_is_nothing_to_accept(clock: time_machine.Traveller) -> None:
    publish_due(at(2, 1))
    with pytest.raises(CommandError, match="nothing to accept"):
        accept_roots()


@pytest.mark.parametrize("text", ["", "nonsense"])
def test_a_kept_root_that_cannot_be_read_is_no_root_to_go_on_from(
    clock: time_machine.Traveller, text: str
) -> None:
    publish_due(at(2, 1))
    kept_root_file().write_text(text)
    with pytest.raises(Unreadable):
        check_kept_root()
    assert publish_due(at(3, 1)) == []
    assert any("cannot be read" in each.what for each in verify_store())
