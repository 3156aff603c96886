"""The next game of the same people: one a game, whoever asks for it first."""

import re
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from msgspec.structs import replace

from games.access import GameView, StillAGuest, is_of_table, see_game
from games.bots import strength_of
from games.domain import Refusal
from games.domain.lobby import LONGEST_NAME, CreateGame, TakeSeat
from games.domain.state import Seat
from games.doors import fill_table, open_table
from games.edge import game_id_of
from games.invitations import invite, sit_down
from games.models import Game, Invitation, Person
from games.rows import decode_state
from games.services import CommandIdReused

NUMBERED = re.compile(r"(.*) \((\d+)\)")


class NotOver(Refusal):
    says = "The game is {value}; the next one is made when this one is over."


class NoSeatKept(Refusal):
    says = "The next game was made, and no seat is kept for you there."


class NextGame(NamedTuple):
    id: UUID
    is_new: bool


def next_game_id(game_id: UUID) -> UUID:
    return game_id_of(_command_of(game_id))


def _command_of(game_id: UUID) -> str:
    return f"again:{game_id}"


def play_again(view: GameView) -> NextGame:
    """Who asks first makes it on the same terms, with everybody a seat
    further and invited by mail; the others sit down there."""
    person = view.require_player()
    if view.state.status != "ended":
        raise NotOver(view.state.status)
    made = Game.objects.filter(pk=next_game_id(view.game_id))
    following = made.first()
    if following is None:
        try:
            return NextGame(_open(view, person), is_new=True)
        except CommandIdReused:
            following = made.get()
    _sit_down(view, person, following)
    return NextGame(following.pk, is_new=False)


@transaction.atomic
def _open(view: GameView, person: Person) -> UUID:
    """`CommandIdReused` where somebody was first at the same moment."""
    state = view.state
    others = [who.player for who in _seats_further(view) if who.player not in (None, person.pk)]
    if others and person.guest:
        raise StillAGuest
    terms = replace(
        state.terms,
        name=_next_name(state.terms.name),
        owner=person.pk,
        start_when_full=True,
    )
    order = CreateGame(terms, len(state.setup.seats), state.setup.options)
    command_id = _command_of(view.game_id)
    outcome = open_table(order, person, command_id=command_id)
    if outcome.repeated:
        raise CommandIdReused(command_id)
    game_id = outcome.game_id
    fill_table(game_id, person, [_sitter(who, person) for who in _seats_further(view)])
    new = see_game(person, game_id)
    for address in Person.objects.filter(pk__in=others).values_list("email", flat=True):
        if address:
            invite(new, address)
    return game_id


def _seats_further(view: GameView) -> tuple[Seat, ...]:
    last, *others = reversed(view.state.setup.seats)
    return (last, *reversed(others))


def _sitter(who: Seat, person: Person) -> str:
    if who.bot is not None:
        return strength_of(who.bot).name
    return "me" if who.player == person.pk else "person"


def _next_name(name: str) -> str:
    found = NUMBERED.fullmatch(name)
    name, number = (found[1], int(found[2])) if found else (name, 1)
    ending = f" ({number + 1})"
    return name[: LONGEST_NAME - len(ending)] + ending


def _sit_down(view: GameView, person: Person, following: Game) -> None:
    state = decode_state(following.snapshot)
    if is_of_table(person, state):
        return
    invitation = (
        Invitation.objects.filter(game=following, address=person.email).order_by("number").last()
    )
    if not person.email or invitation is None:
        raise NoSeatKept
    number = _seats_further(view).index(Seat(player=person.pk))
    free = state.setup.seats[number] == Seat()
    try:
        sit_down(TakeSeat(player=person.pk, seat=number if free else None), person, invitation)
    except Refusal:
        # Whoever asks twice at the same moment sits there by now.
        following.refresh_from_db()
        if not is_of_table(person, decode_state(following.snapshot)):
            raise
