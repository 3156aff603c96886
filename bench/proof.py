"""Speed of checking: stored games judged again, and a record, beside reading and decoding alone."""

from itertools import chain
from uuid import uuid4

from bench.measure import print_line, seconds, versus
from bench.store import database
from games.audit.imports import import_game
from games.audit.verify import verify_games
from games.domain.payloads import from_payloads
from games.domain.record import check, from_json, to_json
from games.edge import now
from games.events import store
from tests.elsewhere import record_elsewhere

GAMES = 40


def main() -> None:
    print("proof, PostgreSQL")
    with database():
        measure_stored_games()
    measure_record()


def measure_stored_games() -> None:
    games = [
        import_game(record_elsewhere("five-players", uuid4()), {}, now()) for _ in range(GAMES)
    ]
    pages = [games[start : start + 20] for start in range(0, GAMES, 20)]

    def judge_all() -> int:
        checked = [each for page in pages for each in verify_games(page)]
        assert all(each.finding is None for each in checked)
        return sum(each.events for each in checked)

    def read_all() -> int:
        histories = (
            history for page in pages for history in store.read_rows_of_games(page).values()
        )
        stored = chain.from_iterable(histories)
        return len(from_payloads(bytes(each.entry.event).decode() for each in stored))

    ours, floor = versus(judge_all, read_all)
    print_line(
        "stored games verified, commands judged again, events/s",
        f"{1 / ours:,.0f} ({floor / ours:.2f} of reading)",
        ">= 20,000",
        "a million games of 250 events are judged again in three hours by one core",
    )


def measure_record() -> None:
    text = to_json(record_elsewhere("five-players", uuid4()))

    def work() -> int:
        return 1 if check(from_json(text)).status == "ended" else 0

    print_line(
        "a finished 5-player record checked",
        f"{seconds(work) * 1000:.1f} ms",
        "<= 60 ms",
        "whoever doubts a game checks it at home",
    )
