"""Analyses are thought out a turn at a time; a worker that dies leaves nothing undone."""

from datetime import timedelta
from uuid import UUID

import pytest

from games.analyses import keeping
from games.analyses.keeping import (
    AT_ONCE,
    LEASE,
    MOST_TRIES,
    begin_analysis,
    due_analyses,
    find_analysis,
    result_of,
    think_on,
)
from games.analyses.models import Analysis
from games.analyses.tasks import analyse_game, sweep_analyses
from games.bots import analysis
from games.domain.evolve import replay
from games.domain.take_backs import TakeBack
from games.edge import now
from games.events import store
from games.services import act
from tests.analyses.finished import NODES, analyse, end_game
from tests.doing import play_on, start_game, table_of
from tests.people import HOST, Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(people: Cast) -> UUID:
    return end_game(people)


def row_of(game: UUID) -> Analysis:
    row = find_analysis(game)
    assert row is not None
    return row


def test_a_game_that_ended_is_analysed_as_a_whole(game: UUID) -> None:
    analyse(game)
    history = store.read(game)
    row = row_of(game)
    assert result_of(row) == analysis.analyse(history, replay(history), nodes=NODES)
    assert row.done == row.turns > 10


def test_a_game_that_goes_on_is_not(people: Cast) -> None:
    running = start_game(people)
    play_on(running, 3)
    assert find_analysis(running) is None


def test_each_step_is_one_turn_and_is_kept(game: UUID) -> None:
    assert (think_on(game, 0, now(), nodes=NODES), row_of(game).done) == (1, 1)
    assert result_of(row_of(game)) is None


def test_a_task_that_comes_twice_thinks_once(game: UUID) -> None:
    assert think_on(game, 0, now(), nodes=NODES) == 1
    assert think_on(game, 0, now(), nodes=NODES) is None
    assert row_of(game).done == 1


def test_what_a_killed_worker_had_taken_is_due_again_when_its_time_is_over(
    game: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    at = now()
    with monkeypatch.context() as dying:
        dying.setattr(keeping, "think", die)
        with pytest.raises(KeyboardInterrupt):
            think_on(game, 0, at, nodes=NODES)
    assert think_on(game, 0, at + LEASE / 2) is None
    later = at + LEASE + timedelta(seconds=1)
    assert due_analyses(later) == [(game, 0)]
    assert think_on(game, 0, later, nodes=NODES) == 1


def test_a_turn_that_no_worker_comes_through_is_given_up(
    game: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise LookupError

    at = now()
    monkeypatch.setattr(keeping, "think", fail)
    for _ in range(MOST_TRIES):
        with pytest.raises(LookupError):
            think_on(game, 0, at, nodes=NODES)
        at += LEASE
    assert think_on(game, 0, at, nodes=NODES) is None
    assert find_analysis(game) is None


def test_tasks_that_are_repeated_come_to_the_same(game: UUID) -> None:
    for _ in range(3):
        analyse_game(str(game), 0)
        sweep_analyses()
    analyse(game)
    finished = row_of(game).content
    analyse_game(str(game), row_of(game).done)
    sweep_analyses()
    assert row_of(game).content == finished
    assert due_analyses(now()) == []


def test_a_game_that_was_taken_back_and_ended_anew_is_analysed_anew(game: UUID) -> None:
    analyse(game)
    last = replay(store.read(game)).turn_starts[-1]
    act(game, TakeBack(last.version), actor=HOST)
    while table_of(game).status != "ended":
        play_on(game, 1)
    row = row_of(game)
    assert (row.done, row.version, result_of(row)) == (0, table_of(game).version, None)


def test_a_few_games_are_thought_about_at_a_time_and_those_begun_first(
    game: UUID, people: Cast
) -> None:
    assert think_on(game, 0, now(), nodes=NODES) == 1
    later = [UUID(int=number) for number in range(1, AT_ONCE + 2)]
    for each in later:
        begin_analysis(each, 9, now())
    due = due_analyses(now())
    assert (len(due), due[0]) == (AT_ONCE, (game, 1))
    Analysis.objects.filter(game_id__in=later).delete()
