"""`make try-available`: the size `available` loses each of its parts while turns are played.

Prints how long no turn was taken, that nothing accepted was lost, and that the site of a moment
comes back from the back-up.
"""

import sys
import time
from datetime import UTC, datetime

from tests.trials.cluster.backup import Backup
from tests.trials.cluster.deaths import Felt, feel
from tests.trials.cluster.players import Players, check_history
from tests.trials.cluster.site import available_site
from tests.trials.cluster.ticks import check_ticks
from tests.waiting import wait_until

PLAYERS, GAMES = 4, 12
BETWEEN = 3


def main() -> None:
    began = time.monotonic()
    with available_site() as site:
        print(f"all of it is up after {time.monotonic() - began:.0f} s")
        backup = Backup(site)
        players = Players(site, site.prepare(PLAYERS, GAMES))
        backup.take()
        felt: list[Felt] = []
        with players.play():
            for each in feel(site, players):
                print(each, flush=True)
                felt.append(each)
            moment = time.time()
            time.sleep(BETWEEN)
        told = players.tell()
        number = check_history(site.dsn, players.accepted())
        print(f"{number} turns were accepted, each is in the history once; {told}")
        print(check_ticks(site))
        wait_until(site.ready)
        print("manage.py verify_games:", site.manage("verify_games"))
        backup.collect_log()
        when = datetime.fromtimestamp(moment, UTC)
        try:
            url = backup.restore(when)
            kept = check_history(url, [turn for turn in players.accepted() if turn.at < moment])
            print(
                f"the site of {when:%H:%M:%S}, with {kept} turns:",
                site.manage("verify_games", database=url),
            )
        finally:
            backup.end()
    print(f"all of it took {time.monotonic() - began:.0f} s")
    late = [each for each in felt if each.seconds > each.most]
    if late:
        sys.exit(f"too long without a turn: {', '.join(each.what for each in late)}")


if __name__ == "__main__":
    main()
