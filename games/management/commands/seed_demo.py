from django.core.management.base import BaseCommand

from games.demo import seed_demo


class Command(BaseCommand):
    help = "A person, a game against computer players, and a finished one."

    def handle(self, **_: object) -> None:
        self.stdout.write(f"demo games of {seed_demo()}")
