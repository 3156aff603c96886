"""The daily mail: the turns that wait, and what happened in the reader's games since the last mail."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.domain import Command, Event, State, events
from games.domain.notation import sheet
from games.events.store import DatedEvent
from notifications.messages.clock import pause_line
from notifications.messages.content import Reader, colour, name_and_colour, order_choices, seat_of
from notifications.messages.letter import Choices, Letter, Lines, Link, Part
from notifications.messages.news import final_scoring
from notifications.messages.turn import deadline, summary, title

FOREVER = 1 << 62
SITE = "Franchise by Mail"


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
        return bool(self.waiting or self.others)


class GameLinks(Struct, frozen=True):
    """Where the links of a game lead; the last three are for a turn that waits."""

    table: str
    proof: str
    answer: str = ""
    orders: tuple[Command, ...] = ()
    play: tuple[str, ...] = ()


def digest_letter(
    day: Day, links: Mapping[UUID, GameLinks], *, home: str, settings: str, stop: str, marker: str
) -> Letter:
    reader, waiting = day.reader, day.waiting
    parts: list[Part] = []
    for each in waiting:
        first = each is waiting[0]
        parts.extend(_turn_parts(each, reader, links[each.game], answers_here=first))
    for each in day.others:
        parts.extend(_other_parts(each, reader, links[each.game]))
    leads = (f"{_game_title(each, reader)}. {deadline(each.state, reader)}" for each in waiting)
    return Letter(
        subject=_subject(day),
        game=SITE,
        lead=(_subject(day), *leads),
        parts=tuple(parts),
        links=(Link(_("My games"), home), Link(_("Mail settings"), settings)),
        why=_("You have asked for one mail a day."),
        stop=Link(_("No daily mail any more"), stop),
        language=reader.language,
        marker=marker if waiting else "",
    )


def _subject(day: Day) -> str:
    waiting = day.waiting
    match waiting:
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
    return f"{game.state.terms.name}: {title(game.state, reader, reminder=False)}"


def _turn_parts(
    game: GameNews, reader: Reader, links: GameLinks, *, answers_here: bool
) -> Iterator[Part]:
    state, name = game.state, game.state.terms.name
    lines = [deadline(state, reader), *_news_lines(game, reader)]
    below = [Link(_("See the table"), links.table)]
    if state.status == "playing":
        lines.insert(0, summary(state, state.mover, reader))
    if answers_here:
        lines.append(
            _("To play in {game}, answer this mail: a number, or orders, one a line.").format(
                game=name
            )
        )
    else:
        label = _("Answer for {game}").format(game=name)
        below.append(Link(label, f"mailto:{links.answer}"))
    below.append(_head_link(game, links))
    yield Lines(_game_title(game, reader), tuple(lines), tuple(below))
    choices = order_choices(state, links.orders, links.play, reader)
    if choices:
        heading = _("Answer with a number") if answers_here else _("You could")
        yield Choices(heading, choices, _("Play this"))


def _other_parts(game: GameNews, reader: Reader, links: GameLinks) -> Iterator[Part]:
    state = game.state
    below = (Link(_("See the table"), links.table), _head_link(game, links))
    yield Lines(state.terms.name, tuple(_news_lines(game, reader)), below)
    if state.status == "ended":
        yield final_scoring(state, reader)


def _head_link(game: GameNews, links: GameLinks) -> Link:
    return Link(_("State of the game {head}").format(head=game.head), links.proof)


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
    yield from filter(None, lines)
    yield from sheet([each.event for each in kept], reader.language, state.board)


def _game_started(_event: events.GameStarted, _state: State, _reader: Reader) -> str:
    return f"{_('The game has started')}."


def _game_abandoned(_event: events.GameAbandoned, _state: State, _reader: Reader) -> str:
    line = _("It ended without a winner. What was played can still be looked at.")
    return f"{_('The game was abandoned')}. {line}"


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


NEWS: dict[type[Event], Callable[[Any, State, Reader], str]] = {
    events.GameStarted: _game_started,
    events.TurnTakenBack: _turn_taken_back,
    events.GameAbandoned: _game_abandoned,
    events.PlayerReplaced: _player_replaced,
    events.PauseAgreed: _pause_agreed,
    events.DeadlineSet: _deadline_set,
    events.PauseEnded: _pause_ended,
}
"""Of the other events, the score sheet has those that anybody is told of."""
