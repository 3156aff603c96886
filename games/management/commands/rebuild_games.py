from argparse import ArgumentParser
from uuid import UUID

from django.core.management.base import BaseCommand

from games.audit.rebuild import rebuild_game
from games.events import store
from games.management.progress import track


class Command(BaseCommand):
    help = "Makes the rows of games again from their events."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", type=UUID, metavar="GAME")

    def handle(self, *, games: list[UUID], **_: object) -> None:
        count = 0
        for game_id in track(games or list(store.game_ids()), "games"):
            rebuild_game(game_id)
            count += 1
        self.stdout.write(f"{count} games rebuilt")
