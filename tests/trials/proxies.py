"""The proxies as deploy/ has them, before the server as it ships: who is slow stops nobody.

`make try-proxies` (`LENGTH=300`) needs Caddy and nginx on the machine. Through each proxy it plays
a turn in every framing of a body, lets 200 slow bodies and 200 slow readers in, and then 80 bodies
of the largest kind, which may not take the machine's memory.
"""

import asyncio
import shutil
import sys
import tempfile
from argparse import ArgumentParser
from contextlib import ExitStack
from pathlib import Path

from tests.framings import Door, play_in_every_framing
from tests.notifications.sink import Mailbox
from tests.programs import broker, free_port, run_programs, wait_for_port
from tests.site.databases import empty_database
from tests.site.visitor import Visitor
from tests.trials.crowd import Crowd, Site, Slow, ask, serve_people
from tests.trials.fat import peak_memory, send_bodies
from tests.trials.servers import NAME, Server, caddy, nginx

SLOW = 200
BEFORE = 30
FAT = 40
MEGABYTE = 1_000_000
CEILING = 768 * MEGABYTE


def play_turn(site: Site, server: int, token: str) -> str:
    """Makes a game past the proxy and plays its first turn through it."""
    headers = {"Authorization": f"Token {token}"}
    ada = Visitor("ada@example.org", Mailbox(), server, NAME)
    new = {"name": "Route 66", "seats": 2, "options": {"introductory": True}, "watch": "public"}
    game = ada.api("games/", new, **headers)["game"]["id"]
    for body in ({}, {"bot": "greedy"}):
        ada.api(f"games/{game}/join/", body, **headers)
    version = ada.api(f"games/{game}/start/", {"first": 0}, **headers)["version"]
    turn = {"expand": [{"to": "detroit", "from": "indianapolis"}]}
    door = Door(site.port, {**headers, "Host": NAME}, site.tls())
    answer = play_in_every_framing(door, game, version, turn)
    assert answer.status == 200, answer
    assert b'"Expanded"' in answer.body, answer
    print("  a turn is played chunked as its body says; where nobody can read it, it is refused")
    return str(game)


def try_proxy(site: Site, server: Server, token: str, length: int) -> None:
    game = play_turn(site, server.port, token)
    paths = ("/", f"/api/games/{game}/", f"/games/{game}/", "/rules/")
    print(f"  before: {serve_people(site, paths, BEFORE)}")
    bodies = Slow(SLOW, f"/api/games/{game}/preview/", sends=True)
    file = server.largest_file()
    assert ask(site, file) == 200
    assert ask(site, "/readyz") == 404
    of_files = Slow(SLOW // 2, file, sends=False)
    of_answers = Slow(SLOW // 2, "/api/schema/", sends=False)
    with Crowd(site, bodies, of_files, of_answers):
        during = serve_people(site, paths, length)
    print(f"  beside {2 * SLOW} who are slow: {during}")
    assert not during.lost, f"not served, after so many seconds: {during.lost}"
    weigh_bodies(site, length)


def weigh_bodies(site: Site, seconds: int) -> None:
    """Large bodies from anybody."""
    before = peak_memory(site.session)

    async def send_all() -> None:
        await asyncio.gather(
            send_bodies(site, "/mail/anymail/x/", FAT, 29 * MEGABYTE, seconds),
            send_bodies(site, "/api/games/", FAT, 2_900_000, seconds),
        )

    asyncio.run(send_all())
    peak = peak_memory(site.session)
    print(f"  {2 * FAT} fat bodies: {before // MEGABYTE} MB before, {peak // MEGABYTE} MB at most")
    assert peak < CEILING, f"the proxy took {peak // MEGABYTE} MB"
    assert ask(site, "/") == 200


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--length", type=int, default=300, help="seconds that the slow ones stay")
    parser.add_argument("proxies", nargs="*", default=["caddy", "nginx"])
    given = parser.parse_args()
    missing = [name for name in ("caddy", "nginx", "redis-server") if not shutil.which(name)]
    if missing:
        sys.exit(f"This trial needs {' and '.join(missing)}: apt-get install {' '.join(missing)}")
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="franchise-proxies-")))
        redis = free_port()
        stack.enter_context(run_programs(broker(redis, home / "redis.log")))
        wait_for_port(redis)
        server = Server(home, stack.enter_context(empty_database("proxies")), redis)
        token = server.prepare()
        stack.enter_context(run_programs(server.web))
        wait_for_port(server.port)
        for name in given.proxies:
            with {"caddy": caddy, "nginx": nginx}[name](home, server.port) as site:
                try_proxy(site, server, token, given.length)


if __name__ == "__main__":
    main()
