"""What a turn, a page, a mail and a stored game cost, and what ten million games take by that.

The processor's time is what the kernel counted for the processes of the web server and of the
database, and for the thread that sends mail.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from math import ceil
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.test import Client
from msgspec import Struct

from bench.growth import FEW, Crowd
from bench.http import Connection, post_turns, server
from bench.mail import hold, sink
from bench.measure import print_line
from bench.store import database, new_game
from games.edge import now
from games.models import Game, Person
from notifications.models import Notice
from notifications.outbox.queue import send_due
from notifications.outbox.tasks import think_ahead
from tests.api.calls import token_of
from tests.mail_in.doors import HOST

TURNS, PAGES, MAILS = 600, 200, 40
GAMES = 10_000_000
A_SMALL_HOST = 1_000_000
PAGES_A_TURN = 3
EVENTS_A_GAME = 250
PEAK = 4
"""How many times the mean the evening's turns are."""
BUSY = 0.6
"""How much of a core may be used, so that nobody waits."""
CORES = 8
TICKS = os.sysconf("SC_CLK_TCK")


class Costs(Struct):
    """Milliseconds of a core, and bytes."""

    web_turn: float = 0
    web_page: float = 0
    data_turn: float = 0
    data_page: float = 0
    data_mail: float = 0
    worker_mail: float = 0
    thinking: float = 0
    log_turn: int = 0
    events_turn: float = 0
    event: int = 0
    game: int = 0


def main() -> None:
    print("what things cost, granian, PostgreSQL, durable")
    costs = Costs()
    with database():
        measure_sizes(costs)
        people = [Person.objects.create_user(f"bench-{n}") for n in range(2)]
        tokens = [token_of(person) for person in people]
        with server() as (port, web):
            call = Connection(port)
            turns = post_turns(call, people, tokens)
            list(islice(turns, 50))
            measure_turns(costs, turns, web)
            measure_pages(costs, call, people[0], web)
        measure_mails(costs)
    print_costs(costs)
    print_arithmetic(costs)


def processor_time(parent: int) -> float:
    """Seconds of a process, of those that it has started, and of those that have ended since."""
    ticks, family = 0, {parent}
    for process in sorted(int(each.name) for each in Path("/proc").glob("[0-9]*")):
        with suppress(FileNotFoundError, ProcessLookupError):
            fields = stat_of(process)
            if process in family or fields[1] in family:
                family.add(process)
                ticks += sum(fields[11:15])
    return ticks / TICKS


def stat_of(process: int) -> list[int]:
    """What the kernel says after the process's name; its state, a letter, as 0."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return [0, *map(int, fields[1:])]


def database_process() -> int:
    """The one that has started all others of the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = cursor.fetchone()[0]
    return stat_of(backend)[1]


@contextmanager
def count_time(process: int) -> Iterator[list[float]]:
    took = [-processor_time(process)]
    yield took
    took.append(processor_time(process))


def milliseconds(took: list[float], units: int) -> float:
    return round(sum(took) / units * 1e3, 2)


def measure_turns(costs: Costs, turns: Iterator[float], web: int) -> None:
    before, events = written(), count_events()
    with count_time(web) as served, count_time(database_process()) as stored:
        list(islice(turns, TURNS))
    costs.web_turn, costs.data_turn = milliseconds(served, TURNS), milliseconds(stored, TURNS)
    costs.log_turn = (written() - before) // TURNS
    costs.events_turn = round((count_events() - events) / TURNS, 1)


def count_events() -> float:
    return ask("SELECT count(*) FROM event_store_storedevent")


def written() -> int:
    """The bytes that the database has written ahead."""
    return int(ask("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn"))


def ask(question: str) -> float:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return float(cursor.fetchone()[0])


def measure_pages(costs: Costs, call: Connection, person: Person, web: int) -> None:
    client = Client()
    client.force_login(person)
    cookie = {"Cookie": f"sessionid={client.cookies['sessionid'].value}"}
    path = f"/games/{Game.objects.latest('changed').pk}/"
    with count_time(web) as served, count_time(database_process()) as read:
        for _ in range(PAGES):
            call.time(200, "GET", path, b"", **cookie)
    costs.web_page, costs.data_page = milliseconds(served, PAGES), milliseconds(read, PAGES)


def measure_sizes(costs: Costs) -> None:
    """Of a thousand games that stand there as they were written last."""
    Crowd().grow(FEW, with_events=FEW)

    def bytes_of(table: str) -> float:
        return ask(f"SELECT pg_total_relation_size('{table}')")

    costs.event = round(bytes_of("event_store_storedevent") / count_events())
    costs.game = round((bytes_of("games_game") + bytes_of("games_seat")) / FEW)


def measure_mails(costs: Costs) -> None:
    """The first mail of the process reads and draws what all others share."""
    with sink() as port:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = HOST, port
        for seed in range(MAILS):
            new_game(seed)
        Person.objects.filter(username="bench-0-0").update(email="first@example.org")
        for person in Person.objects.filter(email=""):
            Person.objects.filter(pk=person.pk).update(email=f"{person.username}@example.org")
        thought = run_thread_time(think_ahead)
        with hold(Notice.objects.exclude(message="turn")):
            waiting = Notice.objects.filter(message="turn", sent=None, due__lte=now())
            with hold(waiting.exclude(pk=waiting.earliest("due").pk)):
                send_due(now())
            count = waiting.count()
            with count_time(database_process()) as read:
                sent = run_thread_time(send_all)
            assert not waiting.exists()
    costs.worker_mail, costs.data_mail = milliseconds([sent], count), milliseconds(read, count)
    costs.thinking = milliseconds([thought], MAILS)


def send_all() -> None:
    while send_due(now()):
        pass


def run_thread_time(work: Callable[[], object]) -> float:
    began = time.thread_time()
    work()
    return time.thread_time() - began


def print_costs(costs: Costs) -> None:
    for what, value, means in (
        ("a turn by API: web", f"{costs.web_turn:.2f} ms", "of one core"),
        ("a turn by API: database", f"{costs.data_turn:.2f} ms", "of one core"),
        ("a table's page: web", f"{costs.web_page:.2f} ms", "of one core"),
        ("a table's page: database", f"{costs.data_page:.2f} ms", "of one core"),
        ("a turn's mail with its picture: worker", f"{costs.worker_mail:.2f} ms", "of one core"),
        ("a turn's mail with its picture: database", f"{costs.data_mail:.2f} ms", "of one core"),
        (
            "its suggestions, where many tables wait: worker",
            f"{costs.thinking:.2f} ms",
            "of one core; for a table alone as long as a choice of master",
        ),
        ("events a turn", f"{costs.events_turn}", ""),
        ("an event on disk", f"{costs.event:,} bytes", "its row and its indexes"),
        ("a game on disk beside them", f"{costs.game:,} bytes", "its row, its seats, indexes"),
        ("written ahead a turn", f"{costs.log_turn:,} bytes", "what replicas and archives take"),
    ):
        print_line(what, value, "", means)


def print_arithmetic(costs: Costs) -> None:
    """Each line is made of numbers that the page shows."""
    mean = round(GAMES / 86_400)
    peak = mean * PEAK
    print_line("turns a second, one a game and day", f"{GAMES:,} / 86,400 = {mean}", "", "")
    print_line("in the evening", f"{mean} x {PEAK} = {peak}", "", "")
    per_turn = {
        "web": (costs.web_turn, costs.web_page * PAGES_A_TURN),
        "worker": (costs.worker_mail, costs.thinking),
        "database": (costs.data_turn, costs.data_page * PAGES_A_TURN, costs.data_mail),
    }
    print_capacity(round(sum(map(sum, per_turn.values())), 2))
    for name, each in per_turn.items():
        total = round(sum(each), 2)
        cores = ceil(peak * total / 1e3 / BUSY)
        sums = " + ".join(f"{part:.2f}" for part in each)
        print_line(
            f"cores of {name}, {BUSY:.0%} busy",
            f"{peak} x ({sums}) ms / {BUSY} = {cores}",
            "",
            f"{ceil(cores / CORES)} machines of {CORES} cores",
        )
    print_disk(costs, peak)


def print_capacity(turn: float) -> None:
    """Of a machine like this one that does all of it."""
    cores = os.cpu_count() or 1
    carries = cores * 1e3 * BUSY / turn
    evening = A_SMALL_HOST / 86_400 * PEAK
    print_line(
        f"turns a second of {cores} cores that do all of it, {BUSY:.0%} busy",
        f"{cores} x 1,000 ms x {BUSY} / {turn} ms = {carries:.0f}",
        "",
        f"a million games at a turn a day need {evening:.0f} in the evening",
    )


def print_disk(costs: Costs, peak: int) -> None:
    event_bytes = EVENTS_A_GAME * costs.event
    running = GAMES * (event_bytes + costs.game) / 1e12
    print_line(
        "disk of games with all their events",
        f"{GAMES:,} x ({EVENTS_A_GAME} x {costs.event} + {costs.game:,}) bytes = {running:.1f} TB",
        "",
        "",
    )
    a_day = GAMES * costs.events_turn * costs.event / 1e9
    print_line(
        "more on disk a day",
        f"{GAMES:,} x {costs.events_turn} x {costs.event} bytes = {a_day:.0f} GB",
        "",
        "",
    )
    log = peak * costs.log_turn / 1e6
    print_line("written ahead", f"{peak} x {costs.log_turn:,} bytes = {log:.1f} MB/s", "", "")
