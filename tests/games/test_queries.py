"""Who sees which games, and that no query count grows."""

from datetime import timedelta
from math import ceil
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from games.access import NoAccess, NotSeated, see_game
from games.domain import Command, Layout, Options
from games.domain.chance import Draws
from games.domain.commands import command
from games.domain.lobby import SetDeadline
from games.domain.playout import random_command
from games.domain.state import Terms
from games.edge import now
from games.models import Game, Person
from games.queries import due_games, my_games, open_games, table_at
from games.services import act
from tests.doing import open_game, start_game, table_of
from tests.people import HOST, cast, make_staff

pytestmark = pytest.mark.django_db(transaction=True)
PRIVATE = Terms("Back Room", watch="private")


def test_the_table_of_an_old_game_with_a_layout_of_its_own_is_read() -> None:
    people, options = cast(), Options(own_layout=Layout({"omaha": 6, "houston": 4}))
    game = open_game(people, options=options)
    row = Game.objects.get(id=game)
    row.snapshot = row.snapshot.replace('"layout":"printed",', "").replace("own_layout", "layout")
    row.save(update_fields=["snapshot"])
    assert see_game(people.ada, game).state.setup.options == options


def test_a_private_game_is_seen_by_its_owner_its_players_and_the_host() -> None:
    people = cast()
    game = start_game(people)
    assert see_game(people.ada, game).game_id == game
    assert see_game(people.bob, game).game_id == game
    for stranger in (people.mallory, None):
        with pytest.raises(NoAccess):
            see_game(stranger, game)
    host = make_staff("games.view_game")
    assert see_game(host, game).game_id == game


def test_the_staff_see_no_private_game_without_the_permission_nor_others_by_it() -> None:
    people = cast()
    game = start_game(people)
    permitted = make_staff("games.view_game")
    permitted.is_staff = False
    for person in (make_staff(), permitted):
        with pytest.raises(NoAccess):
            see_game(person, game)


def test_a_public_game_is_seen_by_everybody() -> None:
    people = cast()
    game = open_game(people, terms=replace(PRIVATE, watch="public"))
    for person in (*people, None):
        assert see_game(person, game).game_id == game


def test_only_who_sits_there_has_a_seat() -> None:
    people = cast()
    game = start_game(people, terms=replace(PRIVATE, watch="public"))
    assert [see_game(each, game).require_seat() for each in (people.ada, people.bob)] == [0, 1]
    for stranger in (people.mallory, None):
        with pytest.raises(NotSeated):
            see_game(stranger, game).require_seat()
    assert AnonymousUser().pk is None


def test_my_games_begin_with_those_that_wait_for_me_by_deadline() -> None:
    people = cast()
    waits_long, elsewhere, waits_short = (start_game(people, seed=n) for n in range(3))
    act(elsewhere, command("turn", 0, {}), actor="user:1")
    soon = int((now() + timedelta(hours=2)).timestamp())
    act(waits_short, SetDeadline(soon, "extended"), actor=HOST)
    assert [game.id for game in my_games(people.ada)] == [waits_short, waits_long, elsewhere]
    assert next(game.id for game in my_games(people.bob)) == elsewhere
    assert list(my_games(people.mallory)) == []


def test_open_games_are_public_ones_that_wait_for_players() -> None:
    people = cast()
    open_game(people)
    start_game(people)
    public = open_game(people, terms=replace(PRIVATE, watch="public"))
    assert [game.id for game in open_games()] == [public]


def test_games_whose_deadline_has_passed() -> None:
    people = cast()
    late, later, fine = (start_game(people, seed=n) for n in range(3))
    for game, hours in ((late, -2), (later, -5), (fine, 5)):
        at = int((now() + timedelta(hours=hours)).timestamp())
        act(game, SetDeadline(at, "extended"), actor=HOST)
    assert [game.id for game in due_games(now())] == [later, late]


def test_the_table_after_any_event() -> None:
    game = start_game(cast())
    assert table_at(game, 4).setup.seats == table_of(game).setup.seats
    assert table_at(game, 4).status == "open"
    assert table_at(game).owners == table_of(game).owners


class Cost(NamedTuple):
    events: int
    queries: int


def cost_of_a_turn(game: UUID, order: Command) -> Cost:
    with CaptureQueriesContext(connection) as queries:
        outcome = act(game, order, actor="user:1")
    return Cost(len(outcome.events), len(queries))


def queries_of_a_page(person: Person) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert [list(each.seats.all()) for each in my_games(person)[:50]]
    return len(queries)


def test_a_turn_costs_as_many_queries_late_in_a_game_as_early() -> None:
    game = start_game(cast())
    draws, costs = Draws(1, "queries"), []
    while (state := table_of(game)).status == "playing":
        costs.append(cost_of_a_turn(game, random_command(state, draws.below)))
    assert len(costs) > 10
    # A turn of many events takes a second INSERT. One statement cancels what waited for the turn.
    *statements, last = (cost.queries - ceil(cost.events / 7) for cost in costs)
    assert set(statements) == {7}
    # The end of a game asks for its analysis.
    assert last == 8


def test_a_page_of_games_costs_as_many_queries_with_many_games_as_with_one() -> None:
    people = cast()
    start_game(people)
    with_one = queries_of_a_page(people.ada)
    for seed in range(6):
        start_game(people, seed=seed)
    assert with_one == queries_of_a_page(people.ada) == 2


def test_no_statement_of_a_turn_touches_events_or_rows_of_more_than_its_game() -> None:
    game = start_game(cast())
    order = command("turn", 0, {})
    statements: list[tuple[str, str]] = []

    def listen(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        statements.append((sql, repr(params)))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        act(game, order, actor="user:1", command_id="one")
        act(game, order, actor="user:1", command_id="one", expected=1)
    touching = [each for each in statements if "event_store" in each[0] or "games_game" in each[0]]
    assert len([sql for sql, _ in touching if "event_store" in sql]) >= 3
    assert len([sql for sql, _ in touching if sql.startswith("UPDATE")]) == 1
    assert all(game.hex in params or str(game) in params for _, params in touching)
