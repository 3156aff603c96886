"""What falls due for one reader at the same time, as one mail: about one game, or about several."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override
from msgspec.structs import replace

from games.hints import suggestions
from games.queries import table_at
from notifications.links import Stop, page_url, stop_url
from notifications.messages.letter import SITE, Choices, Letter, Lines, Link, Part
from notifications.messages.message import Message
from notifications.models import NO_GAME, Notice
from notifications.offers import Shown, keep_offer, several_address
from notifications.reply_addresses import MARKER, read_address

SEVERAL = "digest"
"""With it begins the number of a mail that shows several games."""


def join(messages: Sequence[Message]) -> Message:
    """Of one game: the first, with what the others tell on top."""
    first, *others = messages
    if not others:
        return first
    letter = _letter_of(first)
    news: list[Part] = []
    for other in map(_letter_of, others):
        title, *lines = other.lead
        news.append(Lines(title, tuple(lines)))
        news += [part for part in other.parts if part not in (*letter.parts, *news)]
    return replace(first, content=replace(letter, parts=(*news, *letter.parts)))


def _letter_of(message: Message) -> Letter:
    if not isinstance(message.content, Letter):
        raise TypeError("only letters are joined")
    return message.content


def join_games(notice: Notice, messages: Sequence[Message], at: datetime) -> Message:
    """Of several games, whose turns wait: short of boards, with numbers across all of them."""
    parts: list[Part] = []
    tables: list[Shown] = []
    titles: list[str] = []
    for message in messages:
        letter = _letter_of(message)
        titles.append(letter.subject)
        first = sum(len(table.orders) for table in tables) + 1
        address = read_address(message.reply_to)
        if address is not None:
            state = table_at(address.game_id, address.version)
            orders = suggestions(address.game_id, state) if state.to_move == address.seat else ()
            tables.append(Shown(address.game_id, address.seat, address.version, orders))
        with override(letter.language):
            parts += _short_parts(message, letter, first)
    offer = keep_offer(notice.recipient_id, NO_GAME, tables, at)
    number = notice.content
    if not number.startswith(SEVERAL):
        number = f"{SEVERAL}.{notice.recipient_id}.{notice.game_id}-{notice.occasion}.{offer}"
    stop = stop_url(Stop(NO_GAME, notice.recipient_id))
    with override(letter.language):
        return Message(
            to=message.to,
            number=number,
            content=_letter_of_several(titles, parts, letter.language, stop),
            thread=f"{SEVERAL}.{notice.recipient_id}",
            series="turns",
            stop=stop,
            reply_to=several_address(notice.recipient_id, offer),
        )


def _short_parts(message: Message, letter: Letter, first: int) -> Iterator[Part]:
    """Without boards and tables; the suggestions' numbers begin with `first`."""
    words = Link(
        _("Orders in words for {game}").format(game=letter.game), f"mailto:{message.reply_to}"
    )
    links = (letter.links[0], words, *filter(None, (letter.stop, letter.head)))
    yield Lines(letter.subject, letter.lead[1:], links)
    for part in letter.parts:
        if isinstance(part, Choices):
            numbered = enumerate(part.choices, first)
            yield replace(part, choices=tuple(replace(each, number=n) for n, each in numbered))
            return
        if isinstance(part, Lines):
            yield part


def _letter_of_several(
    titles: Sequence[str], parts: Sequence[Part], language: str, stop: str
) -> Letter:
    count = len(titles)
    text = ngettext("{count} turn waits for you", "{count} turns wait for you", count)
    subject = text.format(count=count)
    links = (
        Link(_("My games"), page_url("home")),
        Link(_("Mail settings"), page_url("account-mail")),
    )
    why, end = _("You play here."), Link(_("No more mails"), stop)
    return Letter(
        subject, SITE, (subject, *titles), tuple(parts), links, why, end, language, MARKER
    )
