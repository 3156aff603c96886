"""The answer to an order mail, as it is stored until it is sent."""

from email.utils import formataddr
from uuid import UUID

from msgspec import Struct

from games.domain.notation import Language
from games.models import Person
from games.queries import table_at
from notifications.channels.mime import (
    Content,
    Mail,
    compose_mail,
    picture_id,
)
from notifications.composing import board_of, reader_of, ways_of, with_foot
from notifications.inbound.addresses import ReplyAddress, no_reply_address, reply_address
from notifications.inbound.playing import Result
from notifications.inbound.reading import IncomingMail
from notifications.inbound.words import without_reply_prefix
from notifications.messages.answer import AnswerContext, answer_letter, has_board
from notifications.messages.letter import Picture, as_html, as_text

SENDER = "Franchise"


class Answer(Struct, frozen=True):
    """`board` is the version whose board is drawn when the answer is sent."""

    key: str
    to: str
    sender: str
    subject: str
    text: str
    in_reply_to: str
    references: tuple[str, ...]
    html: str = ""
    board: int | None = None
    language: Language = "en"

    def compose(self, game_id: UUID) -> Mail:
        headers = {
            "From": formataddr((SENDER, self.sender)),
            "Auto-Submitted": "auto-replied",
            "X-Auto-Response-Suppress": "All",
        }
        if self.in_reply_to:
            headers["In-Reply-To"] = self.in_reply_to
            headers["References"] = " ".join((*self.references, self.in_reply_to))
        pictures = (self._picture(game_id, self.board),) if self.board is not None else ()
        content = Content(self.subject, self.text, self.html, pictures)
        return compose_mail(self.to, _number(self.key), content, headers)

    def _picture(self, game_id: UUID, version: int) -> Picture:
        png = board_of(table_at(game_id, version), self.language)
        return Picture("", png, picture_id("board", _number(self.key)))


def _number(key: str) -> str:
    return f"answer.{key[:32]}"


def answer_to(
    mail: IncomingMail, address: ReplyAddress, person: Person, result: Result, *, key: str
) -> Answer:
    state, reader = result.state, reader_of(person, result.state)
    is_mine = state.to_move is not None and state.setup.seats[state.to_move].player == person.pk
    sender = no_reply_address()
    if is_mine:
        sender = reply_address(address.game_id, state.mover, state.version, person.pk)
    subject = f"Re: {without_reply_prefix(mail.subject)}"
    links = ways_of(address.game_id, state, reader, offers=is_mine)
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
