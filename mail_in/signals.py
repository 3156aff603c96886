"""`door_works`: sent every SECONDS_BETWEEN by a door that waits for mail, as long as it could take
one. Its argument `door` is `mail-in`, the listener, or `mail-fetch`, who looks into a mailbox."""

import logging

from django.db import Error as DatabaseError
from django.db import close_old_connections
from django.dispatch import Signal

log = logging.getLogger(__name__)
SECONDS_BETWEEN = 20
LISTENER = "mail-in"
FETCHER = "mail-fetch"

door_works = Signal()


def signal_life(door: str) -> None:
    close_old_connections()
    try:
        door_works.send(None, door=door)
    except DatabaseError as error:
        extra = {"door": door, "error": type(error).__name__}
        log.warning("a door's sign was not noted", extra=extra)
    finally:
        close_old_connections()
