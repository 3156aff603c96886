"""The answer to an order mail: what was played and what it did, or why not; and the table."""

from collections.abc import Iterator

from msgspec import Struct

from games.domain import State
from games.domain.commands import KINDS
from games.domain.notation import format, sheet
from games.domain.story import Story
from games.domain.take_backs import TakeBack
from games.domain.text import draw
from games.models import Person
from games.refusals import explain, possibilities
from mail_in.phrases import SAYS, Says
from mail_in.playing import Outcome, Result
from mail_in.reading import IncomingMail
from mail_in.words import without_reply_prefix
from notifications.messages.answers import Answer
from notifications.messages.content import Reader, order_choices, standings
from notifications.messages.game import links_of, reader_of, with_foot
from notifications.messages.letter import (
    Choices,
    Letter,
    Lines,
    Link,
    Part,
    Picture,
    as_html,
    as_text,
)
from notifications.messages.turn import TurnLinks
from notifications.reply_addresses import ReplyAddress, no_reply_address, reply_address

MOST_UNREAD = 10
MOST_POSSIBLE = 45


def answer_to(
    mail: IncomingMail, address: ReplyAddress, person: Person, result: Result, *, key: str
) -> Answer:
    state, reader = result.state, reader_of(person, result.state)
    is_mine = state.to_move is not None and state.setup.seats[state.to_move].player == person.pk
    sender = no_reply_address()
    if is_mine:
        sender = reply_address(address.game_id, state.mover, state.version, person.pk)
    subject = f"Re: {without_reply_prefix(mail.subject)}"
    links = links_of(address.game_id, state, reader, offers=is_mine)
    letter = answer_letter(AnswerContext(result, address.seat, reader, links, is_mine), subject)
    letter = with_foot(letter, reader, address.game_id, state.version)
    return Answer(
        key=key,
        to=person.email,
        sender=sender,
        subject=subject,
        text=as_text(letter),
        in_reply_to=mail.message_id,
        references=mail.references,
        html=as_html(letter),
        board=state.version if has_board(state) else None,
        language=reader.language,
    )


class AnswerContext(Struct, frozen=True):
    """`is_mine` says that the reader is to move; then `links` lead to suggestions."""

    result: Result
    seat: int
    reader: Reader
    links: TurnLinks
    is_mine: bool

    @property
    def says(self) -> Says:
        return SAYS[self.reader.language]

    @property
    def state(self) -> State:
        return self.result.state


def answer_letter(context: AnswerContext, subject: str) -> Letter:
    phrases, state, links = context.reader.phrases, context.state, context.links
    return Letter(
        subject=subject,
        game=state.terms.name,
        lead=_lead(context),
        parts=(*_outcome_parts(context), *_next_parts(context), *_table_parts(context)),
        links=(Link(phrases.see_table, links.table),),
        why=phrases.why.format(game=state.terms.name),
        stop=Link(phrases.stop, links.stop),
        language=context.reader.language,
        marker=links.marker if context.is_mine else "",
    )


def _lead(context: AnswerContext) -> tuple[str, ...]:
    says, result, language = context.says, context.result, context.reader.language
    board = result.state.board
    match result.outcome:
        case Outcome.PLAYED if result.order is not None:
            if isinstance(result.order, TakeBack):
                return (says.taken_back,)
            words = format(result.order, language, board)
            return says.played, "; ".join(words.splitlines())
        case Outcome.LATE:
            return says.not_played, says.late
        case Outcome.NOTED:
            return (says.noted if result.instructions.notes else says.stopped,)
        case _ if result.refusal is not None:
            rule = f" ({says.rule} {result.refusal.rule})" if result.refusal.rule else ""
            return says.not_played, f"{explain(result.refusal, language, board)}{rule}"
        case _:
            return says.nothing, says.no_order


def _outcome_parts(context: AnswerContext) -> Iterator[Part]:
    says, result, instructions = context.says, context.result, context.result.instructions
    language, board = context.reader.language, result.state.board
    if result.events and not isinstance(result.order, TakeBack):
        yield Lines(says.did, sheet(result.events, language, board))
    if result.refusal is not None and result.refusal.possible:
        possible = possibilities(result.refusal, language, board)[:MOST_POSSIBLE]
        yield Lines(says.possible, (", ".join(possible),))
    if instructions.notes:
        yield Lines(says.noted, instructions.notes)
    if instructions.stop and (instructions.notes or result.outcome is not Outcome.NOTED):
        yield Lines(says.stopped, ())
    if instructions.unread:
        yield Lines(says.unread, instructions.unread[:MOST_UNREAD])


def _next_parts(context: AnswerContext) -> Iterator[Part]:
    if not context.is_mine:
        return
    links, says = context.links, context.says
    choices = order_choices(context.state, links.orders, links.play, context.reader)
    if choices and context.result.outcome is not Outcome.PLAYED:
        yield Choices(says.suggestions, choices, context.reader.phrases.play_this)
    else:
        yield Lines(says.your_turn, (says.answer_it,))


def _table_parts(context: AnswerContext) -> Iterator[Part]:
    """The HTML shows the board as a picture, which is drawn when the mail is sent."""
    state, says = context.state, context.says
    if has_board(state):
        text = f"{says.table}\n\n{draw(state, context.reader.language)}"
        yield Picture(says.table, b"", text=text)
    if state.status in ("playing", "ended"):
        yield standings(Story(state, state, (), context.seat), context.reader)


def has_board(state: State) -> bool:
    return state.status in KINDS or state.status == "ended"
