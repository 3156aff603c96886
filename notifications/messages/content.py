"""What a mail says about a game: read from its events and tables, for one reader."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct

from games.clocks import find_zone
from games.domain import Command, State
from games.domain.decide import judge
from games.domain.income import income
from games.domain.notation import WORDS, Language, format, language_of, outcome
from games.domain.state import Seat
from games.domain.story import Story
from games.models import ChatLine, Person
from notifications.messages.letter import Choice, Lines, Table

MINUS = "\N{MINUS SIGN}"
SHAPES = {"blue": "●", "red": "■", "orange": "▲", "black": "◆", "beige": "★"}


class Reader(Struct, frozen=True):
    """Whom a mail is for; `names` are of all at the table, by their ids."""

    person: int
    language: Language
    zone: str
    names: Mapping[int, str]

    def moment(self, seconds: int) -> str:
        """The reader's day and time."""
        when = datetime.fromtimestamp(seconds, UTC).astimezone(find_zone(self.zone))
        return date_format(when, pgettext("date", "D j F, H:i"))


def reader_among(person: Person, others: Iterable[Person]) -> Reader:
    language = language_of(person.language)
    with translation.override(language):
        names = {each.pk: each.display_name for each in others}
    return Reader(person.pk, language, person.time_zone, names)


def seat_of(state: State, person: int) -> int | None:
    seats = [number for number, who in enumerate(state.setup.seats) if who.player == person]
    return seats[0] if seats else None


def colour(state: State, seat: int, language: Language) -> str:
    name = state.board.colours[seat]
    return f"{SHAPES[name]} {WORDS[language].colours[name]}"


def colour_and_name(state: State, seat: int, reader: Reader) -> str:
    """`● Blue, Ada`; the reader is `you`."""
    return f"{colour(state, seat, reader.language)}, {_name(state.setup.seats[seat], reader)}"


def name_and_colour(state: State, seat: int, reader: Reader) -> str:
    """`ada (● Blue)`, to begin a sentence. A person's name keeps its small letter."""
    sitter = state.setup.seats[seat]
    name = _name(sitter, reader)
    if sitter.player is None:
        name = name[0].upper() + name[1:]
    return f"{name} ({colour(state, seat, reader.language)})"


def _name(seat: Seat, reader: Reader) -> str:
    if seat.player == reader.person:
        return _("you")
    if seat.player is not None:
        return reader.names[seat.player]
    return _("the computer") if seat.bot else _("free")


def chat_line(state: State, line: ChatLine, reader: Reader) -> str:
    """`■ Red, Bob: Well played!`; without a colour where the person has no seat."""
    text = " ".join(line.text.split())
    if line.person is None:
        return f": {text}"
    seat = seat_of(state, line.person.pk)
    by = line.person.display_name if seat is None else colour_and_name(state, seat, reader)
    return f"{by}: {text}"


def rank_of(state: State, seat: int) -> int:
    return 1 + sum(points > state.influence[seat] for points in state.influence)


def recent_turns(story: Story, reader: Reader) -> Lines:
    """One line for each turn since the reader's last one."""
    title = _("So far") if story.is_all else _("Since your last turn")
    return Lines(title, story.lines(reader.language) or (_("Nothing has happened yet."),))


def standings(story: Story, reader: Reader) -> Table:
    """Each figure with its change since the reader's last turn."""
    now, then = story.now, story.then
    dollars = WORDS[reader.language].dollars
    header = ("", _("points"), _("money"), _("income"))
    rows = tuple(
        (
            colour_and_name(now, seat, reader),
            _with_change(str(now.influence[seat]), now.influence[seat] - then.influence[seat]),
            _with_change(dollars.format(now.money[seat]), now.money[seat] - then.money[seat]),
            f"+{dollars.format(income(now, seat))}",
            str(now.bonus[seat]),
        )
        for seat in range(len(now.money))
    )
    return Table(_("Standings"), (*header, _("bonus")), rows, story.seat)


def _with_change(now: str, by: int) -> str:
    return f"{now} ({by:+})".replace("-", MINUS) if by else now


def order_choices(
    state: State, orders: tuple[Command, ...], urls: tuple[str, ...], reader: Reader
) -> tuple[Choice, ...]:
    """Orders in words, with what each would lead to."""
    choices = []
    for number, (order, url) in enumerate(zip(orders, urls, strict=True), 1):
        events, after = judge(state, order)
        seat = state.mover
        left = _("then ${money}, next income ${income}").format(
            money=after.money[seat], income=income(after, seat)
        )
        effects = "; ".join(outcome(events, reader.language))
        words = tuple(format(order, reader.language).splitlines())
        effect = _("{effects}; {left}").format(effects=effects, left=left) if effects else left
        choices.append(Choice(number, words, effect if state.status == "playing" else "", url))
    return tuple(choices)
