from argparse import ArgumentParser
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.audit.rebuild import export_game
from games.domain.record import to_json
from games.models import Game


class Command(BaseCommand):
    help = "Prints a game's record: check it with python -m games.domain.verify FILE."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=UUID)

    def handle(self, *, game: UUID, **_: object) -> None:
        if not Game.objects.filter(id=game).exists():
            raise CommandError(f"there is no game {game}")
        self.stdout.write(to_json(export_game(game)).decode(), ending="")
