"""What a mail about a game tells: found in its events and tables, for one reader."""

from collections.abc import Mapping
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from msgspec import Struct

from games.domain import Command, Event, State, decide, replay
from games.domain.events import TurnEnded
from games.domain.income import income
from games.domain.notation import WORDS, Language, format, numbered_sheet, sheet
from notifications.mails.letter import Choice, Lines, Table
from notifications.mails.phrases import PHRASES, Phrases

SHAPES = {"blue": "●", "red": "■", "orange": "▲", "black": "◆", "beige": "★"}


class Reader(Struct, frozen=True):
    """Whom a mail is for, and the names of the others at the table by their numbers."""

    person: int
    language: Language
    zone: str
    names: Mapping[int, str]

    @property
    def phrases(self) -> Phrases:
        return PHRASES[self.language]

    def moment(self, seconds: int) -> str:
        when = datetime.fromtimestamp(seconds, UTC).astimezone(ZoneInfo(self.zone))
        return self.phrases.at(when)


class Story(Struct, frozen=True):
    """A game as a reader has it: the present table, and the one that the reader left."""

    now: State
    then: State
    events: tuple[Event, ...]
    seat: int

    @property
    def left_at(self) -> int:
        return self.then.version


def story(events: tuple[Event, ...], seat: int) -> Story:
    last = max(
        (
            number
            for number, event in enumerate(events, 1)
            if isinstance(event, TurnEnded) and event.seat == seat
        ),
        default=0,
    )
    now = replay(events)
    then = replay(events[:last])
    return Story(now, then if then.setup.seats else now, events, seat)


def seat_of(state: State, person: int) -> int | None:
    seats = [number for number, who in enumerate(state.setup.seats) if who.player == person]
    return seats[0] if seats else None


def colour(state: State, seat: int, language: Language) -> str:
    name = state.board.colours[seat]
    return f"{SHAPES[name]} {WORDS[language].colours[name]}"


def who(state: State, seat: int, reader: Reader) -> str:
    """`● Blue, Ada`, and the reader by `you`."""
    sits, phrases = state.setup.seats[seat], reader.phrases
    if sits.player == reader.person:
        name = phrases.you
    elif sits.player is not None:
        name = reader.names[sits.player]
    else:
        name = phrases.computer if sits.bot else phrases.free_seat
    return f"{colour(state, seat, reader.language)}, {name}"


def rank_of(state: State, seat: int) -> int:
    return 1 + sum(points > state.influence[seat] for points in state.influence)


def happened(told: Story, reader: Reader) -> Lines:
    """A line a turn since the reader's last one."""
    lines = tuple(
        line
        for number, line in numbered_sheet(told.events, reader.language)
        if number > told.left_at or told.left_at == told.now.version
    )
    phrases = reader.phrases
    title = phrases.so_far if told.left_at == told.now.version else phrases.since
    return Lines(title, lines or (phrases.nothing_yet,))


def standings(told: Story, reader: Reader) -> Table:
    """With what has changed since the reader's last turn."""
    now, then, phrases = told.now, told.then, reader.phrases
    header = ("", phrases.points, phrases.money, phrases.next_income)
    rows = tuple(
        (
            who(now, seat, reader),
            _changed(now.influence[seat], then.influence[seat]),
            f"${_changed(now.money[seat], then.money[seat])}",
            f"+${income(now, seat)}",
            str(now.bonus[seat]),
        )
        for seat in range(len(now.money))
    )
    return Table(phrases.standings, (*header, phrases.bonus_tiles), rows, told.seat)


def _changed(now: int, then: int) -> str:
    return f"{now} ({now - then:+})" if now != then else str(now)


def offered(
    state: State, orders: tuple[Command, ...], urls: tuple[str, ...], reader: Reader
) -> tuple[Choice, ...]:
    """Orders in words, with what they would lead to."""
    found = []
    for number, (order, url) in enumerate(zip(orders, urls, strict=True), 1):
        events = decide(state, order)
        after = replay(events, state)
        seat = state.mover
        left = reader.phrases.then_left.format(money=after.money[seat], income=income(after, seat))
        told = _outcome(events, reader)
        words = tuple(format(order, reader.language).splitlines())
        effect = f"{told}; {left}" if told else left
        found.append(Choice(number, words, effect if state.status == "playing" else "", url))
    return tuple(found)


def _outcome(events: tuple[Event, ...], reader: Reader) -> str:
    """What comes of a turn: the part of its line after what is done."""
    lines = sheet(events, reader.language)
    came = lines[0].partition("; ")[2] if lines else ""
    return "; ".join(part for part in (came, *lines[1:]) if part)


def changes(told: Story) -> tuple[str, ...]:
    """The places and regions that are not as the reader left them."""
    now, then, board = told.now, told.then, told.now.board
    if not now.owners or len(then.owners) != len(now.owners):
        return ()
    places = [
        board.ids[place] for place, owners in enumerate(now.owners) if owners != then.owners[place]
    ]
    regions = [
        region.id
        for number, region in enumerate(board.regions)
        if now.scored[number] != then.scored[number]
    ]
    return (*places, *regions)
