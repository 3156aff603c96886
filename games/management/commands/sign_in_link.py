"""Prints a link that signs somebody in, for a host whose mail does not go out yet."""

from argparse import ArgumentParser

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.models import Person
from games.web.account.sign_in_links import sign_in_path


class Command(BaseCommand):
    help = "Prints a link that signs a person in: once, within a day."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")

    def handle(self, *, username: str, **_: object) -> None:
        try:
            person = Person.objects.get(username=username, is_active=True)
        except Person.DoesNotExist as error:
            raise CommandError(f"there is no person {username}") from error
        self.stdout.write(f"{settings.SITE_URL}{sign_in_path(person)}")
