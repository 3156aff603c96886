"""What a mail suggests is thought out before it is made, and means the same until it is answered."""

from typing import NoReturn
from uuid import UUID

import pytest

from games import hints
from games.bots import suggestions
from games.bots.strengths import nodes_of_master
from games.domain.commands import TakeTurn
from games.models import Suggested
from notifications.outbox.tasks import send_mails, think_ahead
from tests.doing import pass_turn, read_mails, table_of
from tests.games.woken import run_woken, take_messages
from tests.mail_in.mails import start_mailed_game

pytestmark = pytest.mark.django_db(transaction=True)


def fail(*_: object, **__: object) -> NoReturn:
    raise AssertionError("thinks out what was thought out")


def start(monkeypatch: pytest.MonkeyPatch) -> UUID:
    """Of wake-ups one a second is enough; here a test before may have had it."""
    take_messages(think_ahead)
    monkeypatch.setattr("notifications.outbox.tasks.wake_sender.last", -1.0)
    return start_mailed_game()[0]


def test_a_turns_mail_finds_its_suggestions_thought_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = start(monkeypatch)
    assert run_woken(think_ahead) == 1
    monkeypatch.setattr(hints, "think", fail)
    assert "\n  1  " in read_mails()["ada", "turn"].body
    think_ahead()
    assert Suggested.objects.get().game_id == game


def test_without_anybody_who_thinks_ahead_the_mail_thinks_itself() -> None:
    start_mailed_game()
    send_mails()
    assert Suggested.objects.exists()


def test_a_number_means_what_it_meant_after_the_search_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = start(monkeypatch)
    offered = hints.suggestions(game, table_of(game))
    monkeypatch.setattr("games.bots.suggestions.rank", lambda *_, **__: ())
    assert hints.suggestions(game, table_of(game)) == offered
    pass_turn(game)
    assert hints.suggestions(game, table_of(game)) == ()


def test_what_was_told_stays_though_somebody_thinks_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    game = start(monkeypatch)
    told = hints.suggestions(game, table_of(game))
    monkeypatch.setattr(hints, "think", fail)
    hints.think_ahead(game, table_of(game), 1)
    assert hints.suggestions(game, table_of(game)) == told


def test_who_thinks_too_long_takes_nothing_from_the_next_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = start(monkeypatch)
    before = table_of(game)
    pass_turn(game)
    told = hints.suggestions(game, table_of(game))
    hints.think_ahead(game, before, 1)
    monkeypatch.setattr(hints, "think", fail)
    assert hints.suggestions(game, table_of(game)) == told


def test_one_table_is_thought_about_as_by_a_master_and_many_for_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = start(monkeypatch)
    state, thoughts = table_of(game), list[int]()

    def think(*_: object, nodes: int) -> tuple[()]:
        thoughts.append(nodes)
        return ()

    monkeypatch.setattr("games.bots.suggestions.nodes_of_master", nodes_of_master)
    monkeypatch.setattr(hints, "think", think)
    for waiting in (1, 4, 1000):
        Suggested.objects.all().delete()
        hints.think_ahead(game, state, waiting)
    assert thoughts == [nodes_of_master(state), nodes_of_master(state) // 4, suggestions.FEW_NODES]


def test_a_kept_suggestion_is_the_order_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    game = start(monkeypatch)
    state = table_of(game)
    first, again = (hints.suggestions(game, state) for _ in range(2))
    assert first == again
    assert all(isinstance(each, TakeTurn) for each in again)
