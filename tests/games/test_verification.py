"""A walk through all games: interrupted it goes on, and it can leave out what has not moved."""

from io import StringIO
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from games import verification
from games.domain.lobby import InvitePlayer
from games.edge import now
from games.models import Game, Verification, Verified
from games.services import act
from games.verification import begin_verification, walk
from tests.forging import TABLE, behind_the_back, empty_store, id_of
from tests.people import HOST, cast, started_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> list[UUID]:
    monkeypatch.setattr(verification, "AT_ONCE", 2)
    empty_store()
    people = cast()
    return sorted(started_game(people, seed=seed) for seed in range(5))


def verify_games(*options: str) -> tuple[str, str]:
    out, problems = StringIO(), StringIO()
    call_command("verify_games", *options, stdout=out, stderr=problems)
    return out.getvalue().strip(), problems.getvalue().strip()


def interrupt(games: list[UUID]) -> Verification:
    """After the first page."""
    run = begin_verification(now(), only_new=False, from_start=False)
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
    said, problems = verify_games()
    assert said.startswith("5 games with")
    assert problems == f"goes on after {games[1]}, where it was interrupted"
    assert verify_games()[1] == ""


def test_what_was_bad_before_the_interruption_is_not_forgotten(games: list[UUID]) -> None:
    Game.objects.filter(id=games[0]).update(turn=99)
    interrupt(games)
    with pytest.raises(CommandError, match="1 of 5 games do not agree"):
        verify_games()


def test_an_interrupted_walk_can_be_begun_anew(games: list[UUID]) -> None:
    interrupt(games)
    said, problems = verify_games("--from-start")
    assert said.startswith("5 games with")
    assert problems == ""


def test_only_what_has_moved_is_looked_at_again_if_asked_for(games: list[UUID]) -> None:
    verify_games()
    act(games[3], InvitePlayer("reference"), actor=HOST)
    said, _ = verify_games("--new")
    version = Game.objects.get(id=games[3]).version
    assert said == (
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
    behind_the_back(f"DELETE FROM {TABLE} WHERE game_id = %s", id_of(games[2]))
    with pytest.raises(CommandError, match="1 of 1 games"):
        verify_games("--new")


def test_a_game_that_was_found_bad_is_looked_at_again(games: list[UUID]) -> None:
    Game.objects.filter(id=games[2]).update(name="Forged")
    for options in ((), ("--new",)):
        with pytest.raises(CommandError, match="1 of"):
            verify_games(*options)
