"""The daily mail: the turns that wait, and what happened in the reader's games since the last mail."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.analyses.puzzles import DailyPuzzle
from games.domain import Event, State, events
from games.domain.notation import WORDS, sheet
from games.domain.state import ComputerWish
from games.drawing import board_png_for_mail
from games.endings import why_over
from games.events.store import DatedEvent
from games.hints import suggestions_of
from notifications.links import page_url, table_url
from notifications.messages.clock import pause_line, seat_warning
from notifications.messages.computers import computer_request_line
from notifications.messages.content import (
    Reader,
    board_text,
    colour,
    head_link,
    name_and_colour,
    order_choices,
    region_standings,
    seat_of,
    standings_between,
    with_taps,
)
from notifications.messages.letter import SITE, Choice, Choices, Letter, Lines, Link, Part, Picture
from notifications.messages.news import OVERVIEW_WIDTH, final_scoring, near_board
from notifications.messages.ruleset import ruleset_line, ruleset_request_line
from notifications.messages.turn import deadline, summary, title
from notifications.offers import Shown
from notifications.reply_addresses import MARKER, reply_address

FOREVER = 1 << 62
MOST_SUGGESTED = 6
"""So many games have suggestions."""
MOST_LINES, LEAST_LINES = 60, 2
"""Of news: in the whole mail, and of each game whatever comes. Gmail cuts off after 102 kB."""


class GameNews(Struct, frozen=True):
    """A game of the reader; `events` are the new ones."""

    game: UUID
    state: State
    events: tuple[DatedEvent, ...]
    head: str

    def waits_for(self, person: int) -> bool:
        seat = self.state.to_move
        return seat is not None and self.state.setup.seats[seat].player == person


class Day(Struct, frozen=True):
    reader: Reader
    games: tuple[GameNews, ...]
    puzzle: DailyPuzzle | None = None

    @property
    def waiting(self) -> tuple[GameNews, ...]:
        """The most urgent first."""
        mine = [each for each in self.games if each.waits_for(self.reader.person)]
        return tuple(sorted(mine, key=lambda each: each.state.deadline or FOREVER))

    @property
    def others(self) -> tuple[GameNews, ...]:
        waiting = self.waiting
        rest = [each for each in self.games if each not in waiting]
        return tuple(each for each in rest if any(_news_lines(each, self.reader)))

    @property
    def has_news(self) -> bool:
        return bool(self.waiting or self.others or self.puzzle)

    @property
    def is_puzzle_alone(self) -> bool:
        return not (self.waiting or self.others)


def shown_tables(day: Day) -> tuple[Shown, ...]:
    """What the numbers of the mail stand for: the suggestions of the most urgent turns."""
    orders = suggestions_of({each.game: each.state for each in day.waiting[:MOST_SUGGESTED]})
    return tuple(
        Shown(
            each.game,
            each.state.mover,
            each.state.version,
            orders[each.game] if number < MOST_SUGGESTED else (),
        )
        for number, each in enumerate(day.waiting)
    )


def digest_letter(day: Day, tables: Sequence[Shown], stop: str, address: str) -> Letter:
    """`tables` are the shown ones of the day, whose numbers are answered to `address`."""
    reader, waiting, others = day.reader, day.waiting, day.others
    room = max(LEAST_LINES, MOST_LINES // max(1, len(waiting) + len(others)))
    parts: list[Part] = []
    first = 1
    for each, shown in zip(waiting, tables, strict=True):
        choices = order_choices(each.state, shown.orders, reader, first)
        taps = with_taps(each.game, each.state, choices, reader, address)
        parts.extend(_turn_parts(each, reader, taps, room, is_alone=len(waiting) == 1))
        first += len(taps)
    for each in others:
        parts.extend(_other_parts(each, reader, room))
    if day.puzzle is not None:
        parts.extend(_puzzle_parts(day.puzzle, reader, is_alone=day.is_puzzle_alone))
    leads = (f"{_game_title(each, reader)}. {deadline(each.state, reader)}" for each in waiting)
    return Letter(
        subject=_subject(day),
        game=SITE,
        lead=(_subject(day), *leads),
        parts=tuple(parts),
        links=(
            _find_link(day.puzzle)
            if day.puzzle is not None and day.is_puzzle_alone
            else Link(_("My games"), page_url("home")),
            Link(_("Mail settings"), page_url("account-mail")),
        ),
        why=_("You have asked for one mail a day.")
        if day.games
        else _("You have asked for the puzzle of the day."),
        stop=Link(_("No daily mail any more"), stop),
        language=reader.language,
        marker=MARKER if waiting else "",
    )


def _subject(day: Day) -> str:
    waiting = day.waiting
    match waiting:
        case () if day.is_puzzle_alone:
            return _("Puzzle of the day")
        case ():
            return _("What happened in your games")
        case (one,):
            return _("Your turn in {game}").format(game=one.state.terms.name)
        case _:
            text = ngettext(
                "{count} turn waits for you", "{count} turns wait for you", len(waiting)
            )
            return text.format(count=len(waiting))


def _game_title(game: GameNews, reader: Reader) -> str:
    return f"{game.state.terms.name}{WORDS[reader.language].colon}{title(game.state, reader)}"


def _turn_parts(
    game: GameNews, reader: Reader, choices: tuple[Choice, ...], room: int, *, is_alone: bool
) -> Iterator[Part]:
    state, name = game.state, game.state.terms.name
    lines = [deadline(state, reader), *_latest_lines(game, reader, room)]
    below = [Link(_("See the table"), table_url(game.game))]
    if state.status == "playing":
        lines.insert(0, summary(state, state.mover, reader))
    if is_alone:
        lines.append(
            _("To play in {game}, answer this mail: a number, or orders, one a line.").format(
                game=name
            )
        )
    else:
        label = _("Orders in words for {game}").format(game=name)
        address = reply_address(game.game, state.mover, state.version, reader.person)
        below.append(Link(label, f"mailto:{address}"))
    below.append(head_link(game.head))
    yield Lines(_game_title(game, reader), tuple(lines), tuple(below))
    if choices:
        yield Choices(_("Answer with a number"), choices)


def _other_parts(game: GameNews, reader: Reader, room: int) -> Iterator[Part]:
    state = game.state
    below = (Link(_("See the table"), table_url(game.game)), head_link(game.head))
    yield Lines(state.terms.name, _latest_lines(game, reader, room), below)
    if state.status == "ended":
        yield final_scoring(state, reader)


def _puzzle_parts(puzzle: DailyPuzzle, reader: Reader, *, is_alone: bool) -> Iterator[Part]:
    state, language = puzzle.state, reader.language
    colours = [colour(state, seat, language) for seat in range(len(state.money))]
    line = _("{colour} is to move, and one turn is clearly best.").format(
        colour=colours[state.mover]
    )
    find = () if is_alone else (_find_link(puzzle),)
    yield Lines(_("Puzzle: find the best turn"), (line[0].upper() + line[1:],), find)
    reached = _("With a price: where {colour} can expand to.").format(colour=colours[state.mover])
    yield from near_board(state, (), language, reached)
    yield standings_between(state, state, colours, language, state.mover)
    board = board_text(state, language)
    png = board_png_for_mail(state, language=language, width=OVERVIEW_WIDTH)
    yield Picture(_("The board of the puzzle"), png, "puzzle", text=board, width=OVERVIEW_WIDTH)
    yield region_standings(state, reader)


def _find_link(puzzle: DailyPuzzle) -> Link:
    return Link(_("Find it"), page_url("puzzle", puzzle.day.isoformat()))


def _latest_lines(game: GameNews, reader: Reader, room: int) -> tuple[str, ...]:
    lines = tuple(_news_lines(game, reader))
    left_out = len(lines) - room
    if left_out <= 0:
        return lines
    text = ngettext(
        "{count} earlier line is at the table.", "{count} earlier lines are at the table.", left_out
    )
    return (text.format(count=left_out), *lines[left_out:])


def _news_lines(game: GameNews, reader: Reader) -> Iterator[str]:
    """Leaves out the events of turns that were taken back, and says that they were."""
    state = game.state
    kept: list[DatedEvent] = []
    for each in game.events:
        if isinstance(each.event, events.TurnTakenBack):
            kept = [before for before in kept if before.version <= each.event.to_version]
        kept.append(each)
    lines = (
        NEWS[type(each.event)](each.event, state, reader)
        for each in kept
        if type(each.event) in NEWS
    )
    yield from dict.fromkeys(filter(None, lines))
    yield from sheet([each.event for each in kept], reader.language, state.board)


def _game_started(_event: events.GameStarted, _state: State, _reader: Reader) -> str:
    return f"{_('The game has started')}."


def _game_abandoned(_event: events.GameAbandoned, _state: State, _reader: Reader) -> str:
    line = _("It ended without a winner. What was played can still be looked at.")
    return f"{_('The game was abandoned')}. {line}"


def _time_ran_out(event: events.TimeRanOut, state: State, reader: Reader) -> str:
    """What it means for the seat; the score sheet says what was played."""
    if event.seat != seat_of(state, reader.person):
        return ""
    return " ".join((f"{_('Your time ran out')}.", *seat_warning(state, event.seat)))


def _turn_taken_back(_event: events.TurnTakenBack, _state: State, _reader: Reader) -> str:
    return _("A turn was taken back.")


def _player_replaced(event: events.PlayerReplaced, state: State, reader: Reader) -> str:
    seat = seat_of(state, reader.person)
    if event.player != reader.person or seat is None:
        return ""
    return _("You play {colour} from here on. This is where the game stands.").format(
        colour=colour(state, seat, reader.language)
    )


def _pause_agreed(event: events.PauseAgreed, state: State, reader: Reader) -> str:
    asks = _("{who} would like the clock to stop for a while.")
    return asks.format(who=name_and_colour(state, event.seat, reader))


def _deadline_set(event: events.DeadlineSet, _state: State, _reader: Reader) -> str:
    if event.reason != "agreed-pause":
        return ""
    return f"{_('The game is paused')}. {pause_line()}"


def _pause_ended(event: events.PauseEnded, state: State, reader: Reader) -> str:
    who = name_and_colour(state, event.seat, reader)
    line = _("{who} has ended it.").format(who=who)
    return f"{_('The pause is over')}. {line}"


def _computer_wanted(event: events.ComputerWanted, state: State, reader: Reader) -> str:
    if event.bot is None:
        return ""
    return computer_request_line(ComputerWish(event.seat, event.of, event.bot), state, reader)


NEWS: dict[type[Event], Callable[[Any, State, Reader], str]] = {
    events.GameStarted: _game_started,
    events.TimeRanOut: _time_ran_out,
    events.TurnTakenBack: _turn_taken_back,
    events.GameAbandoned: _game_abandoned,
    events.GameEnded: lambda event, _state, _reader: why_over(event.reason),
    events.PlayerReplaced: _player_replaced,
    events.PauseAgreed: _pause_agreed,
    events.DeadlineSet: _deadline_set,
    events.PauseEnded: _pause_ended,
    events.RulesetAgreed: lambda event, state, reader: ruleset_request_line(
        name_and_colour(state, event.seat, reader)
    ),
    events.ComputerWanted: _computer_wanted,
    events.RulesetChanged: lambda _event, state, _reader: ruleset_line(state),
}
"""The score sheet has the others that anybody is told of."""
