from argparse import ArgumentParser
from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from msgspec import Struct

from games.audit.verify import CheckedGame, verify_games, verify_store, walk
from games.edge import now
from games.management.progress import track
from games.models import Game, Verification

A_DAY = timedelta(days=1)


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
            "--continue",
            action="store_true",
            dest="go_on",
            help="where a run of today was interrupted, instead of from the start",
        )

    def handle(self, *, games: list[UUID], new: bool, go_on: bool, **_: object) -> None:
        wrong = verify_store(games, only_new=new)
        for finding in wrong:
            self.stderr.write(str(finding))
        total = Sum()
        if games:
            self._add(total, verify_games(games))
        else:
            run = self._run_to_continue(only_new=new) if go_on else None
            self._check_all(total, run or Verification.objects.create(began=now(), only_new=new))
        if total.bad or wrong:
            guards = ", and the store is not as it should be" if wrong else ""
            raise CommandError(
                f"{total.bad} of {total.games} games do not agree with themselves{guards}"
            )
        unmoved = f"; {total.skipped} have not moved since they were checked" * bool(total.skipped)
        self.stdout.write(
            f"{total.games} games with {total.events} events agree with themselves{unmoved}"
        )

    def _run_to_continue(self, *, only_new: bool) -> Verification:
        """The newest run of the last day that got past its first page and did not end."""
        began = now() - A_DAY
        recent = Verification.objects.filter(ended=None, only_new=only_new, began__gt=began)
        run = recent.exclude(after=None).order_by("-began").first()
        if run is None:
            raise CommandError("no run of today was interrupted; leave --continue out")
        looked = run.games + run.skipped
        self.stderr.write(
            f"goes on after {run.after}; {looked} games were looked at since {run.began:%H:%M} UTC,"
            f" of which {run.bad} were bad"
        )
        return run

    def _check_all(self, total: Sum, run: Verification) -> None:
        """Counts the bad games of an interrupted part too, but not its good ones."""
        total.bad, total.games = run.bad, run.bad
        left = Game.objects.count() - run.games - run.skipped
        try:
            self._add(total, track(walk(run), "games", total=left))
        except KeyboardInterrupt as interrupt:
            raise CommandError(
                "interrupted; with --continue the same command goes on from here"
            ) from interrupt
        Verification.objects.filter(pk=run.pk).update(ended=now())

    def _add(self, total: Sum, checked: Iterable[CheckedGame | None]) -> None:
        for each in checked:
            if each is None:
                total.skipped += 1
                continue
            total.games += 1
            total.events += each.events
            if each.finding is not None:
                total.bad += 1
                self.stderr.write(str(each.finding))
