from argparse import ArgumentParser
from collections.abc import Iterable
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from msgspec import Struct

from games.edge import now
from games.management.progress import track
from games.verification import begin_verification, end_verification, number_of_games, walk
from games.verify import Checked, verify, verify_store


class Sum(Struct):
    games: int = 0
    events: int = 0
    skipped: int = 0
    bad: int = 0


class Command(BaseCommand):
    help = "Checks every game's hash chain, judges its commands anew, and compares its rows."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", type=UUID, metavar="GAME")
        parser.add_argument(
            "--new", action="store_true", help="only games that have moved since they were checked"
        )
        parser.add_argument(
            "--from-start", action="store_true", help="not where an earlier run was interrupted"
        )

    def handle(self, *, games: list[UUID], new: bool, from_start: bool, **_: object) -> None:
        wrong = verify_store()
        for finding in wrong:
            self.stderr.write(str(finding))
        total = self._check(games) if games else self._check_all(new, from_start)
        if total.bad or wrong:
            guards = ", and the store is not guarded" if wrong else ""
            raise CommandError(
                f"{total.bad} of {total.games} games do not agree with themselves{guards}"
            )
        unmoved = f"; {total.skipped} have not moved since they were checked" * bool(total.skipped)
        self.stdout.write(
            f"{total.games} games with {total.events} events agree with themselves{unmoved}"
        )

    def _check(self, games: list[UUID]) -> Sum:
        total = Sum()
        self._add(total, verify(games))
        return total

    def _check_all(self, only_new: bool, from_start: bool) -> Sum:  # noqa: FBT001 - the options
        run = begin_verification(now(), only_new=only_new, from_start=from_start)
        if run.after is not None:
            self.stderr.write(f"goes on after {run.after}, where it was interrupted")
        total = Sum(run.games, run.events, run.skipped, run.bad)
        left = number_of_games() - run.games - run.skipped
        try:
            self._add(total, track(walk(run), "games", total=left))
        except KeyboardInterrupt as interrupt:
            raise CommandError("interrupted; the same command goes on from here") from interrupt
        end_verification(run, now())
        return total

    def _add(self, total: Sum, checked: Iterable[Checked | None]) -> None:
        for each in checked:
            if each is None:
                total.skipped += 1
                continue
            total.games += 1
            total.events += each.events
            if each.finding is not None:
                total.bad += 1
                self.stderr.write(str(each.finding))
