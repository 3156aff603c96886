from django.core.management.base import BaseCommand

from games.anchors.keys import make_key, write_private_key
from games.domain.anchors import write_key


class Command(BaseCommand):
    help = "Prints a new private key for ANCHOR_KEY; its public key goes to standard error."

    def handle(self, *, verbosity: int, **_: object) -> None:
        key = make_key()
        self.stdout.write(write_private_key(key))
        if verbosity:
            self.stderr.write(f"public key: {write_key(key.public_key())}")
