"""Checks the roots: their guards, their list, their leaves, and that no anchored game is gone."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from uuid import UUID

from games.anchors.keeping import HINT, check_kept_root
from games.anchors.keys import signing_keys
from games.anchors.models import Leaf, Root, VerifiedRoot, leaves_of
from games.domain import anchors
from games.domain.merkle import root
from games.events import store
from games.events.guards import Guards, guard_faults

GAMES_AT_ONCE = 500
REFUSAL = "what was anchored is never changed or deleted"
ROOT_GUARDS = Guards(
    "anchors_root",
    "anchors_root",
    "anchors_refuse",
    REFUSAL,
    "EXISTS (SELECT 1 FROM anchors_root WHERE day = NEW.day)",
    ("(day)",),
)
LEAF_GUARDS = Guards(
    "anchors_leaf",
    "anchors_leaf",
    "anchors_refuse",
    REFUSAL,
    'EXISTS (SELECT 1 FROM anchors_leaf WHERE root_id = NEW.root_id AND ("index" = NEW."index"'
    " OR game_id = NEW.game_id))",
    ("(game_id, root_id)",),
)


def broken_anchors(game_ids: Sequence[UUID] = (), *, only_new: bool = False) -> Iterator[str]:
    """What is wrong with the roots, a sentence for each fault.

    Where games are named, only the leaves of their days are checked; else those of all days, or,
    with `only_new`, of the days that no check found whole before.
    """
    for guards in (ROOT_GUARDS, LEAF_GUARDS):
        yield from guard_faults(guards)
    try:
        check_kept_root()
    except anchors.NotProved as error:
        yield f"{error}. {HINT}"
    roots = list(Root.objects.order_by("day"))
    yield from _list_faults([each.signed_anchor for each in roots])
    if game_ids:
        anchored = Leaf.objects.filter(game_id__in=game_ids)
        days = set(anchored.values_list("root_id", flat=True))
        yield from _check_leaves([each for each in roots if each.day in days])
        return
    whole = set(VerifiedRoot.objects.values_list("day", "root")) if only_new else ()
    yield from _check_leaves([each for each in roots if (each.day, each.root) not in whole])
    yield from _lost_games()


def _check_leaves(roots: Sequence[Root]) -> Iterator[str]:
    """Compares leaves with their roots, and stores which days are whole."""
    whole = []
    for each in roots:
        leaves = [leaf.text.encode() for leaf in leaves_of(each.day)]
        if (len(leaves), root(leaves).hex()) == (each.size, each.root):
            whole.append(VerifiedRoot(day=each.day, root=each.root))
        else:
            VerifiedRoot.objects.filter(day=each.day).delete()
            yield f"the leaves of {each.day} do not come to its root"
    VerifiedRoot.objects.bulk_create(
        whole, update_conflicts=True, unique_fields=["day"], update_fields=["root"]
    )


def _list_faults(signed: Sequence[anchors.SignedAnchor]) -> Iterator[str]:
    yield from map(str, anchors.broken_links(signed))
    readable = [
        each for each in signed if anchors.is_signed(each.anchor, each.signature, each.anchor.key)
    ]
    for before, after in pairwise(readable):
        if not anchors.keeps_key(before, after):
            yield f"the key of the root of {after.anchor.day} is new, and the old one did not sign it"
    own = {anchors.write_key(key.public_key()) for key in signing_keys()}
    if own and readable and readable[-1].anchor.key not in own:
        yield f"the root of {readable[-1].anchor.day} is signed by a key that is not in ANCHOR_KEY"


def _lost_games() -> Iterator[str]:
    """Anchored games that have no events."""
    ids = list(Leaf.objects.order_by("game_id").values_list("game_id", flat=True).distinct())
    for start in range(0, len(ids), GAMES_AT_ONCE):
        batch = ids[start : start + GAMES_AT_ONCE]
        present = store.heads_of(batch)
        yield from (
            f"the game {each} was anchored and is gone" for each in batch if each not in present
        )


def anchored_heads(game_ids: Sequence[UUID]) -> dict[UUID, list[anchors.Leaf]]:
    heads: dict[UUID, list[anchors.Leaf]] = {}
    for each in Leaf.objects.filter(game_id__in=game_ids).order_by("root_id"):
        heads.setdefault(each.game_id, []).append(each.leaf)
    return heads
