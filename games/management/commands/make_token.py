"""Prints a token for the API: the page makes them too, this is for the host and for scripts."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from games.models import Person, Token
from games.people import make_token


class Command(BaseCommand):
    help = "Prints a new token that lets a program call the API for a person."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--name", default="made by the host")
        parser.add_argument(
            "--scope",
            action="append",
            choices=Token.Scope.values,
            help="once for each; without any the token may read, play and talk",
        )
        parser.add_argument("--days", type=int, default=90)

    def handle(
        self, *, username: str, name: str, scope: list[str] | None, days: int, **_: object
    ) -> None:
        try:
            person = Person.objects.get(username=username)
        except Person.DoesNotExist as error:
            raise CommandError(f"there is no person {username}") from error
        _row, secret = make_token(person, name, scope or Token.Scope.values, days)
        self.stdout.write(secret)
