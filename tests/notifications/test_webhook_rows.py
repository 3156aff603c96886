"""Deliveries are written with the events: for whom, how many queries, all or nothing."""

from unittest.mock import patch
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from kombu.exceptions import OperationalError
from pytest_django import Settings

from games import waking
from games.access import NoAccess
from games.domain import Options
from games.domain.commands import command
from games.domain.errors import NoLink
from games.domain.lobby import CreateGame, LeaveSeat, ReplacePlayer, StartGame, TakeSeat
from games.domain.state import Terms
from games.events.store import StaleVersion
from games.services import act, create_game
from notifications.channels.targets import UrlRefused
from notifications.models import Notice, Webhook
from notifications.outbox import tasks
from notifications.webhooks.registry import remove_webhook
from tests.doing import open_game, play_next, start_game, table_of
from tests.notifications import webhooks
from tests.people import HOST, cast

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("private_addresses"),
]
NEW_YORK = command("turn", 0, {"expand": [{"to": "new-york"}]})


def test_every_webhook_of_whoever_sits_there_gets_the_events_of_a_command() -> None:
    people = cast()
    game = start_game(people)
    before = table_of(game).version
    hooks = [
        webhooks.add_webhook(people.ada),
        webhooks.add_webhook(people.ada),
        webhooks.add_webhook(people.bob),
    ]
    stranger = webhooks.add_webhook(people.mallory)
    outcome = play_next(game)
    assert len(outcome.events) > 1
    for hook in hooks:
        (row,) = webhooks.waiting_calls(hook)
        assert (row.game_id, webhooks.first_event(row), webhooks.last_event(row)) == (
            game,
            before + 1,
            outcome.version,
        )
        assert row.tries == 0
    assert webhooks.waiting_calls(stranger) == []


def test_a_webhook_for_turns_waits_for_its_person_to_be_to_move() -> None:
    people = cast()
    game = start_game(people)
    hook = webhooks.add_webhook(people.ada, what=webhooks.TURN)
    play_next(game)
    assert webhooks.waiting_calls(hook) == []
    outcome = play_next(game)
    assert [webhooks.last_event(row) for row in webhooks.waiting_calls(hook)] == [outcome.version]


def test_whoever_takes_over_a_seat_that_is_to_move_is_called() -> None:
    people = cast()
    game = start_game(people)
    hooks = {person: webhooks.add_webhook(person, what=webhooks.TURN) for person in people}
    act(game, ReplacePlayer(0, player=people.mallory.pk), actor=HOST)
    assert {person: len(webhooks.waiting_calls(hook)) for person, hook in hooks.items()} == {
        people.ada: 0,
        people.bob: 0,
        people.mallory: 1,
    }


def test_that_one_has_left_is_the_last_that_one_is_told() -> None:
    people = cast()
    game = open_game(people)
    hook = webhooks.add_webhook(people.bob)
    act(game, TakeSeat(player=people.bob.pk), actor=HOST)
    left = act(game, LeaveSeat(0), actor=HOST)
    act(game, TakeSeat(player=people.ada.pk), actor=HOST)
    assert [webhooks.last_event(row) for row in webhooks.waiting_calls(hook)] == [
        left.version - 1,
        left.version,
    ]


def test_a_webhook_that_is_switched_off_gets_nothing() -> None:
    people = cast()
    game = start_game(people)
    hook = webhooks.add_webhook(people.ada)
    Webhook.objects.filter(pk=hook.pk).update(active=False)
    play_next(game)
    assert webhooks.waiting_calls(hook) == []


def queries_of_a_turn(game: UUID) -> list[str]:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        play_next(game)
    return [query["sql"] for query in queries]


def test_ten_webhooks_take_as_many_queries_as_none() -> None:
    people = cast()
    webhooks.add_webhook(people.mallory)
    without = queries_of_a_turn(start_game(people))
    for _ in range(10):
        webhooks.add_webhook(people.bob)
        webhooks.add_webhook(people.ada, what=webhooks.TURN)
    assert len(queries_of_a_turn(start_game(people))) == len(without)
    assert sum("notifications_webhook" in query for query in without) == 1


def test_where_only_computer_players_sit_nobody_looks_for_webhooks() -> None:
    order = CreateGame(Terms("Machines"), 2, Options(introductory=True))
    game = create_game(order, actor=HOST).game_id
    for _ in range(2):
        act(game, TakeSeat(bot="greedy"), actor=HOST)
    act(game, StartGame(5, first=0), actor=HOST)
    assert not [query for query in queries_of_a_turn(game) if "notifications_" in query]


def test_nothing_is_written_for_what_did_not_happen() -> None:
    people = cast()
    game = start_game(people)
    hook = webhooks.add_webhook(people.ada)
    with pytest.raises(NoLink):
        act(game, NEW_YORK, actor=HOST)
    with pytest.raises(StaleVersion):
        act(game, command("turn", 0, {}), actor=HOST, expected=1)
    with transaction.atomic():
        play_next(game)
        assert len(webhooks.waiting_calls(hook)) == 1
        transaction.set_rollback(True)
    assert webhooks.waiting_calls(hook) == []


def test_a_turn_is_played_and_left_to_the_sweep_though_no_broker_answers(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waking.broker, "next_try", None)
    with patch.object(tasks.deliver_webhooks, "apply_async", side_effect=OperationalError("gone")):
        hook = webhooks.webhook_with_delivery(cast(), webhooks.NOWHERE)
    assert len(webhooks.waiting_calls(hook)) == 1
    assert "the broker is gone; the sweeps find what is due" in caplog.text


def test_every_webhook_has_a_secret_of_its_own() -> None:
    people = cast()
    one, other = webhooks.add_webhook(people.ada), webhooks.add_webhook(people.ada)
    assert one.secret != other.secret
    assert len(one.secret) > 40


def test_a_webhook_to_a_private_address_is_not_made(settings: Settings) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False
    with pytest.raises(UrlRefused):
        webhooks.add_webhook(cast().ada)
    assert not Webhook.objects.exists()


def test_a_webhook_is_removed_by_its_person_only_and_with_its_deliveries() -> None:
    people = cast()
    hook = webhooks.webhook_with_delivery(people, webhooks.NOWHERE)
    with pytest.raises(NoAccess):
        remove_webhook(people.mallory, hook.pk)
    assert len(webhooks.waiting_calls(hook)) == 1
    remove_webhook(people.ada, hook.pk)
    assert not Notice.objects.filter(channel="webhook").exists()
    with pytest.raises(NoAccess):
        remove_webhook(people.ada, hook.pk)


def test_the_webhooks_of_a_person_go_with_the_person() -> None:
    people = cast()
    webhooks.webhook_with_delivery(people, webhooks.NOWHERE)
    people.ada.delete()
    assert not Webhook.objects.exists()
    assert not Notice.objects.filter(channel="webhook").exists()
