"""What a mail says about a game: read from its events and tables, for one reader."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from urllib.parse import quote
from uuid import UUID

from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct
from msgspec.structs import replace

from games.bots.reasons import CityTaken, Reason, reasons
from games.bots.reasons import MilestoneReached as MilestoneTold
from games.clocks import find_zone
from games.computers import computer_name, computer_title
from games.domain import Command, Event, State
from games.domain.decide import judge
from games.domain.events import CityScored, MilestoneReached
from games.domain.income import income
from games.domain.notation import WORDS, Language, format, language_of, outcome
from games.domain.notation.words import kind_text, region_name, value_texts
from games.domain.scoring import rank_seats, region_counts, step_of
from games.domain.state import Seat
from games.domain.story import Story
from games.domain.text import draw, region_headings
from games.hints import suggestions
from games.models import ChatLine, Person
from games.reasons import MOST_TOLD, sentence, tell_reasons
from notifications.links import Tap, page_url, tap_url
from notifications.messages import worth
from notifications.messages.letter import Choice, Link, Table, fold
from notifications.reply_addresses import reply_address

MINUS = "\N{MINUS SIGN}"
SHAPES = {"blue": "●", "red": "■", "orange": "▲", "black": "◆", "beige": "★"}


class Reader(Struct, frozen=True):
    """Whom a mail is for; `names` are of all at the table, by their ids."""

    person: int
    language: Language
    zone: str
    names: Mapping[int, str]

    def moment(self, seconds: int) -> str:
        """The reader's day and time, with the zone's name."""
        when = datetime.fromtimestamp(seconds, UTC).astimezone(find_zone(self.zone))
        moment = date_format(when, pgettext("date", "D j F, H:i"))
        return f"{moment} {_zone_name(when)}"


def _zone_name(when: datetime) -> str:
    """`CET`; where a zone has no letters of its own, `UTC+5:45`."""
    name, offset = when.tzname() or "", when.utcoffset() or timedelta()
    if name.isalpha():
        return {"CET": pgettext("zone", "CET"), "CEST": pgettext("zone", "CEST")}.get(name, name)
    sign = MINUS if offset < timedelta() else "+"
    hours, minutes = divmod(abs(offset) // timedelta(minutes=1), 60)
    return f"UTC{sign}{hours}:{minutes:02}" if minutes else f"UTC{sign}{hours}"


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
    sitter, mark = state.setup.seats[seat], colour(state, seat, reader.language)
    if sitter.bot:
        title = computer_title(sitter.bot)
        return _("{title} (computer, {colour})").format(title=title, colour=mark)
    return f"{_name(sitter, reader)} ({mark})"


def _name(seat: Seat, reader: Reader) -> str:
    if seat.player == reader.person:
        return _("you")
    if seat.player is not None:
        return reader.names[seat.player]
    return computer_name(seat.bot) if seat.bot else _("free")


def chat_line(state: State, line: ChatLine, reader: Reader) -> str:
    """`■ Red, Bob: Well played!`; without a colour where the person has no seat."""
    text = " ".join(line.text.split())
    if line.person is None:
        return f": {text}"
    seat = seat_of(state, line.person.pk)
    by = line.person.display_name if seat is None else colour_and_name(state, seat, reader)
    return f"{by}{WORDS[reader.language].colon}{text}"


def standings(story: Story, reader: Reader) -> Table:
    """Each figure with its change since the reader's last turn."""
    names = [colour_and_name(story.now, seat, reader) for seat in range(len(story.now.money))]
    return standings_between(story.then, story.now, names, reader.language, story.seat)


def standings_between(
    then: State, now: State, names: Sequence[str], language: Language, marked: int
) -> Table:
    dollars = WORDS[language].dollars
    header = ("", _("points"), _("money"), _("income"))
    rows = tuple(
        (
            name,
            _with_change(str(now.influence[seat]), now.influence[seat] - then.influence[seat]),
            _with_change(dollars.format(now.money[seat]), now.money[seat] - then.money[seat]),
            f"+{dollars.format(income(now, seat))}",
            str(now.bonus[seat]),
        )
        for seat, name in enumerate(names)
    )
    return Table(_("Standings"), (*header, _("bonus")), rows, marked)


def region_standings(state: State, reader: Reader) -> Table:
    """What the regions that are open yet give, and who has how many franchises there."""
    words, rows, seats = WORDS[reader.language], [], len(state.money)
    steps = dict.fromkeys(step_of(rank, seats) for rank in range(1, seats + 1))
    for index, region in enumerate(state.board.regions):
        tile = state.tiles[index]
        if tile is None or index in state.track:
            continue
        values = value_texts(tile, words)
        gives = f"{'/'.join(values[step] for step in steps)} {kind_text(tile, words)}"
        counts = region_counts(state, index)
        ranks = rank_seats(counts, state.markers[index])
        pieces = (f"{SHAPES[state.board.colours[seat]]}\xa0{counts[seat]}" for seat in ranks)
        name = region_name(region.id, words, state.board)
        rows.append((name, gives.rstrip(), " ".join(pieces) or "–"))
    header = ("", pgettext("mail", "gives"), pgettext("mail", "who leads"))
    return Table(_("Regions"), header, tuple(rows), texts=3)


def board_text(state: State, language: Language) -> str:
    """The board where there is no picture of it, and what its signs mean."""
    signs = _(
        "Signs: · an empty space, x nobody’s; 6: a city of six spaces, (6) one that is scored; "
        "! the red zone; in brackets after the towns, the franchises left."
    )
    return f"{draw(state, language).rstrip()}\n\n{fold(signs)}"


def regions_caption(state: State, language: Language) -> str:
    """Below a board: no line begins with a marker."""
    title = _("What each region gives, and who holds it")
    regions = f"{title}{WORDS[language].colon}{region_headings(state, language)}"
    return re.sub(f" (?=[{''.join(SHAPES.values())}])", "\xa0", regions)


def _with_change(now: str, by: int) -> str:
    return f"{now} ({by:+})".replace("-", MINUS) if by else now


def suggestion_choices(game: UUID, state: State, reader: Reader) -> tuple[Choice, ...]:
    """What is suggested to the reader, who is to move, each with the links that play it."""
    choices = order_choices(state, suggestions(game, state), reader)
    address = reply_address(game, state.mover, state.version, reader.person)
    return with_taps(game, state, choices, reader, address)


def with_taps(
    game: UUID, state: State, choices: Sequence[Choice], reader: Reader, address: str
) -> tuple[Choice, ...]:
    """All suggestions, each with the link that plays it and the mail to `address` that does."""
    subject = quote(f"Re: {state.terms.name}")
    return tuple(
        replace(
            choice,
            links=(
                Link(_("Play this"), tap_url(Tap(game, state.version, reader.person, number))),
                Link(
                    _("Play it by mail"), f"mailto:{address}?subject={subject}&body={choice.number}"
                ),
            ),
        )
        for number, choice in enumerate(choices, 1)
    )


def order_choices(
    state: State, orders: Sequence[Command], reader: Reader, first: int = 1
) -> tuple[Choice, ...]:
    """Legal orders in words, with what each would cost, bring and lead to; `first` is the first
    one's number."""
    return tuple(_choice(number, state, each, reader) for number, each in enumerate(orders, first))


def _choice(number: int, state: State, order: Command, reader: Reader) -> Choice:
    language, seat = reader.language, state.mover
    words = tuple(format(order, language).splitlines())

    def name(other: int) -> str:
        return colour(state, other, language)

    found = reasons(state, order)
    why = tell_reasons(found, state.board, language, name)
    if state.status != "playing":
        return Choice(number, words, tuple(filter(None, (why,))))
    events, after = judge(state, order)
    effects = list(outcome(_untold(events, found[:MOST_TOLD]), language))
    if after.status == "playing":
        left = _("then ${money}, next income ${income}")
        effects.append(left.format(money=after.money[seat], income=income(after, seat)))
    lines = (
        worth.cost_line(events, language),
        why,
        sentence(WORDS[language].semicolon.join(effects)),
    )
    return Choice(number, words, tuple(filter(None, lines)))


def _untold(events: Iterable[Event], why: Iterable[Reason]) -> Iterator[Event]:
    """Without what the reasons tell as well."""
    told = set(why)
    return (event for event in events if _told_as(event) not in told)


def _told_as(event: Event) -> Reason | None:
    match event:
        case CityScored(city=city, influence=points):
            return CityTaken(city, points)
        case MilestoneReached(milestone=tile):
            return MilestoneTold(tile)
        case _:
            return None


def head_link(head: str) -> Link:
    return Link(_("State of the game {head}").format(head=head), page_url("anchors"))
