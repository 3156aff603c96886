from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games.audit import AlreadyHere, import_game
from games.domain.errors import BadRecord
from games.domain.record import read_file


class Command(BaseCommand):
    help = "Brings in a game from its record, checked event by event."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **_: object) -> None:
        try:
            game_id = import_game(read_file(file))
        except (BadRecord, AlreadyHere, OSError) as error:
            raise CommandError(f"{file}: {error}") from error
        self.stdout.write(f"imported {game_id}")
