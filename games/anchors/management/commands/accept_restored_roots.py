import logging

from django.core.management.base import BaseCommand, CommandError

from games.anchors.keeping import check_kept_root, keep_root, kept_root_file
from games.anchors.keys import signing_keys
from games.anchors.models import Root
from games.anchors.publishing import last_root
from games.domain.anchors import NotProved
from games.edge import now

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "After a restore to a point in time: lets the roots go on from the newest in the list."

    def handle(self, **_: object) -> None:
        try:
            check_kept_root()
        except NotProved as lost:
            why = str(lost)
        else:
            what = "there is nothing to accept: the list has the root that was signed last"
            raise CommandError(what)
        last = last_root(list(Root.objects.order_by("-day")), signing_keys(), None, now())
        if last is None:
            kept_root_file().unlink()
            goes_on = "the next root is the first of the list"
        else:
            keep_root(last.signed_anchor)
            goes_on = f"the roots go on from that of {last.day}, {last.root}"
        log.warning("a root was given up", extra={"why": why})
        self.stdout.write(f"accepted: {why}; {goes_on}")
