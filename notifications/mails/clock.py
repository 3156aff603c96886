"""Mails about the clock: turns lost to it, seats that change hands, pauses."""

from collections.abc import Callable

from msgspec import Struct

from games.domain import Event
from games.domain.clock import TURNS_LOST, deadline_outcome, is_kept_for
from games.domain.events import PauseEnded, PlayerReplaced, TimeRanOut
from games.domain.evolve import replay
from games.domain.notation import numbered_sheet
from games.domain.story import Story
from notifications.mails.clock_phrases import CLOCK_PHRASES, ClockPhrases
from notifications.mails.content import Reader, colour, name_and_colour, standings
from notifications.mails.letter import Letter, Lines, Part
from notifications.mails.news import news_letter


class News(Struct, frozen=True):
    """`version` is the one that the events led to which are told."""

    told: Story
    reader: Reader
    version: int
    table: str
    stop: str

    @property
    def words(self) -> ClockPhrases:
        return CLOCK_PHRASES[self.reader.language]

    def who(self, seat: int) -> str:
        return name_and_colour(self.told.now, seat, self.reader)

    def letter(self, *lead: str, parts: tuple[Part, ...] = ()) -> Letter:
        return news_letter(self.told.now, self.reader, lead, parts, self.table, self.stop)


def lost_turn_letter(news: News) -> Letter | None:
    told, words = news.told, news.words
    number = max(
        number
        for number, event in enumerate(told.events[: news.version], 1)
        if isinstance(event, TimeRanOut) and event.seat == told.seat
    )
    before = replay(told.events[: number - 1])
    is_passed = deadline_outcome(before) == "pass"
    line = words.passed_for_you if is_passed else words.played_for_you
    sheet = numbered_sheet(told.events[: news.version], news.reader.language)
    done = tuple(text for at, text in sheet if at >= number)
    parts = (Lines(words.was_played, done), standings(told, news.reader))
    return news.letter(
        words.time_ran_out, line.format(turn=before.turn), *_seat_warning(news), parts=parts
    )


def _seat_warning(news: News) -> tuple[str, ...]:
    """What becomes of the seat; nothing to say once the game is over, or another turn was played."""
    state, count = news.told.now, news.told.now.clock.lost
    turns = count[news.told.seat] if count else 0
    if state.status in ("ended", "abandoned") or not turns:
        return ()
    return (news.words.may_be_taken if turns >= TURNS_LOST else news.words.one_more,)


def takeover_letter(news: News) -> Letter | None:
    told, words = news.told, news.words
    sits = told.now.setup.seats[told.seat]
    if sits.player == news.reader.person:
        return None
    terms = told.now.terms
    may_watch = terms.watch == "public" or terms.owner == news.reader.person
    after = [words.watch] if may_watch else []
    if is_kept_for(told.now, told.seat, news.reader.person):
        after = [words.come_back]
    line = words.plays_now.format(who=news.who(told.seat))
    return news.letter(words.taken_over, line, *after, parts=(standings(told, news.reader),))


def return_letter(news: News) -> Letter | None:
    told, words = news.told, news.words
    line = words.back_line.format(colour=colour(told.now, told.seat, news.reader.language))
    return news.letter(words.back, line, parts=(standings(told, news.reader),))


def pause_request_letter(news: News) -> Letter | None:
    state, words = news.told.now, news.words
    if state.paused or not state.clock.agreed or news.told.seat in state.clock.agreed:
        return None
    asks = words.asks.format(who=news.who(state.clock.agreed[0]))
    return news.letter(words.pause_asked, asks, words.agree)


def pause_letter(news: News) -> Letter | None:
    if not news.told.now.paused:
        return None
    return news.letter(news.words.paused, news.words.paused_line)


def pause_end_letter(news: News) -> Letter | None:
    state, words = news.told.now, news.words
    if state.paused:
        return None
    ended = [
        event.seat for event in news.told.events[: news.version] if isinstance(event, PauseEnded)
    ]
    lead = [words.resumed, words.resumed_line.format(who=news.who(ended[-1]))]
    if state.to_move is not None and state.deadline is not None:
        when = news.reader.moment(state.deadline)
        mover = state.to_move == news.told.seat
        play_by = news.reader.phrases.play_by.format(when=when)
        lead.append(
            play_by if mover else words.moves.format(who=news.who(state.to_move), when=when)
        )
    return news.letter(*lead)


LETTERS: dict[str, Callable[[News], Letter | None]] = {
    "lost": lost_turn_letter,
    "taken-over": takeover_letter,
    "back": return_letter,
    "pause-asked": pause_request_letter,
    "paused": pause_letter,
    "resumed": pause_end_letter,
}


def former_seat(events: tuple[Event, ...], person: int, version: int) -> int | None:
    """Which one somebody sat in who does not any more."""
    for number, event in reversed(list(enumerate(events[:version], 1))):
        if isinstance(event, PlayerReplaced):
            before = replay(events[: number - 1]).setup.seats[event.seat]
            if before.player == person:
                return event.seat
    return None
