"""Does what an order mail asks for, in the name of the person whom its address names."""

from datetime import datetime
from enum import StrEnum

from django.db import transaction
from msgspec import Struct

from games import doors
from games.access import GameView, see_game
from games.bots.suggestions import suggestions
from games.domain import Command, Event, Refusal, State
from games.domain.commands import KINDS
from games.domain.notation import language_of, parse
from games.domain.take_backs import TakeBack
from games.events.store import StaleVersion
from games.models import Person
from games.queries import table_at
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
    command_id: str
    at: datetime


class NoSuchSuggestion(Refusal):
    says = "There is no suggestion {value}."


class NothingAwaited(Refusal):
    says = "The game is {value}; no order is waited for."


def play(mail: OrderMail, view: GameView) -> Result:
    """`view` is of the person, who has the seat. Runs in the caller's transaction."""
    person, state = mail.person, view.state
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
        with transaction.atomic():
            _post_notes(mail, instructions)
    except Refusal as refusal:
        return Result(Outcome.REFUSED, state, Instructions(), refusal=refusal)
    if not instructions.has_order:
        outcome = Outcome.NOTED if instructions.notes or instructions.stop else Outcome.NOTHING
        return Result(outcome, state, instructions)
    try:
        return _carry_out(mail, instructions, view)
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


def _carry_out(mail: OrderMail, instructions: Instructions, view: GameView) -> Result:
    order: Command | TakeBack
    if instructions.take_back:
        order = _take_back(mail)
    else:
        view.require_version(mail.address.version)
        order = _order(mail, instructions, view.state)
    done = doors.act(view, order, expected=view.version, command_id=mail.command_id, at=mail.at)
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
        language = language_of(mail.person.language)
        return parse(text, kind, mail.address.seat, language=language, board=state.board)
    choices = suggestions(state) if state.to_move == mail.address.seat else ()
    if not 1 <= instructions.number <= len(choices):
        raise NoSuchSuggestion(instructions.number, range(1, len(choices) + 1))
    return choices[instructions.number - 1]
