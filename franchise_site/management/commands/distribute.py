"""Makes a plain PostgreSQL database a Citus one, or brings in the tables of later migrations."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from franchise_site.health import OK, state_of_database
from games import distribution


class Command(BaseCommand):
    help = (
        "Spreads what belongs to a game over the workers of a Citus, by the game's id, and puts"
        " everything else on every node. Stop the site first, and run migrate."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--plan", action="store_true", help="only say what it would do")

    def handle(self, *, plan: bool, **_: object) -> None:
        try:
            distribution.check_citus()
        except distribution.NoCitus as error:
            raise CommandError(str(error)) from error
        state = state_of_database()
        if state != OK:
            raise CommandError(f"{state}. Run: manage.py migrate")
        missing = distribution.missing_places()
        if not missing:
            self.stdout.write("Every table lies where it is to; there is nothing to do.")
            return
        if plan:
            self.stdout.writelines(f"{each}, not yet" for each in missing)
            return
        distribution.set_up()
        for place in missing:
            if not place.column:
                self._tell(place)
                distribution.put_everywhere(place)
        for place in distribution.spread([each for each in missing if each.column]):
            self._tell(place)

    def _tell(self, place: distribution.Place) -> None:
        self.stdout.write(str(place))
        self.stdout.flush()
