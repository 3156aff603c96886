"""Does what a letter asks for, in the name of whom its address is bound to."""

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
from notifications.inbound.addresses import ReplyAddress
from notifications.inbound.cutting import own_lines
from notifications.inbound.orders import Instructions, read_instructions
from notifications.preferences import stop_reminders


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
    """What came of a letter, and the table after it."""

    outcome: Outcome
    state: State
    asked: Instructions
    order: Command | TakeBack | None = None
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None


class OrderMail(Struct, frozen=True):
    """A letter on its way into a game."""

    text: str
    bound: ReplyAddress
    person: Person
    language: Language
    command_id: str
    at: datetime


class NoSuchSuggestion(Refusal):
    says = "There is no suggestion {value}."


class NothingAwaited(Refusal):
    says = "The game is {value}; no order is waited for."


def play(sent: OrderMail, state: State) -> Result:
    """`state` is the present table, at which the person sits. Runs in the caller's transaction."""
    person = sent.person
    names = (
        person.name,
        person.first_name,
        person.last_name,
        person.get_full_name(),
        person.username,
    )
    kind = KINDS.get(state.status)
    try:
        asked = read_instructions(own_lines(sent.text), kind, names=names, board=state.board)
    except Refusal as refusal:
        return Result(Outcome.REFUSED, state, Instructions(), refusal=refusal)
    try:
        with transaction.atomic():
            _post_notes(sent, asked)
    except Refusal as refusal:
        return Result(Outcome.REFUSED, state, Instructions(), refusal=refusal)
    if not asked.has_order:
        outcome = Outcome.NOTED if asked.notes or asked.stop else Outcome.NOTHING
        return Result(outcome, state, asked)
    try:
        return _carry_out(sent, asked, state)
    except StaleVersion:
        return Result(Outcome.LATE, see_game(person, sent.bound.game_id).state, asked)
    except Refusal as refusal:
        return Result(Outcome.REFUSED, state, asked, refusal=refusal)


def _post_notes(sent: OrderMail, asked: Instructions) -> None:
    game, person = sent.bound.game_id, sent.person
    for text in asked.notes:
        say(game, person, text, sent.at)
    if asked.stop:
        stop_reminders(person.pk, game)


def _carry_out(sent: OrderMail, asked: Instructions, state: State) -> Result:
    order: Command | TakeBack
    expected = sent.bound.version
    if asked.take_back:
        order, expected = _take_back(sent), state.version
    elif expected != state.version:
        raise StaleVersion(expected, state.version)
    else:
        order = _order(sent, asked, state)
    game, command_id = sent.bound.game_id, sent.command_id
    with count_change(game, order, sent.person, sent.at, command_id=command_id):
        done = act(
            game,
            order,
            actor=f"user:{sent.person.pk}",
            expected=expected,
            command_id=command_id,
            at=sent.at,
        )
    return Result(Outcome.PLAYED, done.table, asked, order, done.events)


def _take_back(sent: OrderMail) -> TakeBack:
    """Of the turn that was played on the mail that is answered, or else of the one before it."""
    bound = sent.bound
    starts = table_at(bound.game_id).turn_starts
    mine = [begun.version for begun in starts if begun.to_move == bound.seat]
    since = [version for version in mine if version >= bound.version]
    to_version = since[0] if since else max(mine, default=bound.version)
    return TakeBack(to_version, bound.seat)


def _order(sent: OrderMail, asked: Instructions, state: State) -> Command:
    kind = KINDS.get(state.status)
    if kind is None:
        raise NothingAwaited(state.status)
    if asked.number is None:
        text = "\n".join(asked.orders)
        return parse(text, kind, sent.bound.seat, language=sent.language, board=state.board)
    offered = suggestions(state) if state.to_move == sent.bound.seat else ()
    if not 1 <= asked.number <= len(offered):
        raise NoSuchSuggestion(asked.number, range(1, len(offered) + 1))
    return offered[asked.number - 1]
