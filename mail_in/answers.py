"""The answer to an order mail: what was played and what it did, or why not; and the table."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext
from msgspec import Struct

from games.domain import State
from games.domain.commands import KINDS
from games.domain.notation import format, sheet
from games.domain.story import Story
from games.domain.take_backs import TakeBack
from games.domain.text import draw
from games.models import Person
from games.refusals import explain, possibilities
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
    with override(reader.language):
        context = AnswerContext(result, address.seat, reader, links, is_mine)
        letter = with_foot(answer_letter(context, subject), address.game_id, state.version)
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
    def state(self) -> State:
        return self.result.state


def answer_letter(context: AnswerContext, subject: str) -> Letter:
    state, links = context.state, context.links
    return Letter(
        subject=subject,
        game=state.terms.name,
        lead=_lead(context),
        parts=(*_outcome_parts(context), *_next_parts(context), *_table_parts(context)),
        links=(Link(_("See the table"), links.table),),
        why=_("You play in {game}.").format(game=state.terms.name),
        stop=Link(_("No mails for this game"), links.stop),
        language=context.reader.language,
        marker=links.marker if context.is_mine else "",
    )


def _lead(context: AnswerContext) -> tuple[str, ...]:
    result, language = context.result, context.reader.language
    board = result.state.board
    match result.outcome:
        case Outcome.PLAYED if result.order is not None:
            if isinstance(result.order, TakeBack):
                return (_("Your turn is taken back."),)
            words = format(result.order, language, board)
            return pgettext("mail", "Played"), "; ".join(words.splitlines())
        case Outcome.LATE:
            return _("Not played"), _("The game has gone on since the mail that you answered.")
        case Outcome.NOTED:
            if result.instructions.notes:
                return (_("Your note stands at the table"),)
            return (_("No more reminders of this game will be sent to you."),)
        case _ if result.refusal is not None:
            rule = f" ({_('rule')} {result.refusal.rule})" if result.refusal.rule else ""
            return _("Not played"), f"{explain(result.refusal, language, board)}{rule}"
        case _:
            return _("Nothing was played"), _("No order could be found in your mail.")


def _outcome_parts(context: AnswerContext) -> Iterator[Part]:
    result, instructions = context.result, context.result.instructions
    language, board = context.reader.language, result.state.board
    if result.events and not isinstance(result.order, TakeBack):
        yield Lines(_("What happened"), sheet(result.events, language, board))
    if result.refusal is not None and result.refusal.possible:
        possible = possibilities(result.refusal, language, board)[:MOST_POSSIBLE]
        yield Lines(_("Possible"), (", ".join(possible),))
    if instructions.notes:
        yield Lines(_("Your note stands at the table"), instructions.notes)
    if instructions.stop and (instructions.notes or result.outcome is not Outcome.NOTED):
        yield Lines(_("No more reminders of this game will be sent to you."), ())
    if instructions.unread:
        yield Lines(_("These lines were not read as orders"), instructions.unread[:MOST_UNREAD])


def _next_parts(context: AnswerContext) -> Iterator[Part]:
    if not context.is_mine:
        return
    links = context.links
    choices = order_choices(context.state, links.orders, links.play, context.reader)
    if choices and context.result.outcome is not Outcome.PLAYED:
        yield Choices(
            _("Answer with orders, or with the number of one of these"), choices, _("Play this")
        )
    else:
        yield Lines(_("It is your turn"), (_("Answer this mail to play."),))


def _table_parts(context: AnswerContext) -> Iterator[Part]:
    """The HTML shows the board as a picture, which is drawn when the mail is sent."""
    state = context.state
    if has_board(state):
        text = f"{_('The table now')}\n\n{draw(state, context.reader.language)}"
        yield Picture(_("The table now"), b"", text=text)
    if state.status in ("playing", "ended"):
        yield standings(Story(state, state, (), context.seat), context.reader)


def has_board(state: State) -> bool:
    return state.status in KINDS or state.status == "ended"
