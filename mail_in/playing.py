"""Does what an order mail asks for, in the name of the person whom its address names."""

from datetime import datetime
from enum import StrEnum

from django.db import transaction
from msgspec import Struct

from games.access import see_game
from games.bots.suggestions import suggestions
from games.changes import count_change
from games.domain import Command, Event, Refusal, State
from games.domain.commands import KINDS
from games.domain.notation import Language, parse
from games.domain.take_backs import TakeBack
from games.events.store import StaleVersion
from games.models import Person
from games.queries import table_at
from games.services import act
from games.talk import say
from mail_in.cutting import own_lines
from mail_in.orders import Instructions, read_instructions
from notifications.preferences import stop_reminders
from notifications.reply_addresses import ReplyAddress


class Outcome(StrEnum):
    PLAYED = "played"
    REFUSED = "refused"
    LATE = "late"
    NOTED = "noted"
    NOTHING = "nothing"
    REPEATED = "repeated"
    AUTOMATIC = "automatic"
    STRANGER = "stranger"
    NOBODY = "nobody"
    TOO_LARGE = "too-large"
    FOR_HOST = "for-host"


class Result(Struct, frozen=True):
    """What came of an order mail, and the state after it."""

    outcome: Outcome
    state: State
    instructions: Instructions
    order: Command | TakeBack | None = None
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None


class OrderMail(Struct, frozen=True):
    """A mail to a game's reply address."""

    text: str
    address: ReplyAddress
    person: Person
    language: Language
    command_id: str
    at: datetime


class NoSuchSuggestion(Refusal):
    says = "There is no suggestion {value}."


class NothingAwaited(Refusal):
    says = "The game is {value}; no order is waited for."


def play(mail: OrderMail, state: State) -> Result:
    """`state` is the present one; the person has a seat in it. Runs in the caller's transaction."""
    person = mail.person
    names = (
        person.name,
        person.first_name,
        person.last_name,
        person.get_full_name(),
        person.username,
    )
    kind = KINDS.get(state.status)
    try:
        instructions = read_instructions(own_lines(mail.text), kind, names=names, board=state.board)
    except Refusal as refusal:
        return Result(Outcome.REFUSED, state, Instructions(), refusal=refusal)
    try:
        with transaction.atomic():
            _post_notes(mail, instructions)
    except Refusal as refusal:
        return Result(Outcome.REFUSED, state, Instructions(), refusal=refusal)
    if not instructions.has_order:
        outcome = Outcome.NOTED if instructions.notes or instructions.stop else Outcome.NOTHING
        return Result(outcome, state, instructions)
    try:
        return _carry_out(mail, instructions, state)
    except StaleVersion:
        return Result(Outcome.LATE, see_game(person, mail.address.game_id).state, instructions)
    except Refusal as refusal:
        return Result(Outcome.REFUSED, state, instructions, refusal=refusal)


def _post_notes(mail: OrderMail, instructions: Instructions) -> None:
    game, person = mail.address.game_id, mail.person
    for text in instructions.notes:
        say(game, person, text, mail.at)
    if instructions.stop:
        stop_reminders(person.pk, game)


def _carry_out(mail: OrderMail, instructions: Instructions, state: State) -> Result:
    order: Command | TakeBack
    expected = mail.address.version
    if instructions.take_back:
        order, expected = _take_back(mail), state.version
    elif expected != state.version:
        raise StaleVersion(expected, state.version)
    else:
        order = _order(mail, instructions, state)
    game, command_id = mail.address.game_id, mail.command_id
    with count_change(game, order, mail.person, mail.at, command_id=command_id):
        done = act(
            game,
            order,
            actor=f"user:{mail.person.pk}",
            expected=expected,
            command_id=command_id,
            at=mail.at,
        )
    return Result(Outcome.PLAYED, done.table, instructions, order, done.events)


def _take_back(mail: OrderMail) -> TakeBack:
    """Of the turn that was played after the answered mail, or else of the turn before."""
    address = mail.address
    starts = table_at(address.game_id).turn_starts
    mine = [start.version for start in starts if start.to_move == address.seat]
    since = [version for version in mine if version >= address.version]
    to_version = since[0] if since else max(mine, default=address.version)
    return TakeBack(to_version, address.seat)


def _order(mail: OrderMail, instructions: Instructions, state: State) -> Command:
    kind = KINDS.get(state.status)
    if kind is None:
        raise NothingAwaited(state.status)
    if instructions.number is None:
        text = "\n".join(instructions.orders)
        return parse(text, kind, mail.address.seat, language=mail.language, board=state.board)
    choices = suggestions(state) if state.to_move == mail.address.seat else ()
    if not 1 <= instructions.number <= len(choices):
        raise NoSuchSuggestion(instructions.number, range(1, len(choices) + 1))
    return choices[instructions.number - 1]
