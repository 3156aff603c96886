"""Rows are what the events say; games go out as files and come in again; what is forged is found."""

import json
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from games.access import NoAccess, see_game
from games.audit import verify
from games.audit.rebuild import export_game
from games.audit.verify import verify_game
from games.domain import Options, State
from games.domain.chance import Draws
from games.domain.evolve import replay
from games.domain.lobby import ReplacePlayer, StartGame, TakeSeat
from games.domain.playout import random_command
from games.domain.record import check, from_json, to_json
from games.domain.take_backs import TakeBack
from games.edge import now
from games.events import store
from games.models import Game, Person, Seat
from games.services import act
from tests.doing import open_game, play_at_random, start_game, table_of
from tests.elsewhere import FIRST_PERSON, record_elsewhere
from tests.forging import empty_store, rewrite_in_format_1
from tests.people import HOST, Cast, cast

pytestmark = pytest.mark.django_db(transaction=True)
# As many on the database of production; SQLite, slower and traced, plays a part of them.
GAMES = 200 if connection.vendor == "postgresql" else 100


def play_game(people: Cast, number: int, *, turns: int | None = None) -> UUID:
    """A random game through the services, with everything that can happen in one."""
    draws = Draws(number, "audit")
    chosen = Options(
        introductory=not draws.below(2),
        milestones=not draws.below(2),
        boom=not draws.below(2),
        region_tiles=(None, 1, 2, 3)[draws.below(4)],
        layout=("printed", "random", "draft")[draws.below(3)],
    )
    game = open_game(people, options=chosen)
    act(game, TakeSeat(player=people.ada.pk), actor=HOST)
    act(game, TakeSeat(player=people.bob.pk), actor=HOST)
    act(game, StartGame(number), actor=HOST)
    for step in range(turns or draws.below(40)):
        if table_of(game).status == "ended":
            break
        play_at_random(game, draws.below)
        starts = replay(store.read(game)).turn_starts
        if starts and not draws.below(15):
            act(game, TakeBack(starts[draws.below(len(starts))].version), actor=HOST)
        if step == 7 and table_of(game).status != "ended" and not draws.below(3):
            act(game, ReplacePlayer(draws.below(2), bot="greedy"), actor=HOST)
    return game


def values_of(model: type[Game] | type[Seat]) -> list[dict[str, object]]:
    """Every row with every column; what is binary becomes bytes on both databases."""
    rows = model.objects.order_by("pk").values()
    return [
        {k: bytes(v) if isinstance(v, memoryview) else v for k, v in row.items()} for row in rows
    ]


@pytest.mark.long
def test_rows_rebuilt_from_events_equal_the_rows_that_were_there() -> None:
    people = cast()
    games = [play_game(people, number, turns=4 if number % 5 else None) for number in range(GAMES)]
    before = values_of(Game), values_of(Seat)
    assert len(before[0]) == GAMES
    Seat.objects.all().delete()
    Game.objects.all().delete()
    call_command("rebuild_games", *map(str, games), stdout=StringIO())
    assert (values_of(Game), values_of(Seat)) == before
    assert all(verify_game(game) is None for game in games[::10])


def test_a_snapshot_of_before_states_held_more_is_as_the_events_say() -> None:
    game = start_game(cast())
    snapshot = json.loads(Game.objects.get(id=game).snapshot)
    for field in ("dear_marks", "ruleset_agreed", "computer_wishes"):
        del snapshot[field]
    Game.objects.filter(id=game).update(snapshot=json.dumps(snapshot))
    assert verify_game(game) is None


def test_verify_games_finds_a_row_that_is_not_as_the_events_say() -> None:
    empty_store()
    game = start_game(cast())
    out = StringIO()
    call_command("verify_games", stdout=out)
    assert (
        out.getvalue()
        == f"1 games with {store.head_of(game).version} events agree with themselves\n"
    )
    Game.objects.update(turn=17, name="Forged")
    problems = StringIO()
    with pytest.raises(CommandError, match="1 of 1 games"):
        call_command("verify_games", stderr=problems)
    assert f"{game}: row: not as the events say: name, turn" in problems.getvalue()
    call_command("rebuild_games", str(game), stdout=StringIO())
    assert verify_game(game) is None


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda: Game.objects.all().delete(), "row: it is missing"),
        (lambda: Game.objects.update(snapshot="{}"), "not as the events say: snapshot"),
        (lambda: Game.objects.update(snapshot="no JSON"), "not as the events say: snapshot"),
        (lambda: Game.objects.update(head=b"0" * 32), "not as the events say: head"),
        (lambda: Seat.objects.filter(number=1).update(bot="greedy"), "the seats are not"),
        (lambda: Seat.objects.filter(number=1).delete(), "the seats are not"),
    ],
)
def test_every_kind_of_wrong_row_is_named(change: object, what: str) -> None:
    game = start_game(cast())
    assert callable(change)
    change()
    assert what in str(verify_game(game))


def test_a_row_without_events_is_found() -> None:
    game = start_game(cast())
    row = Game.objects.get(id=game)
    row.pk = UUID(int=5)
    row.save(force_insert=True)
    assert "it has no events" in str(verify_game(row.pk))


def test_who_was_deleted_is_nobody_in_rebuilt_rows() -> None:
    people = cast()
    game = start_game(people)
    people.bob.delete()
    assert verify_game(game) is None
    call_command("rebuild_games", str(game), stdout=StringIO())
    assert verify_game(game) is None
    assert Seat.objects.get(game_id=game, number=1).player is None


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    game = play_game(cast(), 3, turns=9)
    out = StringIO()
    call_command("export_game", str(game), stdout=out)
    path = tmp_path / "game.json"
    path.write_text(out.getvalue())
    return path


def test_an_exported_game_is_here_already(record_file: Path) -> None:
    with pytest.raises(CommandError, match="is here already"):
        call_command("import_game", str(record_file))


def test_a_record_from_elsewhere_comes_in_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(to_json(record_elsewhere("two-players", UUID(int=77))))
    out = StringIO()
    call_command("import_game", str(path), stdout=out)
    assert out.getvalue() == f"imported {UUID(int=77)}\n"
    assert verify_game(UUID(int=77)) is None
    assert Game.objects.get(id=UUID(int=77)).status == "ended"


def import_elsewhere(tmp_path: Path, game: UUID, *players: str) -> State:
    path = tmp_path / "game.json"
    path.write_bytes(to_json(record_elsewhere("two-players", game)))
    options = [f"--player={player}" for player in players]
    call_command("import_game", str(path), *options, stdout=StringIO())
    assert verify_game(game) is None
    return table_of(game)


def namesake(number: int) -> Person:
    # SQLite goes on counting from the largest number there was: beyond all of the record's.
    Person.objects.create(pk=FIRST_PERSON + 99, username="last").delete()
    return Person.objects.create(pk=number, username=f"local-{number}")


def test_nobody_here_becomes_a_player_of_a_record_by_having_the_same_number(
    tmp_path: Path,
) -> None:
    locals_ = [namesake(FIRST_PERSON + seat) for seat in range(2)]
    game = UUID(int=80)
    state = import_elsewhere(tmp_path, game)
    assert [who.player for who in state.setup.seats] == [-1, -2]
    row = Game.objects.get(id=game)
    assert (row.owner_id, row.mover_id) == (None, None)
    assert set(Seat.objects.filter(game_id=game).values_list("player_id", flat=True)) == {None}
    for person in locals_:
        with pytest.raises(NoAccess):
            see_game(person, game)


def test_who_is_said_to_be_a_player_of_a_record_is(tmp_path: Path) -> None:
    namesake(FIRST_PERSON)
    ada, game = cast().ada, UUID(int=81)
    state = import_elsewhere(tmp_path, game, f"{FIRST_PERSON}=ada")
    assert [who.player for who in state.setup.seats] == [ada.pk, -1]
    assert state.terms.owner == ada.pk
    assert Seat.objects.get(game_id=game, number=0).player_id == ada.pk
    assert see_game(ada, game).version == state.version
    call_command("rebuild_games", str(game), stdout=StringIO())
    assert verify_game(game) is None
    assert Seat.objects.get(game_id=game, number=1).player is None


def test_who_is_here_what_another_is_in_the_record_cannot_be_brought_in_as_a_player(
    tmp_path: Path,
) -> None:
    other = namesake(FIRST_PERSON + 1)
    with pytest.raises(CommandError, match=f"another person {other.pk}"):
        import_elsewhere(tmp_path, UUID(int=83), f"{FIRST_PERSON}={other.username}")
    assert store.head_of(UUID(int=83)).version == 0


def test_a_game_that_came_in_before_comes_back_in_with_the_same_people_alone(
    tmp_path: Path,
) -> None:
    ada, game, path = cast().ada, UUID(int=84), tmp_path / "again.json"
    import_elsewhere(tmp_path, game, f"{FIRST_PERSON}=ada")
    path.write_bytes(to_json(export_game(game)))
    before = values_of(Game)
    Game.objects.filter(id=game).delete()
    empty_store()
    with pytest.raises(CommandError, match="a game is renumbered once"):
        call_command("import_game", str(path))
    assert store.head_of(game).version == 0
    call_command("import_game", str(path), f"--player={ada.pk}=ada", stdout=StringIO())
    assert verify_game(game) is None
    assert values_of(Game) == before


@pytest.mark.parametrize(
    ("players", "what"),
    [
        (["99999=ada"], "names no person 99999"),
        ([f"{FIRST_PERSON}=zoe"], "nobody here with the username zoe"),
        ([f"{FIRST_PERSON}=ada", f"{FIRST_PERSON}=bob"], "another number"),
        ([f"{FIRST_PERSON}=ada", f"{FIRST_PERSON + 1}=ada"], "another number"),
        (["ada"], "no NUMBER=USERNAME"),
    ],
)
def test_who_cannot_be_a_player_is_refused_and_nothing_comes_in(
    tmp_path: Path, players: list[str], what: str
) -> None:
    cast()
    with pytest.raises(CommandError, match=what):
        import_elsewhere(tmp_path, UUID(int=82), *players)
    assert store.head_of(UUID(int=82)).version == 0


def test_a_tampered_record_is_refused_with_the_place(tmp_path: Path) -> None:
    record = to_json(record_elsewhere("two-players", UUID(int=78)))
    path = tmp_path / "game.json"
    path.write_bytes(record.replace(b'"amount":1', b'"amount":7', 1))
    with pytest.raises(CommandError, match=r"event \d+: its hash does not follow"):
        call_command("import_game", str(path))
    assert store.head_of(UUID(int=78)).version == 0
    assert not Game.objects.filter(id=UUID(int=78)).exists()


@pytest.mark.parametrize("text", ["", "{}", "not json"])
def test_a_file_that_is_no_record_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    with pytest.raises(CommandError, match=str(path)):
        call_command("import_game", str(path))


def test_a_game_that_is_not_here_is_not_exported() -> None:
    with pytest.raises(CommandError, match="there is no game"):
        call_command("export_game", str(UUID(int=9)))


@pytest.fixture
def older_site() -> Iterator[None]:
    """The site had games before the format of chains changed, half a day ago."""
    migrations = MigrationRecorder(connection).migration_qs.filter(app="games")
    before = dict(migrations.values_list("pk", "applied"))
    migrations.update(applied=now() - timedelta(days=30))
    migrations.filter(name=verify.FORMAT_2_MIGRATION).update(applied=now() - timedelta(hours=12))
    yield
    for pk, applied in before.items():
        migrations.filter(pk=pk).update(applied=applied)


def test_a_game_that_began_in_the_older_format_goes_on_in_it(older_site: None) -> None:
    game = start_game(cast())
    rewrite_in_format_1(game)
    assert Game.objects.get(id=game).chain == 1
    state = table_of(game)
    act(game, random_command(state, Draws(1, "older").below), actor="user:1", expected=None)
    assert verify_game(game) is None
    record = from_json(to_json(export_game(game)))
    assert record.format == 1
    check(record)


def test_a_record_in_the_older_format_comes_in_as_it_is(tmp_path: Path, older_site: None) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(to_json(record_elsewhere("two-players", UUID(int=79), form=1)))
    call_command("import_game", str(path), stdout=StringIO())
    assert Game.objects.get(id=UUID(int=79)).chain == 1
    assert verify_game(UUID(int=79)) is None
