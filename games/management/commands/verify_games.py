from argparse import ArgumentParser
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.audit import verify_game
from games.models import Game


class Command(BaseCommand):
    help = "Checks every game's hash chain, folds it anew, and compares its rows and digests."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", type=UUID, metavar="GAME")

    def handle(self, *, games: list[UUID], **_: object) -> None:
        checked = bad = 0
        for game_id in games or Game.objects.values_list("id", flat=True).iterator():
            checked += 1
            if finding := verify_game(game_id):
                bad += 1
                self.stderr.write(str(finding))
        if bad:
            raise CommandError(f"{bad} of {checked} games do not agree with themselves")
        self.stdout.write(f"{checked} games agree with themselves")
