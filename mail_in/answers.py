"""The answer to an order mail: what was played and what it did, or why not; and the table."""

import re
from collections.abc import Iterator
from functools import cache

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext
from msgspec import Struct
from msgspec.structs import replace

from games.domain import Refusal, State
from games.domain.board import Board
from games.domain.commands import KINDS
from games.domain.notation import WORDS, Language, Misread, format, language_of, sheet
from games.domain.story import Story
from games.domain.take_backs import TakeBack
from games.events import store
from games.models import Person
from games.refusals import explain, possibilities
from mail_in.playing import Outcome, Result
from mail_in.reading import IncomingMail
from mail_in.several import Unclear, which_game_parts
from mail_in.words import without_reply_prefix
from notifications.links import Stop, page_url, stop_url, table_url
from notifications.messages import worth
from notifications.messages.answers import Answer
from notifications.messages.content import (
    Reader,
    board_text,
    order_choices,
    regions_caption,
    standings,
    suggestion_choices,
)
from notifications.messages.game import reader_of, with_foot
from notifications.messages.letter import (
    SITE,
    Choices,
    Letter,
    Lines,
    Link,
    Part,
    Picture,
    as_html,
    as_text,
)
from notifications.offers import several_address
from notifications.reply_addresses import (
    MARKER,
    ReplyAddress,
    desk_address,
    reply_address,
)

LABELLED = re.compile(r"\[([^\]]+)\]\s*")
MOST_UNREAD = 10
NUMBER_DIGITS = 16
MOST_POSSIBLE = 45


def answer_to(
    mail: IncomingMail,
    address: ReplyAddress,
    person: Person,
    result: Result,
    *,
    key: str,
    offer: int,
) -> Answer:
    """`offer` is the number under which is kept what was probably meant, if that is known."""
    state, reader = result.state, reader_of(person, result.state)
    is_mine = state.to_move is not None and state.setup.seats[state.to_move].player == person.pk
    with override(reader.language):
        context = AnswerContext(result, address, reader, is_mine)
        subject = _subject(mail, _label(result))
        hash_ = store.hash_at(address.game_id, state.version)
        letter = with_foot(answer_letter(context, subject), state.version, hash_)
    return answer_in_letter(
        mail,
        letter,
        key=key,
        to=person.email,
        reply_to=reply_address(address.game_id, address.seat, state.version, person.pk, offer),
        board=state.version if has_board(state) else None,
        number=f"{address.game_id}.{state.version}.answer.{person.pk}.{key[:NUMBER_DIGITS]}.{offer}",
    )


def answer_in_letter(
    mail: IncomingMail,
    letter: Letter,
    *,
    key: str,
    to: str,
    reply_to: str,
    board: int | None = None,
    number: str = "",
) -> Answer:
    return Answer(
        key=key,
        to=to,
        reply_to=reply_to,
        subject=letter.subject,
        text=as_text(letter),
        in_reply_to=mail.message_id,
        references=mail.references,
        html=as_html(letter),
        board=board,
        language=language_of(letter.language),
        number=number,
        stop=letter.stop.url if letter.stop else "",
    )


def stranger_answer(
    mail: IncomingMail, address: ReplyAddress, person: Person, *, key: str
) -> Answer:
    """Goes to the person's own address."""
    language = language_of(person.language)
    with override(language):
        lead = (
            _("Nothing was played"),
            _(
                "A mail with your reply address came from {sender}, which is not your address "
                "here. If it was you: write from {own}, or change your address on the page."
            ).format(sender=mail.sender or "?", own=person.email),
        )
        why, links = _("You play here."), (Link(_("Mail settings"), page_url("account-mail")),)
        subject = _subject(mail, _("Not played"))
        letter = Letter(subject, SITE, lead, (), links, why, None, language)
    # It goes to another mailbox, which has no such thread.
    alone = replace(mail, message_id="", references=())
    return answer_in_letter(
        alone, letter, key=key, to=person.email, reply_to=desk_address(person.email)
    )


def which_game_answer(
    mail: IncomingMail, unclear: Unclear, person: Person, *, key: str, offer: int
) -> Answer:
    """`offer` is the number under which is kept what the numbers stand for."""
    language = language_of(person.language)
    with override(language):
        possible = possibilities(unclear.refusal, language)
        letter = Letter(
            subject=_subject(mail, _("Not played")),
            game=SITE,
            lead=(_("Not played"), explain(unclear.refusal, language)),
            parts=(
                *([Lines(_("Possible"), (", ".join(possible),))] if possible else ()),
                *which_game_parts(unclear, person),
            ),
            links=(Link(_("My games"), page_url("home")),),
            why=_("You play here."),
            stop=None,
            language=language,
            marker=MARKER,
        )
    return answer_in_letter(
        mail,
        letter,
        key=key,
        to=person.email,
        reply_to=several_address(person.pk, offer),
        number=f"digest.{person.pk}.{key[:NUMBER_DIGITS]}.{offer}",
    )


def _label(result: Result) -> str:
    """What a list of mails shows first of an answer to orders."""
    match result.outcome:
        case _ if result.told is not None:
            return ""
        case Outcome.PLAYED:
            is_back = isinstance(result.order, TakeBack)
            return _("Taken back") if is_back else pgettext("mail", "Played")
        case Outcome.REFUSED | Outcome.LATE | Outcome.NOTHING:
            return _not_done(result)
        case _:
            return ""


def _not_done(result: Result) -> str:
    """Of a turn that was not taken back: it stays played."""
    return _("Not taken back") if result.instructions.take_back else _("Not played")


def _subject(mail: IncomingMail, label: str) -> str:
    """`[Played] Re: Route 66: Your turn 5`.

    Mail programs that make threads by subjects drop what is in brackets, as lists write it,
    along with `Re:` (RFC 5256).
    """
    bare = without_reply_prefix(mail.subject)
    while (found := LABELLED.match(bare)) and found[1] in _labels():
        bare = without_reply_prefix(bare[found.end() :])
    return f"[{label}] Re: {bare}" if label else f"Re: {bare}"


@cache
def _labels() -> frozenset[str]:
    """Of all languages: an answer to an answer has its subject."""
    labels = set()
    for language, _name in settings.LANGUAGES:
        with override(language):
            labels |= {
                pgettext("mail", "Played"),
                _("Not played"),
                _("Taken back"),
                _("Not taken back"),
            }
    return frozenset(labels)


class AnswerContext(Struct, frozen=True):
    """`is_mine` says that the reader is to move."""

    result: Result
    address: ReplyAddress
    reader: Reader
    is_mine: bool

    @property
    def state(self) -> State:
        return self.result.state


def answer_letter(context: AnswerContext, subject: str) -> Letter:
    state, game, told = context.state, context.address.game_id, context.result.told
    first, *rest = _lead(context)
    colon = WORDS[context.reader.language].colon
    return Letter(
        subject=subject,
        game=state.terms.name,
        lead=(first, colon.join((state.terms.name, *rest[:1])), *rest[1:]),
        parts=(*_outcome_parts(context), *_next_parts(context), *_table_parts(context)),
        links=(Link(_("See the table"), table_url(game)), *(told.links if told else ())),
        why=_("You play in {game}.").format(game=state.terms.name),
        stop=Link(_("No mails for this game"), stop_url(Stop(game, context.reader.person))),
        language=context.reader.language,
        marker=MARKER if context.is_mine else "",
    )


def _lead(context: AnswerContext) -> tuple[str, ...]:
    result, language = context.result, context.reader.language
    board = result.state.board
    if result.told is not None:
        return result.told.lead
    match result.outcome:
        case Outcome.PLAYED if result.order is not None:
            if isinstance(result.order, TakeBack):
                return (_("Your turn is taken back."),)
            orders = format(result.order, language, board).splitlines()
            words = WORDS[language].semicolon.join(orders)
            spent = worth.spent_line(result.events, language)
            return pgettext("mail", "Played"), words, *filter(None, [spent])
        case Outcome.LATE:
            return _not_done(result), _("The game has gone on since the mail that you answered.")
        case Outcome.NOTED:
            if result.instructions.notes:
                return (_("Your note stands at the table"),)
            return (_("No more reminders of this game will be sent to you."),)
        case _ if result.refusal is not None:
            return _not_done(result), _why(result.refusal, language, board)
        case _:
            return _("Nothing was played"), _("No order could be found in your mail.")


def _why(refusal: Refusal, language: Language, board: Board) -> str:
    """The sentence, its rule within it."""
    sentence = explain(refusal, language, board)
    if not refusal.rule:
        return sentence
    return f"{sentence.removesuffix('.')} ({_('rule')} {refusal.rule})."


def _outcome_parts(context: AnswerContext) -> Iterator[Part]:
    result, instructions = context.result, context.result.instructions
    language, board = context.reader.language, result.state.board
    if result.told is not None:
        yield from result.told.parts
    if result.events and not isinstance(result.order, TakeBack):
        yield Lines(_("What happened"), sheet(result.events, language, board))
    if isinstance(result.refusal, Misread) and result.refusal.line:
        yield Lines(_("What stands in brackets was not understood"), (result.refusal.marked_line,))
    if result.refusal is not None and result.refusal.possible and not result.meant:
        possible = possibilities(result.refusal, language, board)[:MOST_POSSIBLE]
        yield Lines(_("Possible"), (", ".join(possible),))
    if instructions.notes:
        yield Lines(_("Said at the table"), instructions.notes)
    if instructions.stop and (instructions.notes or result.outcome is not Outcome.NOTED):
        yield Lines(_("No more reminders of this game will be sent to you."), ())
    if instructions.unread:
        yield Lines(_("These lines were not read as orders"), instructions.unread[:MOST_UNREAD])


def _next_parts(context: AnswerContext) -> Iterator[Part]:
    if not context.is_mine:
        return
    near = context.result.meant
    if near:
        choices = order_choices(context.state, near, context.reader)
        yield Choices(_("Answer with the number of what you meant"), choices)
        return
    choices = suggestion_choices(context.address.game_id, context.state, context.reader)
    if choices and context.result.outcome is not Outcome.PLAYED:
        yield Choices(_("Answer with orders, or with the number of one of these"), choices)
    else:
        yield Lines(_("It is your turn"), (_("Answer this mail to play."),))


def _table_parts(context: AnswerContext) -> Iterator[Part]:
    """The HTML shows the board as a picture, which is drawn when the mail is sent."""
    state, language, title = context.state, context.reader.language, _("The table now")
    if has_board(state):
        text = f"{title}\n\n{board_text(state, language)}"
        yield Picture(title, b"", text=text, caption=regions_caption(state, language))
    if state.status in ("playing", "ended"):
        yield standings(Story(state, state, (), context.address.seat), context.reader)


def has_board(state: State) -> bool:
    return state.status in KINDS or state.status == "ended"
