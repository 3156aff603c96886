"""The answer to an order mail: what was played and what it did, or why not, and the table."""

from collections.abc import Iterator
from email.utils import formataddr

from django.core.mail import EmailMessage
from msgspec import Struct

from games.domain import Refusal, State
from games.domain.commands import KINDS
from games.domain.lobby import TakeBack
from games.domain.notation import Language, format, sheet
from games.domain.text import draw
from games.models import Person
from notifications.inbound.addresses import MARKER, Bound, no_reply_address, reply_address
from notifications.inbound.phrases import without_reply_prefix
from notifications.inbound.playing import Done, Outcome
from notifications.inbound.reading import Letter
from notifications.inbound.words import SAYS, Says
from notifications.suggestions import suggestions

SENDER = "Franchise"
MOST_UNREAD = 10
MOST_POSSIBLE = 45


class Answer(Struct, frozen=True):
    """A mail as it waits to be sent."""

    key: str
    to: str
    sender: str
    subject: str
    text: str
    in_reply_to: str
    references: tuple[str, ...]

    def mail(self) -> EmailMessage:
        domain = self.sender.rpartition("@")[2]
        headers = {
            "Message-ID": f"<answer.{self.key[:32]}@{domain}>",
            "Auto-Submitted": "auto-replied",
            "X-Auto-Response-Suppress": "All",
        }
        if self.in_reply_to:
            headers["In-Reply-To"] = self.in_reply_to
            headers["References"] = " ".join((*self.references, self.in_reply_to))
        sender = formataddr((SENDER, self.sender))
        return EmailMessage(self.subject, self.text, sender, [self.to], headers=headers)


def answer_to(
    letter: Letter, bound: Bound, person: Person, done: Done, *, key: str, language: Language
) -> Answer:
    state = done.state
    is_mine = _is_turn_of(person, state)
    sender = no_reply_address()
    if is_mine:
        sender = reply_address(bound.game_id, state.mover, state.version, person.pk)
    lines = [MARKER, ""] if is_mine else []
    lines += _lines(done, language, is_mine=is_mine)
    return Answer(
        key=key,
        to=person.email,
        sender=sender,
        subject=f"Re: {without_reply_prefix(letter.subject)}",
        text="\n".join(lines) + "\n",
        in_reply_to=letter.message_id,
        references=letter.references,
    )


def _is_turn_of(person: Person, state: State) -> bool:
    return state.to_move is not None and state.setup.seats[state.to_move].player == person.pk


def _lines(done: Done, language: Language, *, is_mine: bool) -> Iterator[str]:
    says, state, asked = SAYS[language], done.state, done.asked
    yield from _result(done, language)
    for note in asked.notes:
        yield from ("", says.noted, f"    {note}")
    if asked.stop:
        yield from ("", says.stopped)
    if asked.unread:
        yield from ("", says.unread)
        yield from (f"    {line}" for line in asked.unread[:MOST_UNREAD])
    if is_mine:
        yield from ("", says.your_turn)
        if done.outcome is not Outcome.PLAYED:
            yield from _offers(state, language)
    if state.status in KINDS or state.status == "ended":
        yield from ("", says.table, "", draw(state, language))


def _result(done: Done, language: Language) -> Iterator[str]:
    says, board = SAYS[language], done.state.board
    match done.outcome:
        case Outcome.PLAYED:
            if isinstance(done.order, TakeBack):
                yield says.taken_back
            elif done.order is not None:
                yield says.played
                yield from _indented(format(done.order, language, board).splitlines())
                yield from ("", says.did)
                yield from _indented(sheet(done.events, language, board))
        case Outcome.LATE:
            yield says.late
        case Outcome.NOTHING:
            yield says.nothing
        case _ if done.refusal is not None:
            yield from _refused(done.refusal, done.state, says)
        case _:
            pass


def _refused(refusal: Refusal, state: State, says: Says) -> Iterator[str]:
    def name(value: object) -> object:
        places = state.board.index
        return state.board.places[places[value]].name if value in places else value

    rule = f" ({says.rule} {refusal.rule})" if refusal.rule else ""
    yield f"{says.not_played} {refusal.told(name)}{rule}"
    if refusal.possible:
        possible = [str(name(value)) for value in refusal.possible[:MOST_POSSIBLE]]
        yield f"{says.possible} {', '.join(possible)}"


def _offers(state: State, language: Language) -> Iterator[str]:
    offered = suggestions(state)
    if offered:
        yield from ("", SAYS[language].suggestions)
    for number, order in enumerate(offered, 1):
        lines = format(order, language, state.board).splitlines()
        yield f"  {number}  {'; '.join(lines)}"


def _indented(lines: "list[str] | tuple[str, ...]") -> Iterator[str]:
    return (f"    {line}" for line in lines)
