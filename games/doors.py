"""The one way in for people: page, API, mail and tap read what came, ask here, show what went.

Here is said whose right a command is, and how many changes a person and a table may make.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from msgspec.structs import replace

from games import limits, services
from games.access import GameView, NotOwner, NotSeated
from games.bots import STRENGTHS
from games.domain import Command, State, lobby
from games.domain.commands import RunOutOfTime
from games.domain.computer_change import WantComputer
from games.domain.digest import position
from games.domain.numbers import RenumberPlayers
from games.domain.ruleset_change import AgreeRuleset, KeepRuleset
from games.domain.take_backs import TakeBack
from games.edge import game_id_of, new_seed, now
from games.events.store import StaleVersion, events_of_command
from games.limits import NEW_TABLES, TABLES
from games.models import Game, Person
from games.queries import OVER, UNDER_WAY, table_at
from games.services import Outcome, actor_of, retry_when_stale

PersonsOrder = Command | lobby.LobbyCommand


def act(
    view: GameView,
    order: PersonsOrder,
    *,
    expected: int | None = None,
    command_id: str = "",
    at: datetime | None = None,
) -> Outcome:
    """Does what the person of the view wants done, at version `expected` if one is given."""
    person = view.person
    if person is None:
        raise NotSeated
    check_right(view, order)
    do = partial(
        services.act,
        view.game_id,
        order,
        actor=actor_of(person.pk),
        expected=expected,
        command_id=command_id,
        at=at,
        seen=view,
    )
    with count_change(view.game_id, order, person, at or now(), command_id=command_id):
        return retry_when_stale(do) if expected is None else do()


def check_right(view: GameView, order: PersonsOrder) -> None:
    """Whose right it is to give the order; whether it can be done the rules say."""
    match order:
        case lobby.TakeSeat(player=int(player)) | lobby.TakeOver(player=player):
            if view.person is None or player != view.person.pk:
                raise NotOwner
        case lobby.LeaveSeat(seat=seat):
            if not view.is_owner and seat != view.require_seat():
                raise NotOwner
        case lobby.TakeSeat() | lobby.InvitePlayer() | lobby.StartGame():
            view.require_owner()
        case lobby.AbandonGame():
            view.require_owner()
            # One that has begun is its players'.
            if view.state.status in UNDER_WAY:
                raise lobby.NotOpen(view.state.status)
        case (
            lobby.CreateGame()
            | lobby.ReplacePlayer()
            | lobby.SetDeadline()
            | RenumberPlayers()
            | RunOutOfTime()
        ):
            raise NotOwner
        case _:
            if order.seat != view.require_seat():
                raise NotSeated


def shown_table(view: GameView, version: int) -> State:
    """The table as it was shown at `version`, as long as the game has not gone on since.

    A pause, the spare time or a holiday raises the version and leaves every answer good: what
    counts is the turn, who is to move, and the position.
    """
    if version == view.version:
        return view.state
    shown = table_at(view.game_id, version) if version < view.version else None
    if shown is None or position(shown) != position(view.state):
        raise StaleVersion(version, view.version)
    return shown


def leave_order(view: GameView, seat: int | None = None) -> lobby.LeaveSeat:
    """Who sits in the seat leaves it; without a seat, the person of the view."""
    seat = view.require_seat() if seat is None else seat
    seats = view.state.setup.seats
    return lobby.LeaveSeat(seat, seats[seat].player if seat < len(seats) else None)


@transaction.atomic
def open_table(order: lobby.CreateGame, person: Person, *, command_id: str = "") -> Outcome:
    """A repeated command id gets its first outcome, even where the person has too many tables now."""
    Person.objects.select_for_update().get(pk=person.pk)
    tables = Game.objects.filter(owner=person)
    if not (command_id and events_of_command(game_id_of(command_id), command_id)):
        limits.check_rows(TABLES, tables.exclude(status__in=OVER), now())
        # Closed tables count too, because their events stay in the store.
        limits.check_rows(NEW_TABLES, tables, now())
    return services.create_game(order, actor=actor_of(person.pk), command_id=command_id)


def fill_table(
    game_id: UUID, person: Person, sitters: Iterable[str], *, first: int | None = None
) -> None:
    """Seats its maker and computer players; the game starts if no seat waits for a person.

    `sitters` says who is to sit in each seat: `me`, `person`, or a computer player's strength.
    """
    actor, seats = actor_of(person.pk), list(sitters)
    orders = {"me": lobby.TakeSeat(player=person.pk)}
    orders |= {name: lobby.TakeSeat(bot=name) for name in STRENGTHS}
    has_begun = False
    for number, who in enumerate(seats):
        if who in orders:
            outcome = services.act(game_id, replace(orders[who], seat=number), actor=actor)
            has_begun = outcome.table.status != "open"
    if set(seats) <= set(orders) and not has_begun:
        services.act(game_id, lobby.StartGame(new_seed(), first=first), actor=actor)


@contextmanager
def count_change(
    game_id: UUID,
    order: PersonsOrder,
    person: Person,
    at: datetime,
    *,
    command_id: str = "",
    by_invitation: bool = False,
) -> Iterator[None]:
    """Counts a change against its limits, unless it is refused or repeats a command id.

    Events are kept for ever, so each person and each table may make only so many changes that
    are not turns.
    """
    counted = [
        (limit, (game_id,) if limit.per is limits.Per.TABLE else (person.pk, game_id))
        for limit in _limits(game_id, order, person, by_invitation=by_invitation)
    ]
    if not counted or (command_id and events_of_command(game_id, command_id)):
        yield
        return
    for limit, who in counted:
        limits.allow(limit, *who, at=at)
    try:
        yield
    except BaseException:
        for limit, who in counted:
            limits.give_back(limit, *who, at=at)
        raise


def _limits(
    game_id: UUID, order: PersonsOrder, person: Person, *, by_invitation: bool
) -> tuple[limits.Limit, ...]:
    match order:
        case lobby.TakeSeat() | lobby.LeaveSeat() | lobby.TakeOver():
            if Game.objects.filter(pk=game_id, owner=person).exists():
                return (limits.SEAT_CHANGES_OF_OWNER,)
            # The limit on strangers does not hold up an invited person.
            others = () if by_invitation else (limits.SEAT_CHANGES_OF_OTHERS,)
            return (limits.SEAT_CHANGES, limits.SEAT_CHANGES_A_DAY, *others)
        case lobby.AgreePause() | lobby.EndPause():
            return (limits.PAUSES,)
        case AgreeRuleset() | KeepRuleset():
            return (limits.RULESET_CHOICES,)
        case WantComputer():
            return (limits.COMPUTER_CHOICES,)
        case lobby.InvitePlayer():
            return (limits.LINKS,)
        case TakeBack():
            return (limits.TAKE_BACKS,)
        case _:
            return ()
