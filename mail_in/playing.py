"""Does what an order mail asks for, in the name of the person whom its address names."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from functools import partial

from django.db import transaction
from msgspec import Struct

from games import doors
from games.access import GameView, see_game
from games.domain import Command, Event, Refusal, State
from games.domain.commands import KINDS
from games.domain.notation import Misread, language_of, parse
from games.domain.notation.meant import meant
from games.domain.take_backs import TakeBack
from games.events.store import StaleVersion
from games.hints import suggestions
from games.models import Person
from games.queries import table_at
from games.talk import say
from mail_in.cutting import own_lines
from mail_in.desk import Asker, Told, answer_request
from mail_in.orders import Instructions, is_order, read_instructions
from mail_in.requests import Request, read_request
from notifications.messages.game import turn_text
from notifications.offers import Shown, number_orders
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
    ANSWERED = "answered"


class Result(Struct, frozen=True):
    """What came of an order mail, and the state after it; `meant` is what a refused one may be."""

    outcome: Outcome
    state: State
    instructions: Instructions
    order: Command | TakeBack | None = None
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None
    meant: tuple[Command, ...] = ()
    told: Told | None = None


class OrderMail(Struct, frozen=True):
    """A mail to a game's reply address. `offered` is what the answered mail offered by number."""

    text: str
    address: ReplyAddress
    person: Person
    command_id: str
    at: datetime
    offered: tuple[Shown, ...] = ()


class NoSuchSuggestion(Refusal):
    says = "There is no suggestion {value}."


class OtherSuggestion(Refusal):
    says = "Suggestion {value} is another turn than the words behind it."


class NothingAwaited(Refusal):
    says = "The game is {value}; no order is waited for."


def play(mail: OrderMail, view: GameView) -> Result:
    """`view` is of the person, who has the seat. Runs in the caller's transaction."""
    person, state = mail.person, view.state
    kind = KINDS.get(state.status)
    address = mail.address
    is_order_here = partial(is_order, choice=kind, board=state.board)
    lines = own_lines(
        mail.text,
        is_order_here,
        sent=lambda: _text_of_answered(mail),
    )
    request = read_request(lines, is_order_here)
    if request is not None:
        return _answer(request, mail, view)
    try:
        instructions = read_instructions(lines, kind, names=names_of(person), board=state.board)
        with transaction.atomic():
            for text in instructions.notes:
                say(mail.address.game_id, person, text, mail.at)
            if instructions.stop:
                stop_reminders(person.pk, mail.address.game_id)
    except Refusal as refusal:
        return Result(Outcome.REFUSED, state, Instructions(), refusal=refusal)
    if not instructions.has_order:
        outcome = Outcome.NOTED if instructions.notes or instructions.stop else Outcome.NOTHING
        return Result(outcome, state, instructions)
    try:
        return _carry_out(mail, instructions, view)
    except StaleVersion:
        return Result(Outcome.LATE, see_game(person, mail.address.game_id).state, instructions)
    except Misread as refusal:
        is_mine = state.to_move == address.seat
        near = meant(refusal, state, language_of(person.language)) if is_mine else ()
        return Result(Outcome.REFUSED, state, instructions, refusal=refusal, meant=near)
    except Refusal as refusal:
        return Result(Outcome.REFUSED, state, instructions, refusal=refusal)


def names_of(person: Person) -> tuple[str, ...]:
    """As a signature may have them."""
    full = person.get_full_name()
    return person.name, person.first_name, person.last_name, full, person.username


def _text_of_answered(mail: OrderMail) -> str:
    """Of a turn mail; what else is answered is not kept."""
    address = mail.address
    if address.offer:
        return ""
    return turn_text(mail.person, address.game_id, address.seat, address.version)


def _answer(request: Request, mail: OrderMail, view: GameView) -> Result:
    person, language = mail.person, language_of(mail.person.language)
    asker = Asker(person.email, person, language, mail.command_id, mail.at, view)
    told = answer_request(request, asker)
    outcome = Outcome.REFUSED if told.is_refused else Outcome.ANSWERED
    return Result(outcome, see_game(person, view.game_id).state, Instructions(), told=told)


def _carry_out(mail: OrderMail, instructions: Instructions, view: GameView) -> Result:
    order: Command | TakeBack
    if instructions.take_back:
        order = _take_back(mail)
    else:
        order = _order(mail, instructions, doors.shown_table(view, mail.address.version))
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
    text = "\n".join(instructions.orders)
    language, seat = language_of(mail.person.language), mail.address.seat
    words = parse(text, kind, seat, language=language, board=state.board) if text else None
    if instructions.number is None and words is not None:
        return words
    choices = _choices(mail, state)
    number = instructions.number or 0
    if number not in choices:
        raise NoSuchSuggestion(number, tuple(choices))
    if words not in (None, choices[number]):
        raise OtherSuggestion(number)
    return choices[number]


def _choices(mail: OrderMail, state: State) -> Mapping[int, Command]:
    """What the numbers of the answered mail stand for in this game."""
    address = mail.address
    if address.offer:
        numbers = number_orders(mail.offered).items()
        return {n: order for n, (table, order) in numbers if table.game == address.game_id}
    return (
        dict(enumerate(suggestions(address.game_id, state), 1))
        if state.to_move == address.seat
        else {}
    )
