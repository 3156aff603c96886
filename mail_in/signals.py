"""`door_works`: sent every SECONDS_BETWEEN by a door that waits for mail, as long as it could take
one. Its argument `door` is `mail-in`, the listener, or `mail-fetch`, who looks into a mailbox."""

from django.dispatch import Signal

SECONDS_BETWEEN = 20
LISTENER = "mail-in"
FETCHER = "mail-fetch"

door_works = Signal()
