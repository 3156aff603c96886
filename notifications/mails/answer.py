"""The answer to an order mail: what was played and what it did, or why not, and the table."""

from collections.abc import Iterator

from msgspec import Struct

from games.domain import Refusal, State
from games.domain.commands import KINDS
from games.domain.notation import explain, format, possibilities, sheet
from games.domain.story import Story
from games.domain.take_backs import TakeBack
from games.domain.text import draw
from notifications.inbound.phrases import SAYS, Says
from notifications.inbound.playing import Outcome, Result
from notifications.mails.content import Reader, order_choices, standings
from notifications.mails.letter import Choices, Letter, Lines, Link, Part, Picture
from notifications.mails.turn import TurnLinks

MOST_UNREAD = 10
MOST_POSSIBLE = 45


class AnswerContext(Struct, frozen=True):
    """`ways` lead to what may be played now, where that is the reader's to do."""

    done: Result
    seat: int
    reader: Reader
    ways: TurnLinks
    is_mine: bool

    @property
    def says(self) -> Says:
        return SAYS[self.reader.language]

    @property
    def state(self) -> State:
        return self.done.state


def answer_letter(answered: AnswerContext, subject: str) -> Letter:
    phrases, state, ways = answered.reader.phrases, answered.state, answered.ways
    return Letter(
        subject=subject,
        game=state.terms.name,
        lead=_lead(answered),
        parts=(*_outcome_parts(answered), *_next_parts(answered), *_table_parts(answered)),
        links=(Link(phrases.see_table, ways.table),),
        why=phrases.why.format(game=state.terms.name),
        stop=Link(phrases.stop, ways.stop),
        language=answered.reader.language,
        marker=ways.marker if answered.is_mine else "",
    )


def _lead(answered: AnswerContext) -> tuple[str, ...]:
    says, done = answered.says, answered.done
    match done.outcome:
        case Outcome.PLAYED if done.order is not None:
            if isinstance(done.order, TakeBack):
                return (says.taken_back,)
            words = format(done.order, answered.reader.language, done.state.board)
            return says.played, "; ".join(words.splitlines())
        case Outcome.LATE:
            return says.not_played, says.late
        case Outcome.NOTED:
            return (says.noted if done.asked.notes else says.stopped,)
        case _ if done.refusal is not None:
            return says.not_played, _reason(answered, done.refusal)
        case _:
            return says.nothing, says.no_order


def _reason(answered: AnswerContext, refusal: Refusal) -> str:
    rule = f" ({answered.says.rule} {refusal.rule})" if refusal.rule else ""
    return f"{explain(refusal, answered.reader.language, answered.state.board)}{rule}"


def _outcome_parts(answered: AnswerContext) -> Iterator[Part]:
    says, done, asked = answered.says, answered.done, answered.done.asked
    language, board = answered.reader.language, done.state.board
    if done.events and not isinstance(done.order, TakeBack):
        yield Lines(says.did, sheet(done.events, language, board))
    if done.refusal is not None and done.refusal.possible:
        possible = possibilities(done.refusal, language, board)[:MOST_POSSIBLE]
        yield Lines(says.possible, (", ".join(possible),))
    if asked.notes:
        yield Lines(says.noted, asked.notes)
    if asked.stop and (asked.notes or done.outcome is not Outcome.NOTED):
        yield Lines(says.stopped, ())
    if asked.unread:
        yield Lines(says.unread, asked.unread[:MOST_UNREAD])


def _next_parts(answered: AnswerContext) -> Iterator[Part]:
    if not answered.is_mine:
        return
    ways, says = answered.ways, answered.says
    choices = order_choices(answered.state, ways.orders, ways.play, answered.reader)
    if choices and answered.done.outcome is not Outcome.PLAYED:
        yield Choices(says.suggestions, choices, answered.reader.phrases.play_this)
    else:
        yield Lines(says.your_turn, (says.answer_it,))


def _table_parts(answered: AnswerContext) -> Iterator[Part]:
    """In HTML as a picture, which is drawn when the mail goes."""
    state, says = answered.state, answered.says
    if has_board(state):
        drawn = f"{says.table}\n\n{draw(state, answered.reader.language)}"
        yield Picture(says.table, b"", text=drawn)
    if state.status in ("playing", "ended"):
        yield standings(Story(state, state, (), answered.seat), answered.reader)


def has_board(state: State) -> bool:
    return state.status in KINDS or state.status == "ended"
