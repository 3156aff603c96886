from datetime import date

from games.anchors.models import Leaf
from games.domain import anchors


def leaves_of(day: date) -> list[anchors.Leaf]:
    """The leaves under a day's root, in order."""
    rows = Leaf.objects.filter(root_id=day).order_by("index")
    return [
        anchors.Leaf(str(game_id), version, bytes(hash_).hex())
        for game_id, version, hash_ in rows.values_list("game_id", "version", "hash")
    ]
