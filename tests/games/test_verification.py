"""A walk through all games: interrupted it goes on, and it can leave out what has not moved."""

from collections.abc import Sequence
from datetime import timedelta
from io import StringIO
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from games.audit import verify
from games.audit.verify import verify_game, walk
from games.domain.lobby import InvitePlayer
from games.edge import now
from games.events import store
from games.events.store import EventRow
from games.models import Game, Verification, Verified
from games.services import act
from tests.doing import start_game
from tests.forging import TABLE, empty_store, execute_unguarded, id_of
from tests.people import HOST, cast

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> list[UUID]:
    monkeypatch.setattr(verify, "AT_ONCE", 2)
    empty_store()
    people = cast()
    return sorted(start_game(people, seed=seed) for seed in range(5))


def verify_games(*options: str) -> tuple[str, str]:
    out, problems = StringIO(), StringIO()
    call_command("verify_games", *options, stdout=out, stderr=problems)
    return out.getvalue().strip(), problems.getvalue().strip()


def interrupt(games: list[UUID]) -> Verification:
    """Stops a walk after its first page."""
    run = Verification.objects.create(began=now(), only_new=False)
    steps = walk(run)
    assert [next(steps), next(steps)]
    run.refresh_from_db()
    assert run.after == games[1]
    return run


def test_all_games_are_looked_at_and_counted(games: list[UUID]) -> None:
    events = sum(Game.objects.get(id=game).version for game in games)
    assert verify_games()[0] == f"5 games with {events} events agree with themselves"
    assert Verified.objects.count() == 5


def test_an_interrupted_walk_goes_on_where_it_was(games: list[UUID]) -> None:
    interrupt(games)
    out, problems = verify_games("--continue")
    assert out.startswith("3 games with")
    assert f"goes on after {games[1]}; 2 games were looked at since" in problems
    with pytest.raises(CommandError, match="no run of today was interrupted"):
        verify_games("--continue")


def test_what_was_bad_before_the_interruption_is_not_forgotten(games: list[UUID]) -> None:
    Game.objects.filter(id=games[0]).update(turn=99)
    interrupt(games)
    with pytest.raises(CommandError, match="1 of 4 games do not agree"):
        verify_games("--continue")


def test_nobody_ends_a_walk_before_it_begins_by_a_row_in_a_table(games: list[UUID]) -> None:
    Game.objects.filter(id=games[0]).update(name="Forged")
    last = UUID("ffffffff-ffff-ffff-ffff-ffffffffffff")
    Verification.objects.create(began=now(), only_new=False, after=last, games=4, events=900)
    with pytest.raises(CommandError, match="1 of 5 games do not agree"):
        verify_games()


def test_a_walk_of_yesterday_is_not_gone_on_with(games: list[UUID]) -> None:
    run = interrupt(games)
    Verification.objects.filter(pk=run.pk).update(began=now() - timedelta(days=2))
    with pytest.raises(CommandError, match="no run of today was interrupted"):
        verify_games("--continue")


def test_a_game_that_moves_while_it_is_looked_at_is_not_bad(
    games: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    history = store.read_rows_of_games

    def read_history(ids: Sequence[UUID]) -> dict[UUID, list[EventRow]]:
        histories = history(ids)
        if games[2] in ids and not moved:
            moved.append(games[2])
            act(games[2], InvitePlayer("first"), actor=HOST)
        return histories

    moved: list[UUID] = []
    monkeypatch.setattr(store, "read_rows_of_games", read_history)
    assert verify_game(games[2]) is None
    assert moved


@pytest.mark.parametrize(
    "change",
    [
        "actor = 'user:1\nuser:2'",
        "at = '9999-12-31 23:59:59+00:00'",
        'payload = \'{"type":"SeatLeft","seat":1e99}\'',
        "payload = ''",
        "hash = SUBSTR(hash, 1, 3)",
    ],
)
def test_a_value_that_no_event_can_have_is_a_finding_and_stops_nothing(
    games: list[UUID], change: str
) -> None:
    execute_unguarded(
        f"UPDATE {TABLE} SET {change} WHERE game_id = %s AND version = 2", id_of(games[1])
    )
    with pytest.raises(CommandError, match="1 of 5 games"):
        verify_games()


def test_a_payload_nested_without_end_is_a_finding(games: list[UUID]) -> None:
    deep = '{"type":"SeatLeft","seat":0,"x":' + "[" * 100_000 + "]" * 100_000 + "}"
    execute_unguarded(f"UPDATE {TABLE} SET payload = %s WHERE game_id = %s", deep, id_of(games[1]))
    assert verify_game(games[1]) is not None


def test_only_what_has_moved_is_looked_at_again_if_asked_for(games: list[UUID]) -> None:
    verify_games()
    act(games[3], InvitePlayer("reference"), actor=HOST)
    out, _ = verify_games("--new")
    version = Game.objects.get(id=games[3]).version
    assert out == (
        f"1 games with {version} events agree with themselves; "
        "4 have not moved since they were checked"
    )


@pytest.mark.parametrize("column", ["head", "version"])
def test_a_row_with_another_head_has_moved(games: list[UUID], column: str) -> None:
    verify_games()
    Game.objects.filter(id=games[2]).update(**{column: {"head": b"0" * 32, "version": 3}[column]})
    with pytest.raises(CommandError, match="1 of 1 games"):
        verify_games("--new")


def test_events_that_were_removed_have_moved(games: list[UUID]) -> None:
    verify_games()
    execute_unguarded(f"DELETE FROM {TABLE} WHERE game_id = %s", id_of(games[2]))
    with pytest.raises(CommandError, match="1 of 1 games"):
        verify_games("--new")


def test_a_game_that_was_found_bad_is_looked_at_again(games: list[UUID]) -> None:
    Game.objects.filter(id=games[2]).update(name="Forged")
    for options in ((), ("--new",)):
        with pytest.raises(CommandError, match="1 of"):
            verify_games(*options)
