"""Computer players: woken when they are to move, swept up when the wake-up was lost."""

from datetime import datetime, timedelta
from typing import NoReturn
from unittest.mock import patch
from uuid import UUID

import pytest
import time_machine
from kombu.exceptions import OperationalError
from msgspec.structs import replace
from pytest_django import Settings

from games import tasks, waking
from games.audit.verify import verify_game
from games.bots import STAND_IN, STRENGTHS
from games.demo import seed_demo
from games.domain import Options
from games.domain.commands import command
from games.domain.lobby import CreateGame, StartGame, TakeSeat
from games.domain.state import Terms
from games.edge import now
from games.events import store
from games.models import Game
from games.services import act, create_game
from games.tasks import play_computer_player
from tests.bots import greedy
from tests.doing import table_of
from tests.games.woken import run_woken, take_messages
from tests.people import HOST, cast

pytestmark = pytest.mark.django_db(transaction=True)


def start_against_computer(seed: int = 5, *, computers: int = 1) -> UUID:
    people = cast()
    terms = Terms("Solo", owner=people.ada.pk)
    order = CreateGame(terms, 1 + computers, Options(introductory=True))
    game = create_game(order, actor=HOST).game_id
    act(game, TakeSeat(player=people.ada.pk), actor=HOST)
    for _ in range(computers):
        act(game, TakeSeat(bot="greedy"), actor=HOST)
    act(game, StartGame(seed, first=0), actor=HOST)
    return game


@pytest.fixture(autouse=True)
def _nothing_waits() -> None:
    take_messages(play_computer_player)


def pass_to_computer(game: UUID) -> None:
    act(game, command("turn", 0, {"expand": [{"to": "phoenix"}]}), actor="user:1")


def test_computer_players_play_a_task_a_turn_until_a_person_is_to_move() -> None:
    game = start_against_computer(computers=2)
    pass_to_computer(game)
    assert Game.objects.get(id=game).computer_to_move
    assert run_woken(play_computer_player) == 2
    state = table_of(game)
    assert (state.turn, state.mover) == (4, 0)
    assert [each.entry.stamp.actor for each in store.read_rows(game)][-1] == "bot:greedy"
    assert verify_game(game) is None


def test_a_computer_player_waits_as_long_as_the_host_says(settings: Settings) -> None:
    settings.COMPUTER_DELAY = 3
    game, before = start_against_computer(), now()
    pass_to_computer(game)
    (message,) = take_messages(play_computer_player)
    assert 2 < (datetime.fromisoformat(message.headers["eta"]) - before).total_seconds() < 60


def test_a_wake_up_that_comes_twice_or_late_plays_nothing() -> None:
    game = start_against_computer()
    before = table_of(game).version
    play_computer_player(str(game))
    play_computer_player(str(UUID(int=4)))
    assert table_of(game).version == before


def test_who_thinks_is_not_disturbed_and_a_killed_workers_turn_is_played_by_the_next() -> None:
    with time_machine.travel(now(), tick=False) as clock:
        game = start_against_computer()
        with patch.dict(STRENGTHS, {STAND_IN: replace(STRENGTHS[STAND_IN], choose=be_killed)}):
            pass_to_computer(game)
            with pytest.raises(KeyboardInterrupt):
                run_woken(play_computer_player)
        assert not tasks.play_next(game)
        tasks.sweep_computer_players()
        assert take_messages(play_computer_player) == []
        clock.shift(tasks.LEASE + timedelta(seconds=1))
        tasks.sweep_computer_players()
        run_woken(play_computer_player)
        assert table_of(game).turn == 3


def be_killed(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def test_the_sweep_wakes_a_task_for_each_game_that_nobody_was_woken_for() -> None:
    with time_machine.travel(now(), tick=False) as clock:
        for game in [start_against_computer(seed) for seed in range(3)]:
            pass_to_computer(game)
        take_messages(play_computer_player)
        clock.shift(tasks.LEASE + timedelta(seconds=1))
        tasks.sweep_computer_players()
        assert run_woken(play_computer_player) == 3
    assert not Game.objects.filter(computer_to_move=True).exists()


def test_a_turn_is_played_though_no_broker_answers(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waking.broker, "next_try", None)
    game, gone = start_against_computer(), OperationalError("gone")
    with patch.object(play_computer_player, "apply_async", side_effect=gone):
        pass_to_computer(game)
    assert table_of(game).turn == 2
    assert "the broker is gone; the sweeps find what is due" in caplog.text


def test_a_turn_of_somebody_else_meanwhile_ends_the_task() -> None:
    game = start_against_computer()
    pass_to_computer(game)
    chosen = greedy.choose(table_of(game), 1)

    def meanwhile(*_: object) -> object:
        act(game, command("turn", 1, {}), actor=HOST)
        return chosen

    rude = replace(STRENGTHS[STAND_IN], choose=meanwhile)
    with patch.dict(STRENGTHS, {STAND_IN: rude}):
        play_computer_player(str(game))
    assert table_of(game).turn == 3


def test_the_demo_is_made_once() -> None:
    person = seed_demo()
    assert seed_demo() == person
    playing, finished = Game.objects.order_by("name")
    assert (playing.name, playing.mover, finished.status) == ("Coast to Coast", person, "ended")
    assert verify_game(finished.id) is None
