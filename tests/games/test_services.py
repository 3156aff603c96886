"""The one write path: what it writes, and what it refuses."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.access import see_game
from games.domain import Options
from games.domain.commands import command
from games.domain.errors import NoLink
from games.domain.events import DeadlineSet, GameCreated, TurnTakenBack
from games.domain.lobby import (
    AbandonGame,
    AlreadySeated,
    InvitePlayer,
    LeaveSeat,
    ReplacePlayer,
    TakeSeat,
)
from games.domain.take_backs import TakeBack
from games.edge import new_game_id, now
from games.events import store
from games.events.store import StaleVersion
from games.models import Game
from games.services import CommandIdReused, NoSuchGame, act
from notifications.models import Notice
from tests.doing import open_game, start_game, table_of
from tests.people import HOST, cast

pytestmark = pytest.mark.django_db(transaction=True)
PHOENIX = command("turn", 0, {"expand": [{"to": "phoenix"}]})
PASS = command("turn", 0, {})


def versions_and_notices(game: UUID) -> tuple[int, int, int]:
    row = Game.objects.get(id=game)
    return row.version, store.head_of(row.id).version, Notice.objects.filter(game_id=row.id).count()


def test_a_made_game_has_its_events_and_its_rows() -> None:
    people = cast()
    game = open_game(people)
    assert [type(event) for event in store.read(game)] == [GameCreated]
    row = Game.objects.get(id=game)
    assert (row.name, row.status, row.version, row.owner) == ("Route 66", "open", 1, people.ada)
    assert row.seats.count() == 2


def test_joining_and_leaving_show_in_the_seats() -> None:
    people = cast()
    game = open_game(people)
    act(game, TakeSeat(player=people.bob.pk), actor=HOST)
    act(game, TakeSeat(bot="greedy"), actor=HOST)
    seats = Game.objects.get(id=game).seats.order_by("number")
    assert [(seat.player, seat.bot) for seat in seats] == [(people.bob, ""), (None, "greedy")]
    act(game, LeaveSeat(0), actor=HOST)
    assert Game.objects.get(id=game).seats.get(number=0).player is None


def test_an_invitation_is_an_event() -> None:
    people = cast()
    game = open_game(people)
    assert act(game, InvitePlayer("a1b2"), actor=HOST).version == 2


def test_a_turn_moves_the_row_on_and_tells_the_next_player() -> None:
    people = cast()
    game = start_game(people)
    before = Game.objects.get(id=game)
    later = now() + timedelta(hours=3)
    outcome = act(game, PHOENIX, actor="user:1", expected=before.version, at=later)
    row = Game.objects.get(id=game)
    assert (row.version, row.turn, row.mover) == (outcome.version, 2, people.bob)
    assert row.deadline is not None
    assert isinstance(outcome.events[-1], DeadlineSet)
    notice = Notice.objects.get(game_id=game, occasion=outcome.version, message="turn")
    assert (notice.message, notice.recipient) == ("turn", people.bob)


def test_a_refused_turn_changes_nothing() -> None:
    game = start_game(cast())
    before = versions_and_notices(game)
    with pytest.raises(NoLink):
        act(game, command("turn", 0, {"expand": [{"to": "new-york"}]}), actor="user:1")
    assert versions_and_notices(game) == before


def test_a_turn_for_a_version_that_is_gone_is_stale() -> None:
    game = start_game(cast())
    version = table_of(game).version
    act(game, PASS, actor="user:1", expected=version)
    before = versions_and_notices(game)
    with pytest.raises(StaleVersion) as stale:
        act(game, PHOENIX, actor="user:1", expected=version)
    assert (stale.value.expected, stale.value.present) == (version, before[0])
    assert versions_and_notices(game) == before


def test_what_was_seen_of_a_game_that_has_gone_on_since_writes_nothing() -> None:
    people = cast()
    game = start_game(people)
    seen = see_game(people.ada, game, to_act=True)
    act(game, PASS, actor=HOST)
    before = versions_and_notices(game)
    with pytest.raises(StaleVersion) as stale:
        act(game, PHOENIX, actor=HOST, expected=seen.version, seen=seen)
    assert stale.value.present == before[0]
    assert versions_and_notices(game) == before


def test_a_turn_reads_no_more_of_what_was_seen_of_its_version() -> None:
    people = cast()
    game = start_game(people)
    older, seen = see_game(people.ada, game, to_act=True), see_game(people.ada, game)
    for view in (older, seen):
        with CaptureQueriesContext(connection) as queries:
            version = table_of(game).version
            act(
                game,
                command("turn", table_of(game).mover, {}),
                actor=HOST,
                expected=version,
                seen=view,
            )
        reads = [each["sql"] for each in queries if "games_game g" in each["sql"]]
        assert len(reads) == (view.version != version)


def test_the_same_command_again_gets_the_first_answer_again() -> None:
    game = start_game(cast())
    version = table_of(game).version
    first = act(game, PASS, actor="user:1", expected=version, command_id="once")
    act(game, command("turn", 1, {"expand": [{"to": "atlanta"}]}), actor="user:2")
    before = versions_and_notices(game)
    again = act(game, PASS, actor="user:1", expected=version, command_id="once")
    assert (again.version, again.events, again.repeated) == (first.version, first.events, True)
    assert versions_and_notices(game) == before


def test_the_same_command_without_a_version_plays_once_too() -> None:
    people = cast()
    game = open_game(people)
    order = TakeSeat(player=people.ada.pk)
    first = act(game, order, actor=HOST, command_id="join")
    again = act(game, order, actor=HOST, command_id="join")
    assert (again.version, again.repeated) == (first.version, True)
    with pytest.raises(AlreadySeated):
        act(game, order, actor=HOST, command_id="another")
    bot = TakeSeat(bot="greedy")
    first = act(game, bot, actor=HOST, command_id="bot")
    assert act(game, bot, actor=HOST, command_id="bot").version == first.version


def test_another_command_under_the_same_id_is_refused() -> None:
    game = start_game(cast())
    version = table_of(game).version
    act(game, PASS, actor="user:1", expected=version, command_id="once")
    with pytest.raises(CommandIdReused):
        act(game, PHOENIX, actor="user:1", expected=version, command_id="once")


def test_a_turn_is_taken_back_by_an_event_on_the_end() -> None:
    game = start_game(cast())
    before = table_of(game)
    act(game, PHOENIX, actor="user:1")
    outcome = act(game, TakeBack(before.version, 0), actor="user:1")
    assert isinstance(outcome.events[0], TurnTakenBack)
    assert table_of(game).owners == before.owners
    act(game, PHOENIX, actor="user:1", expected=outcome.version)
    assert table_of(game).mover == 1


def test_who_is_replaced_is_no_longer_the_one_to_move() -> None:
    people = cast()
    game = start_game(people)
    act(game, ReplacePlayer(0, player=people.mallory.pk), actor=HOST)
    row = Game.objects.get(id=game)
    assert (row.mover, row.seats.get(number=0).player) == (people.mallory, people.mallory)
    assert Notice.objects.filter(game_id=game, message="replaced").get().recipient == people.mallory


def test_an_abandoned_game_waits_for_nobody() -> None:
    game = start_game(cast())
    act(game, AbandonGame(), actor=HOST)
    row = Game.objects.get(id=game)
    assert (row.status, row.mover, row.deadline) == ("abandoned", None, None)


def test_a_game_that_does_not_exist() -> None:
    with pytest.raises(NoSuchGame):
        act(uuid4(), PASS, actor=HOST)


def test_a_game_with_every_option_is_played_through_the_services() -> None:
    chosen = Options(introductory=True, milestones=True, boom=True, region_tiles=1)
    game = start_game(cast(), options=chosen)
    assert table_of(game).status == "boom"
    act(game, command("boom", 0, {"boom": "chicago"}), actor="user:1")
    assert table_of(game).status == "playing"


def test_game_ids_begin_with_the_time_and_are_of_version_7() -> None:
    ids = [new_game_id() for _ in range(50)]
    assert {each.version for each in ids} == {7}
    assert {each.variant for each in ids} == {"specified in RFC 4122"}
    assert len(set(ids)) == 50
    assert [each.int >> 80 for each in ids] == sorted(each.int >> 80 for each in ids)
