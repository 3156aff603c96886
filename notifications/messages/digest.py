"""The daily mail: the turns that wait, and what happened in the reader's games since the last mail."""

from collections.abc import Iterator, Mapping
from uuid import UUID

from msgspec import Struct

from games.domain import Command, Event, State
from games.domain.events import (
    DeadlineSet,
    GameAbandoned,
    GameStarted,
    PauseAgreed,
    PauseEnded,
    PlayerReplaced,
    TurnTakenBack,
)
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
        if isinstance(each.event, TurnTakenBack):
            kept = [before for before in kept if before.version <= each.event.to_version]
        kept.append(each)
    events = [each.event for each in kept]
    for event in events:
        yield from _table_news(event, state, reader)
    yield from sheet(events, reader.language, state.board)


def _table_news(event: Event, state: State, reader: Reader) -> Iterator[str]:
    phrases = reader.phrases
    match event:
        case GameStarted():
            yield f"{phrases.started}."
        case TurnTakenBack():
            yield phrases.turn_taken_back
        case GameAbandoned():
            yield f"{phrases.abandoned}. {phrases.abandoned_line}"
        case PlayerReplaced(player=player) if player == reader.person:
            seat = seat_of(state, reader.person)
            if seat is not None:
                yield phrases.replaced_line.format(colour=colour(state, seat, reader.language))
        case _:
            yield from _clock_news(event, state, reader)


def _clock_news(event: Event, state: State, reader: Reader) -> Iterator[str]:
    phrases = CLOCK_PHRASES[reader.language]
    match event:
        case PauseAgreed(seat):
            yield phrases.asks.format(who=name_and_colour(state, seat, reader))
        case DeadlineSet(reason="agreed-pause"):
            yield f"{phrases.paused}. {phrases.paused_line}"
        case PauseEnded(seat):
            yield f"{phrases.resumed}. {phrases.resumed_line.format(who=name_and_colour(state, seat, reader))}"
        case _:
            pass
