"""Computer players: woken when they are to move, swept up when the wake-up was lost."""

from unittest.mock import patch
from uuid import UUID

import pytest
from kombu.exceptions import OperationalError
from msgspec.structs import replace

from games import tasks, waking
from games.audit.verify import verify_game
from games.bots import STAND_IN, STRENGTHS, greedy
from games.demo import seed_demo
from games.domain import Options
from games.domain.commands import command
from games.domain.lobby import CreateGame, StartGame, TakeSeat
from games.domain.state import Terms
from games.events import store
from games.models import Game
from games.services import act, create_game
from tests.doing import table_of
from tests.people import HOST, cast

pytestmark = pytest.mark.django_db(transaction=True)


def start_against_computer(seed: int = 5) -> UUID:
    people = cast()
    order = CreateGame(Terms("Solo", owner=people.ada.pk), 2, Options(introductory=True))
    game = create_game(order, actor=HOST).game_id
    act(game, TakeSeat(player=people.ada.pk), actor=HOST)
    act(game, TakeSeat(bot="greedy"), actor=HOST)
    act(game, StartGame(seed, first=0), actor=HOST)
    return game


def test_a_computer_player_plays_until_a_person_is_to_move() -> None:
    game = start_against_computer()
    act(game, command("turn", 0, {"expand": [{"to": "phoenix"}]}), actor="user:1")
    assert Game.objects.get(id=game).computer_to_move
    tasks.play_computer_player(str(game))
    state = table_of(game)
    assert (state.turn, state.mover) == (3, 0)
    assert [each.entry.stamp.actor for each in store.read_rows(game)][-1] == "bot:greedy"
    assert verify_game(game) is None


def test_a_wake_up_that_comes_twice_or_late_plays_nothing() -> None:
    game = start_against_computer()
    before = table_of(game).version
    tasks.play_computer_player(str(game))
    tasks.play_computer_player(str(UUID(int=4)))
    assert table_of(game).version == before


def test_the_sweep_plays_what_nobody_was_woken_for() -> None:
    games = [start_against_computer(seed) for seed in range(3)]
    for game in games:
        act(game, command("turn", 0, {"expand": [{"to": "phoenix"}]}), actor="user:1")
    tasks.sweep_computer_players()
    assert not Game.objects.filter(computer_to_move=True).exists()


def test_a_turn_is_played_though_no_broker_answers(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waking.broker, "next_try", None)
    game = start_against_computer()
    with patch.object(tasks.play_computer_player, "delay", side_effect=OperationalError("gone")):
        act(game, command("turn", 0, {"expand": [{"to": "phoenix"}]}), actor="user:1")
    assert table_of(game).turn == 2
    assert "the broker is gone; the sweeps find what is due" in caplog.text


def test_a_turn_of_somebody_else_meanwhile_ends_the_task() -> None:
    game = start_against_computer()
    act(game, command("turn", 0, {"expand": [{"to": "phoenix"}]}), actor="user:1")
    chosen = greedy.choose(table_of(game), 1)

    def meanwhile(*_: object) -> object:
        act(game, command("turn", 1, {}), actor=HOST)
        return chosen

    rude = replace(STRENGTHS[STAND_IN], choose=meanwhile)
    with patch.dict(STRENGTHS, {STAND_IN: rude}):
        tasks.play_computer_player(str(game))
    assert table_of(game).turn == 3


def test_the_demo_is_made_once() -> None:
    person = seed_demo()
    assert seed_demo() == person
    playing, finished = Game.objects.order_by("name")
    assert (playing.name, playing.mover, finished.status) == ("Coast to Coast", person, "ended")
    assert verify_game(finished.id) is None
