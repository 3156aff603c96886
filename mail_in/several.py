"""An answer to a mail that shows several games: which one it is about."""

from functools import partial

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from games import doors
from games.access import GameView, NoAccess, see_game
from games.domain import Refusal
from games.domain.commands import KINDS
from games.domain.decide import decide
from games.domain.notation import WORDS, language_of, parse
from games.events.store import StaleVersion
from games.models import Person
from mail_in.cutting import own_lines
from mail_in.orders import Instructions, is_order, read_instructions
from mail_in.playing import NoSuchSuggestion, names_of
from mail_in.requests import Request, read_request
from notifications.messages.content import order_choices
from notifications.messages.game import reader_of
from notifications.messages.letter import Choices, Lines, Link, Part
from notifications.offers import Shown, number_orders
from notifications.reply_addresses import reply_address


class WhichGame(Refusal):
    says = "The mail that you answered is about more than one game: which one do you mean?"


class Several(Struct, frozen=True):
    """A mail to the address of a mail that shows several games."""

    text: str
    person: Person
    tables: tuple[Shown, ...]


class Unclear(Struct, frozen=True):
    """Why no game could be told, and what the answer offers: tables that wait, and orders there."""

    refusal: Refusal
    tables: tuple[Shown, ...]


def choose_table(mail: Several) -> Shown | Request | Unclear:
    """The table that is meant. A request is about no game, unless the mail shows only one."""
    if len(mail.tables) == 1:
        return mail.tables[0]
    lines = own_lines(mail.text, partial(is_order, choice=None))
    request = read_request(lines, partial(is_order, choice=None))
    if request is not None:
        return request
    waiting = [(table, view) for table in mail.tables if (view := _view_of(table, mail.person))]
    standing = tuple(table for table, _view in waiting)
    try:
        instructions = read_instructions(lines, None, names=names_of(mail.person))
    except Refusal as refusal:
        return Unclear(refusal, standing)
    if instructions.number is not None:
        numbers = number_orders(mail.tables)
        if instructions.number not in numbers:
            return Unclear(NoSuchSuggestion(instructions.number, tuple(numbers)), standing)
        return numbers[instructions.number][0]
    if instructions.orders and len(waiting) == 1:
        return standing[0]
    meant = (_with_order(table, view, mail, instructions) for table, view in waiting)
    return Unclear(WhichGame(), tuple(meant))


def _view_of(table: Shown, person: Person) -> GameView | None:
    """None where the table is not as it was shown."""
    try:
        view = see_game(person, table.game)
        doors.shown_table(view, table.version)
    except (NoAccess, StaleVersion):
        return None
    return view if view.seat == table.seat else None


def _with_order(table: Shown, view: GameView, mail: Several, asked: Instructions) -> Shown:
    """With what the words would play there, if they can be played."""
    kind, state = KINDS.get(view.state.status), view.state
    bare = replace(table, orders=())
    if kind is None or not asked.orders:
        return bare
    text, language = "\n".join(asked.orders), language_of(mail.person.language)
    try:
        order = parse(text, kind, table.seat, language=language, board=state.board)
        decide(state, order)
    except Refusal:
        return bare
    return replace(table, orders=(order,))


def which_game_parts(unclear: Unclear, person: Person) -> tuple[Part, ...]:
    """The orders by number, and each game's own address."""
    parts: list[Part] = []
    links = []
    colon = WORDS[language_of(person.language)].colon
    first = 1
    for table in unclear.tables:
        state = see_game(person, table.game).state
        name = state.terms.name
        choices = order_choices(state, table.orders, reader_of(person, state), first)
        if choices:
            title = _("Answer with the number of what you meant")
            parts.append(Choices(f"{name}{colon}{title}", choices))
        first += len(choices)
        address = reply_address(table.game, table.seat, table.version, person.pk)
        label = _("Orders in words for {game}").format(game=name)
        links.append(Link(label, f"mailto:{address}"))
    if links:
        parts.append(Lines(_("Or write to the game that you mean"), (), tuple(links)))
    return tuple(parts)
