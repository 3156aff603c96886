"""The daily mail: the turns that wait, and what happened in the reader's games since the last mail."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from uuid import UUID

from msgspec import Struct

from games.domain import Command, Event, State, events
from games.domain.notation import sheet
from games.events.store import DatedEvent
from notifications.messages.clock_phrases import CLOCK_PHRASES
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
    reader, phrases, waiting = day.reader, day.reader.phrases, day.waiting
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
        links=(Link(phrases.day_games, home), Link(phrases.settings, settings)),
        why=phrases.day_why,
        stop=Link(phrases.day_stop, stop),
        language=reader.language,
        marker=marker if waiting else "",
    )


def _subject(day: Day) -> str:
    waiting, phrases = day.waiting, day.reader.phrases
    match waiting:
        case ():
            return phrases.day_news
        case (one,):
            return phrases.day_turn.format(game=one.state.terms.name)
        case _:
            return phrases.day_turns.format(count=len(waiting))


def _game_title(game: GameNews, reader: Reader) -> str:
    return f"{game.state.terms.name}: {title(game.state, reader, reminder=False)}"


def _turn_parts(
    game: GameNews, reader: Reader, links: GameLinks, *, answers_here: bool
) -> Iterator[Part]:
    state, phrases, name = game.state, reader.phrases, game.state.terms.name
    lines = [deadline(state, reader), *_news_lines(game, reader)]
    below = [Link(phrases.see_table, links.table)]
    if state.status == "playing":
        lines.insert(0, summary(state, state.mover, reader))
    if answers_here:
        lines.append(phrases.day_answer.format(game=name))
    else:
        label = phrases.day_answer_there.format(game=name)
        below.append(Link(label, f"mailto:{links.answer}"))
    below.append(_head_link(game, reader, links))
    yield Lines(_game_title(game, reader), tuple(lines), tuple(below))
    choices = order_choices(state, links.orders, links.play, reader)
    if choices:
        heading = phrases.suggestions if answers_here else phrases.day_could
        yield Choices(heading, choices, phrases.play_this)


def _other_parts(game: GameNews, reader: Reader, links: GameLinks) -> Iterator[Part]:
    state = game.state
    below = (Link(reader.phrases.see_table, links.table), _head_link(game, reader, links))
    yield Lines(state.terms.name, tuple(_news_lines(game, reader)), below)
    if state.status == "ended":
        yield final_scoring(state, reader)


def _head_link(game: GameNews, reader: Reader, links: GameLinks) -> Link:
    return Link(reader.phrases.head.format(head=game.head), links.proof)


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


def _game_started(_: events.GameStarted, _state: State, reader: Reader) -> str:
    return f"{reader.phrases.started}."


def _game_abandoned(_: events.GameAbandoned, _state: State, reader: Reader) -> str:
    return f"{reader.phrases.abandoned}. {reader.phrases.abandoned_line}"


def _turn_taken_back(_: events.TurnTakenBack, _state: State, reader: Reader) -> str:
    return reader.phrases.turn_taken_back


def _player_replaced(event: events.PlayerReplaced, state: State, reader: Reader) -> str:
    seat = seat_of(state, reader.person)
    if event.player != reader.person or seat is None:
        return ""
    return reader.phrases.replaced_line.format(colour=colour(state, seat, reader.language))


def _pause_agreed(event: events.PauseAgreed, state: State, reader: Reader) -> str:
    asks = CLOCK_PHRASES[reader.language].asks
    return asks.format(who=name_and_colour(state, event.seat, reader))


def _deadline_set(event: events.DeadlineSet, _: State, reader: Reader) -> str:
    phrases = CLOCK_PHRASES[reader.language]
    return f"{phrases.paused}. {phrases.paused_line}" if event.reason == "agreed-pause" else ""


def _pause_ended(event: events.PauseEnded, state: State, reader: Reader) -> str:
    phrases, who = CLOCK_PHRASES[reader.language], name_and_colour(state, event.seat, reader)
    return f"{phrases.resumed}. {phrases.resumed_line.format(who=who)}"


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
