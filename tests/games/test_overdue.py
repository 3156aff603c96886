"""Time runs out: found by a sweep, and each game moved on once."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier
from unittest.mock import patch
from uuid import UUID

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from games import overdue, tasks
from games.audit.verify import verify_game
from games.bots import STAND_IN, STRENGTHS
from games.domain import Command, State
from games.domain.commands import TimeIsUp, command
from games.domain.events import DeadlineSet, TimeRanOut
from games.domain.lobby import SetDeadline
from games.domain.state import Terms, WhenLate
from games.edge import now
from games.events import store
from games.events.store import StaleVersion
from games.models import Game
from games.overdue import move_on_due
from games.queries import due_games
from games.services import act
from tests.bots import greedy
from tests.doing import actors_of, start_game, table_of
from tests.people import HOST, Cast, cast
from tests.together import run_together
from tests.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
LATE = timedelta(hours=25)
THREADS = 16
SWEEPS = 6


def start_timed(
    people: Cast, when_late: WhenLate = "computer", *, seed: int = 5, bank_hours: int = 0
) -> UUID:
    terms = Terms("Route 66", people.ada.pk, 24, bank_hours=bank_hours, when_late=when_late)
    return start_game(people, terms=terms, seed=seed)


def test_nothing_happens_in_time() -> None:
    game = start_timed(cast())
    before = table_of(game).version
    assert move_on_due(now() + timedelta(hours=23)) == 0
    assert table_of(game).version == before


def test_a_computer_player_takes_the_turn_that_was_lost() -> None:
    game = start_timed(cast())
    assert move_on_due(now() + LATE) == 1
    state = table_of(game)
    assert (state.turn, state.mover, state.clock.lost) == (2, 1, (1, 0))
    assert any(isinstance(event, TimeRanOut) for event in store.read(game))
    assert actors_of(game)[-1] == "clock"
    assert verify_game(game) is None


def test_where_it_was_agreed_the_turn_is_passed() -> None:
    game = start_timed(cast(), "pass")
    move_on_due(now() + LATE)
    state = table_of(game)
    assert (state.turn, state.still, state.clock.lost) == (2, (), (1, 0))


def test_where_it_was_agreed_the_game_waits_and_says_so_once() -> None:
    game = start_timed(cast(), "wait")
    assert [move_on_due(now() + LATE) for _ in range(2)] == [1, 0]
    state = table_of(game)
    assert (state.turn, state.mover, state.deadline) == (1, 0, None)
    assert store.read(game)[-1] == DeadlineSet(None, "late")


def test_a_bank_is_used_up_first() -> None:
    game = start_timed(cast(), bank_hours=10)
    move_on_due(now() + LATE)
    assert (table_of(game).turn, table_of(game).clock.banking) == (1, True)
    assert move_on_due(now() + LATE + timedelta(hours=9)) == 0
    assert move_on_due(now() + LATE + timedelta(hours=11)) == 1
    assert (table_of(game).turn, table_of(game).clock.bank_used) == (2, (10 * 3600, 0))


def test_the_beat_sweeps() -> None:
    game = start_timed(cast())
    act(game, SetDeadline(int(now().timestamp()) - 5, "extended"), actor=HOST)
    tasks.sweep_deadlines()
    assert table_of(game).turn == 2


def test_a_game_that_cannot_be_moved_on_does_not_hold_up_the_others() -> None:
    people = cast()
    broken, fine = (start_timed(people, seed=seed) for seed in (1, 2))

    def breaks(state: State, chance: int) -> Command:
        if state.setup.seed == 1:
            raise ZeroDivisionError
        return greedy.choose(state, chance)

    broken_one = replace(STRENGTHS[STAND_IN], choose=breaks)
    with patch.dict(STRENGTHS, {STAND_IN: broken_one}), pytest.raises(ExceptionGroup) as group:
        move_on_due(now() + LATE)
    assert group.group_contains(ZeroDivisionError)
    assert [table_of(game).turn for game in (broken, fine)] == [1, 2]


def queries_of_a_sweep(at: datetime) -> tuple[int, int]:
    """The number of queries that look for games, and of all."""
    with CaptureQueriesContext(connection) as queries:
        move_on_due(at)
    looking = [each for each in queries if "deadline" in each["sql"].partition("WHERE")[2]]
    return len([each for each in looking if each["sql"].startswith("SELECT")]), len(queries)


def test_a_sweep_finds_many_games_by_as_many_queries_as_few(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(overdue, "AT_ONCE", 500)
    people = cast()
    counts = []
    for many in (10, 200):
        Game.objects.all().update(deadline=None)
        for seed in range(many):
            start_timed(people, "pass", seed=seed)
        finding, whole = queries_of_a_sweep(now() + LATE)
        counts.append((finding, whole / many))
        assert not due_games(now() + LATE).exists()
    (few, each_of_few), (more, each_of_more) = counts
    assert few == more == 1
    assert each_of_more <= each_of_few <= 12


def test_a_sweep_goes_on_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overdue, "AT_ONCE", 3)
    people = cast()
    games = [start_timed(people, "pass", seed=seed) for seed in range(7)]
    same = Game.objects.get(id=games[0]).deadline
    Game.objects.update(deadline=same)
    for game in games:
        act(game, SetDeadline(1_800_000_000, "extended"), actor=HOST)
    at = datetime.fromtimestamp(1_800_000_001, tz=now().tzinfo)
    assert move_on_due(at) == 7
    assert {table_of(game).turn for game in games} == {2}


def sweep(at: datetime, all_ready: Barrier) -> str:
    try:
        connection.ensure_connection()
        all_ready.wait(PATIENCE)
        return "clock" if move_on_due(at) else "nobody"
    finally:
        connections.close_all()


def play(game: UUID, version: int, all_ready: Barrier) -> str:
    try:
        connection.ensure_connection()
        all_ready.wait(PATIENCE)
        act(game, command("turn", 0, {}), actor="user:1", expected=version)
    except StaleVersion:
        return "nobody"
    else:
        return "player"
    finally:
        connections.close_all()


def test_of_many_sweeps_and_the_player_at_the_same_moment_exactly_one_plays_the_turn() -> None:
    people = cast()
    for seed in range(3):
        game = start_timed(people, seed=seed)
        at = now()
        act(game, SetDeadline(int(at.timestamp()) - 5, "extended"), actor=HOST)
        version, barrier = table_of(game).version, Barrier(THREADS)
        with ThreadPoolExecutor(THREADS) as threads:
            running = [threads.submit(sweep, at, barrier) for _ in range(THREADS // 2)]
            running += [threads.submit(play, game, version, barrier) for _ in range(THREADS // 2)]
        outcomes = Counter(each.result() for each in running)
        assert outcomes["nobody"] == THREADS - 1
        assert table_of(game).turn == 2
        assert verify_game(game) is None


def test_of_many_sweeping_processes_exactly_one_moves_a_game_on() -> None:
    game = start_timed(cast(), "pass")
    act(game, SetDeadline(int(now().timestamp()) - 5, "extended"), actor=HOST)
    answers = run_together([("tests.games.sweep",)] * SWEEPS)
    assert Counter(answers) == {"1": 1, "0": SWEEPS - 1}
    assert table_of(game).turn == 2


def test_who_plays_just_before_the_sweep_acts_is_not_played_for() -> None:
    game = start_timed(cast())
    state, at = table_of(game), now() + LATE
    act(game, command("turn", 0, {}), actor="user:1", at=at)
    order = TimeIsUp(0, int(at.timestamp()), greedy.choose(state, 1))
    with pytest.raises(StaleVersion):
        act(game, order, actor="clock", expected=state.version, at=at)
    assert table_of(game).turn == 2
