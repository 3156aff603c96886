from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games.audit.imports import AlreadyHere, UnknownNumber, import_game
from games.domain.errors import BadRecord
from games.domain.numbers import NumberTaken
from games.domain.record import read_file
from games.edge import now
from games.models import Person


class Command(BaseCommand):
    help = "Brings in a game from its record, checked event by event."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--player",
            dest="players",
            metavar="NUMBER=USERNAME",
            type=parse_player,
            action="append",
            default=[],
            help="who somebody of the record is here; all others are nobody",
        )

    def handle(self, *, file: Path, players: Sequence[tuple[int, str]], **_: object) -> None:
        try:
            game_id = import_game(read_file(file), people_of(players), now())
        except (BadRecord, AlreadyHere, UnknownNumber, NumberTaken, OSError) as error:
            raise CommandError(f"{file}: {error}") from error
        self.stdout.write(f"imported {game_id}")


def parse_player(text: str) -> tuple[int, str]:
    number, _, name = text.partition("=")
    if not name or not number.removeprefix("-").isdecimal():
        raise ArgumentTypeError(f"{text!r} is no NUMBER=USERNAME, as 7=ada")
    return int(number), name


def people_of(players: Sequence[tuple[int, str]]) -> dict[int, Person]:
    numbers, names = [number for number, _ in players], [name for _, name in players]
    if len(set(numbers)) < len(players) or len(set(names)) < len(players):
        raise CommandError("each --player names another number and another person")
    people = {person.username: person for person in Person.objects.filter(username__in=names)}
    for name in names:
        if name not in people or people[name].left is not None:
            raise CommandError(f"there is nobody here with the username {name}")
    return {number: people[name] for number, name in players}
