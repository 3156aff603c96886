"""Whose right a command is, whatever door it comes by."""

from uuid import UUID

import pytest
from msgspec.structs import replace

from games import doors
from games.access import NotOwner, NotSeated, see_game
from games.domain import lobby
from games.domain.commands import RunOutOfTime, command
from games.domain.computer_change import WantComputer
from games.domain.numbers import RenumberPlayers
from games.domain.ruleset_change import AgreeRuleset, KeepRuleset
from games.domain.state import Terms
from games.domain.take_backs import TakeBack
from games.events.store import StaleVersion
from games.models import Person
from tests.doing import actors_of, open_game, start_game, table_of
from tests.people import Cast, cast

pytestmark = pytest.mark.django_db(transaction=True)
TERMS = Terms("Route 66", watch="public")
REFUSED = (NotOwner, NotSeated)


@pytest.fixture
def people(db: None) -> Cast:
    return cast()


@pytest.fixture
def game(people: Cast) -> UUID:
    """Ada owns it and sits in seat 0, Bob sits in seat 1; everybody may watch."""
    return start_game(people, terms=replace(TERMS, owner=people.ada.pk))


def may(person: Person | None, game: UUID, order: doors.PersonsOrder) -> bool:
    try:
        doors.check_right(see_game(person, game), order)
    except REFUSED:
        return False
    return True


def who_may(people: Cast, game: UUID, order: doors.PersonsOrder) -> str:
    known = {"ada": people.ada, "bob": people.bob, "mallory": people.mallory, "nobody": None}
    return " ".join(name for name, person in known.items() if may(person, game, order))


@pytest.mark.parametrize(
    ("order", "allowed"),
    [
        (command("turn", 0, {}), "ada"),
        (command("turn", 1, {}), "bob"),
        (command("boom", 1, {"boom": "chicago"}), "bob"),
        (TakeBack(1, 1), "bob"),
        (TakeBack(1), ""),
        (lobby.AgreePause(1), "bob"),
        (lobby.EndPause(0), "ada"),
        (AgreeRuleset(1), "bob"),
        (KeepRuleset(0), "ada"),
        (WantComputer(0, 1, "strong"), "ada"),
        (lobby.LeaveSeat(0), "ada"),
        (lobby.LeaveSeat(1), "ada bob"),
        (lobby.LeaveSeat(4), "ada"),
        (lobby.TakeSeat(bot="greedy"), "ada"),
        (lobby.StartGame(1), "ada"),
        (lobby.InvitePlayer("a1b2"), "ada"),
        (RunOutOfTime(0), ""),
        (lobby.SetDeadline(None, "paused"), ""),
        (lobby.ReplacePlayer(0, bot="greedy"), ""),
        (RenumberPlayers(()), ""),
        (lobby.CreateGame(TERMS, 2), ""),
    ],
    ids=lambda value: value if isinstance(value, str) else repr(value),
)
def test_an_order_is_the_right_of(
    people: Cast, game: UUID, order: doors.PersonsOrder, allowed: str
) -> None:
    assert who_may(people, game, order) == allowed


def test_everybody_who_sees_a_table_may_sit_down_there_as_themselves(
    people: Cast, game: UUID
) -> None:
    for order in (
        lobby.TakeSeat(player=people.mallory.pk),
        lobby.TakeOver(1, people.mallory.pk, 0),
    ):
        assert who_may(people, game, order) == "mallory"


def test_a_table_is_its_owners_to_close_until_the_game_has_begun(people: Cast, game: UUID) -> None:
    still_open = open_game(people, terms=replace(TERMS, owner=people.ada.pk))
    assert who_may(people, still_open, lobby.AbandonGame()) == "ada"
    with pytest.raises(lobby.NotOpen):
        doors.act(see_game(people.ada, game), lobby.AbandonGame())


def test_a_refused_order_changes_nothing(people: Cast, game: UUID) -> None:
    before = table_of(game)
    for person in (people.bob, people.mallory, None):
        with pytest.raises(NotSeated):
            doors.act(see_game(person, game), command("turn", 0, {}))
    assert table_of(game) == before


def test_what_is_done_is_done_in_the_persons_name_at_the_version_they_saw(
    people: Cast, game: UUID
) -> None:
    view = see_game(people.ada, game)
    outcome = doors.act(view, command("turn", 0, {}), expected=view.version)
    assert set(actors_of(game)[view.version :]) == {f"user:{people.ada.pk}"}
    with pytest.raises(StaleVersion):
        doors.act(view, command("turn", 0, {}), expected=view.version)
    assert table_of(game).version == outcome.version


def test_the_same_command_id_gets_the_same_answer(people: Cast, game: UUID) -> None:
    view = see_game(people.ada, game)
    first = doors.act(view, command("turn", 0, {}), expected=view.version, command_id="once")
    again = doors.act(view, command("turn", 0, {}), expected=view.version, command_id="once")
    assert (again.version, again.events, again.repeated) == (first.version, first.events, True)


def test_a_table_without_a_place_for_a_person_starts_when_it_is_filled(people: Cast) -> None:
    waits, full = open_game(people), open_game(people)
    doors.fill_table(waits, people.ada, ("me", "person"))
    doors.fill_table(full, people.ada, ("strong", "me"), first=1)
    assert table_of(waits).status == "open"
    state = table_of(full)
    assert [(who.player, who.bot) for who in state.setup.seats] == [
        (None, "strong"),
        (people.ada.pk, None),
    ]
    assert (state.status, state.to_move) == ("playing", 1)
