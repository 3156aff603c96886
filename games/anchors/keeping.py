"""Keeps the newest root in a file, where the database's owner cannot change it."""

import logging
import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.conf import settings

from games.anchors.models import Root
from games.domain.anchors import NotProved, SignedAnchor, Unreadable, read_list

log = logging.getLogger(__name__)
HINT = "After a restore to a point in time run: manage.py accept_restored_roots"


class LostRoot(NotProved):
    """The root was deleted, rewritten, or signed after the moment of a restored backup."""

    def __init__(self, day: str, root: str) -> None:
        self.day, self.root = day, root
        super().__init__(f"the root of {day} that was signed here, {root}, is not in the list")


def kept_root_file() -> Path:
    return Path(settings.DATA_DIR) / "anchors" / "newest.txt"


def read_kept_root() -> SignedAnchor | None:
    try:
        signed = read_list(kept_root_file().read_bytes())
    except FileNotFoundError:
        return None
    if len(signed) != 1:
        raise Unreadable("root that was kept", str(kept_root_file()), "one root as the list has it")
    return signed[0]


def check_kept_root() -> SignedAnchor | None:
    """Returns the kept root, which must be in the list as it was signed."""
    kept = read_kept_root()
    if kept is None:
        return None
    row = Root.objects.filter(day=kept.anchor.day).first()
    if row is None or row.signed_anchor != kept:
        raise LostRoot(kept.anchor.day, kept.anchor.root)
    return kept


def keep_root(signed: SignedAnchor) -> None:
    """Writes the file anew and swaps it in, so that it never holds half a root."""
    path = kept_root_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile("w", dir=path.parent, delete=False) as file:
        file.write(signed.text)
        file.flush()
        os.fsync(file.fileno())
    Path(file.name).replace(path)
    log.info("a root is kept", extra={"day": signed.anchor.day, "root": signed.anchor.root})
