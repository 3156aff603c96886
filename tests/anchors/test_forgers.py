"""A host with a shell rewrites a game so that all agrees with itself, and is found from outside."""

import re
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import pytest
import time_machine
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core import mail
from django.test import Client, override_settings

from games.anchors.keeping import HINT, kept_root_file
from games.anchors.keys import write_private_key
from games.anchors.models import Leaf, Root, leaves_of
from games.anchors.publishing import publish_due
from games.audit.rebuild import export_game
from games.audit.verify import verify_game, verify_store
from games.domain.anchors import (
    Anchor,
    NotInList,
    OtherHistory,
    OtherKey,
    Proof,
    SignedAnchor,
    check_history,
    check_kept_anchors,
    check_list,
    check_proof,
    proof_of,
    read_list,
    sign_root,
)
from games.domain.chain import parse_head
from games.domain.chance import Draws
from games.domain.errors import Tampered
from games.domain.record import check, check_head
from games.edge import now
from games.events import store
from games.models import Game, Person
from notifications.models import Notice
from notifications.outbox.queue import send_due
from tests.anchors.days import PUBLIC_KEY, at, roots
from tests.doing import play_at_random, start_game, table_of
from tests.forging import execute_unguarded, forget_anchors, id_of, rewrite, without_guards
from tests.people import cast

pytestmark = pytest.mark.django_db(transaction=True)
HEAD = re.compile(r"State of the game (\d+:[0-9a-f]{20})")
STRANGERS_KEY = write_private_key(Ed25519PrivateKey.from_private_bytes(b"stranger" * 4))


@pytest.fixture
def game(clock: time_machine.Traveller) -> UUID:
    """A game that moved on the first and the second of March; both days are signed."""
    game_id = start_game(cast())
    for day in (1, 2):
        clock.move_to(at(day))
        for _ in range(3):
            play_by(game_id, "the true game")
        publish_due(at(day + 1, 1))
    clock.move_to(at(3, 2))
    assert verify_game(game_id) is None
    assert verify_store() == []
    return game_id


def rewrite_the_second_day(game: UUID, clock: time_machine.Traveller) -> None:
    """Another history within the rules, as long as the true one."""
    length, first_day = store.head_of(game).version, Leaf.objects.earliest("root").version
    clock.move_to(at(2))
    Notice.objects.all().delete()
    rewrite(game, lambda history: history[:first_day])
    while store.head_of(game).version < length:
        play_by(game, "another game")
    clock.move_to(at(3, 2))


def play_by(game: UUID, chance: str) -> None:
    play_at_random(game, Draws(table_of(game).version, chance).below)


def sign_all_anew() -> None:
    forget_anchors()
    kept_root_file().unlink(missing_ok=True)
    for day in (1, 2):
        publish_due(at(day + 1, 1))


def hashes(game: UUID) -> list[str]:
    return [each.entry.hash for each in store.read_rows(game)]


def proof_for(game: UUID) -> Proof:
    """Of the last day on which the game moved."""
    own = Leaf.objects.filter(game_id=game).select_related("root").latest("root")
    return proof_of(leaves_of(own.root_id), own.index, own.root.signed_anchor)


def test_a_host_who_rewrites_a_whole_chain_is_found_by_the_head_in_an_old_mail(
    game: UUID, clock: time_machine.Traveller
) -> None:
    Person.objects.update(email="ada@example.org")
    play_by(game, "the true game")
    send_due(now())
    head = HEAD.search(str(mail.outbox[-1].body))
    assert head is not None
    kept = parse_head(head[1])
    check_head(export_game(game), kept)
    rewrite_the_second_day(game, clock)
    sign_all_anew()
    record = export_game(game)
    check(record)
    with pytest.raises(Tampered, match="its hash is not that of the head"):
        check_head(record, kept)


def test_a_host_who_rewrites_a_whole_chain_is_found_by_an_old_proof_and_root(
    game: UUID, clock: time_machine.Traveller
) -> None:
    proof, anchors = proof_for(game), roots()
    leaf = check_proof(proof, anchors, PUBLIC_KEY)
    check_history(leaf, str(game), hashes(game))
    rewrite_the_second_day(game, clock)
    check(export_game(game))
    with pytest.raises(OtherHistory):
        check_history(leaf, str(game), hashes(game))


@pytest.mark.parametrize(
    "part", [lambda all_of_it: all_of_it[-1:], lambda all_of_it: all_of_it], ids=["a day", "all"]
)
def test_a_host_who_signs_all_roots_anew_is_found_by_what_somebody_kept_of_the_list(
    game: UUID,
    clock: time_machine.Traveller,
    part: Callable[[list[SignedAnchor]], list[SignedAnchor]],
) -> None:
    kept, proof = part(roots()), proof_for(game)
    rewrite_the_second_day(game, clock)
    sign_all_anew()
    assert verify_game(game) is None
    assert verify_store() == []
    assert check_list(roots(), PUBLIC_KEY) == tuple(roots())
    with pytest.raises(NotInList):
        check_kept_anchors(roots(), kept)
    with pytest.raises(NotInList):
        check_proof(proof, roots(), PUBLIC_KEY)


def test_a_host_who_shows_two_lists_is_found_where_they_are_compared(
    game: UUID, clock: time_machine.Traveller
) -> None:
    shown_to_ada = roots()
    rewrite_the_second_day(game, clock)
    sign_all_anew()
    shown_to_bob = roots()
    for one, other in ((shown_to_ada, shown_to_bob), (shown_to_bob, shown_to_ada)):
        with pytest.raises(NotInList):
            check_kept_anchors(one, other)


def insert_root(day: str, previous: Anchor) -> None:
    """Signed by a key of the forger's own."""
    signed = sign_root(day, (), previous, [Ed25519PrivateKey.from_private_bytes(b"stranger" * 4)])
    anchor = signed.anchor
    Root.objects.create(
        day=day,
        size=0,
        root=anchor.root,
        previous=anchor.previous,
        key=anchor.key,
        signature=signed.signature,
    )


@pytest.mark.parametrize("day", ["2999-01-01", "2026-03-03"])
def test_an_sql_user_who_inserts_a_root_ends_no_signing_and_is_found_by_the_list(
    game: UUID, clock: time_machine.Traveller, day: str
) -> None:
    play_by(game, "the true game")
    true = roots()
    insert_root(day, true[1].anchor)
    clock.move_to(at(5, 1))
    publish_due(at(5, 1))
    newest = Root.objects.get(day="2026-03-04").signed_anchor
    ours = [each for each in roots() if each.anchor.day != day]
    assert check_list(ours, PUBLIC_KEY)[-1] == newest
    assert (
        Leaf.objects.filter(root_id__gt="2026-03-02").get().version == store.head_of(game).version
    )
    assert any(f"the root of {day}" in each.what for each in verify_store())
    public = read_list(Client().get("/anchors/list.txt").content)
    assert public == tuple(each for each in roots() if each.anchor.day != "2999-01-01")


@pytest.mark.parametrize("day", ["2999-01-01", "2026-03-03"])
def test_an_sql_user_who_inserts_a_root_without_a_signature_ends_no_signing_either(
    game: UUID, clock: time_machine.Traveller, day: str
) -> None:
    Root.objects.create(day=day, size=0, root="", previous="", key="xx", signature="xx")
    clock.move_to(at(5, 1))
    publish_due(at(5, 1))
    assert Root.objects.filter(day="2026-03-04").exists()
    assert f"the list is broken at {day}: its signature is not that of its key" in [
        each.what for each in verify_store()
    ]


def test_an_owner_of_the_database_who_has_no_key_is_found_by_the_roots_on_the_spot(
    game: UUID,
    clock: time_machine.Traveller,
) -> None:
    rewrite_the_second_day(game, clock)
    assert "it is not the one that was anchored" in str(verify_game(game))


def test_an_owner_of_the_database_who_changes_the_leaves_as_well_is_found_by_their_root(
    game: UUID,
    clock: time_machine.Traveller,
) -> None:
    rewrite_the_second_day(game, clock)
    with without_guards("anchors_leaf"):
        for leaf in Leaf.objects.all():
            own = hashes(game)[leaf.version - 1]
            Leaf.objects.filter(pk=leaf.pk).update(hash=bytes.fromhex(own))
    assert verify_game(game) is None
    why = "the leaves of 2026-03-02 do not come to its root"
    assert why in [each.what for each in verify_store()]
    assert why in [each.what for each in verify_store(only_new=True)]


def test_an_owner_of_the_database_who_signs_with_another_key_is_found_by_the_key(
    game: UUID, clock: time_machine.Traveller, tmp_path: Path
) -> None:
    rewrite_the_second_day(game, clock)
    with override_settings(ANCHOR_KEY=STRANGERS_KEY, DATA_DIR=tmp_path):
        sign_all_anew()
    with pytest.raises(OtherKey):
        check_list(roots(), PUBLIC_KEY)
    lost, key = (each.what for each in verify_store())
    assert "the root of 2026-03-02 that was signed here" in lost
    assert key == "the root of 2026-03-02 is signed by a key that is not in ANCHOR_KEY"
    assert publish_due(at(4, 1)) == []


@pytest.mark.parametrize(
    "days", [("2026-03-01", "2026-03-02"), ("2026-03-02",)], ids=["all", "newest"]
)
def test_an_owner_of_the_database_who_lets_the_site_sign_a_forgery_is_found_by_the_root_it_kept(
    game: UUID,
    clock: time_machine.Traveller,
    days: tuple[str, ...],
    caplog: pytest.LogCaptureFixture,
) -> None:
    rewrite_the_second_day(game, clock)
    before = roots()
    with without_guards("anchors_leaf", "anchors_root"):
        Leaf.objects.filter(root_id__in=days).delete()
        Root.objects.filter(day__in=days).delete()
    assert verify_game(game) is None
    why = (
        f"the root of 2026-03-02 that was signed here, {before[1].anchor.root}, is not in the list"
    )
    assert [each.what for each in verify_store()] == [f"{why}. {HINT}"]
    assert publish_due(at(4, 1)) == []
    assert why in caplog.text
    assert roots() == before[: 2 - len(days)]


def test_an_owner_of_the_database_who_spoils_the_newest_signature_is_found_by_the_root_that_was_kept(
    game: UUID,
) -> None:
    """Else the next root would go past it, and it could be taken out."""
    with without_guards("anchors_root"):
        Root.objects.filter(day="2026-03-02").update(signature=roots()[0].signature)
    assert any("that was signed here" in each.what for each in verify_store())
    assert publish_due(at(4, 1)) == []


def test_an_owner_of_the_database_who_takes_a_root_out_is_found_by_the_list(game: UUID) -> None:
    with without_guards("anchors_leaf", "anchors_root"):
        first = Root.objects.earliest("day")
        Leaf.objects.filter(root=first).delete()
        first.delete()
    assert [each.what for each in verify_store()] == [
        "the list is broken at 2026-03-02: it is the first one here, but it names one before it"
    ]


def test_an_owner_of_the_database_who_removes_a_whole_game_is_found_by_its_leaves(
    game: UUID,
) -> None:
    execute_unguarded("DELETE FROM event_store_storedevent WHERE game_id = %s", id_of(game))
    Game.objects.all().delete()
    assert [each.what for each in verify_store()] == [f"the game {game} was anchored and is gone"]


def test_an_owner_of_the_database_who_leaves_the_guards_of_the_roots_off_is_found(
    game: UUID,
) -> None:
    with without_guards("anchors_root"):
        assert any("anchors_root_no_" in each.what for each in verify_store())
    assert verify_store() == []


@pytest.mark.parametrize("column", ["key", "signature", "handover"])
def test_an_owner_of_the_database_who_writes_nonsense_into_a_root_is_found_by_its_day(
    game: UUID, column: str
) -> None:
    with without_guards("anchors_root"):
        Root.objects.filter(day="2026-03-02").update(**{column: "xx"})
    findings = [each.what for each in verify_store()]
    assert any(each.startswith("the list is broken at 2026-03-02: ") for each in findings)
    assert verify_game(game) is None
