"""Mails about lost turns, seats that change hands, and pauses."""

from games.domain import Event
from games.domain.clock import TURNS_LOST, deadline_outcome, is_kept_for
from games.domain.events import PauseEnded, PlayerReplaced, TimeRanOut
from games.domain.evolve import replay
from games.domain.notation import numbered_sheet
from notifications.messages.clock_phrases import CLOCK_PHRASES, ClockPhrases
from notifications.messages.content import colour, standings
from notifications.messages.letter import Letter, Lines
from notifications.messages.news import News


def phrases_for(news: News) -> ClockPhrases:
    return CLOCK_PHRASES[news.reader.language]


def lost_turn_letter(news: News) -> Letter | None:
    story, phrases = news.story, phrases_for(news)
    number = max(
        number
        for number, event in enumerate(story.events[: news.version], 1)
        if isinstance(event, TimeRanOut) and event.seat == story.seat
    )
    before = replay(story.events[: number - 1])
    is_passed = deadline_outcome(before) == "pass"
    line = phrases.passed_for_you if is_passed else phrases.played_for_you
    sheet = numbered_sheet(story.events[: news.version], news.reader.language)
    lines = tuple(text for at, text in sheet if at >= number)
    parts = (Lines(phrases.was_played, lines), standings(story, news.reader))
    return news.letter(
        phrases.time_ran_out, line.format(turn=before.turn), *_seat_warning(news), parts=parts
    )


def _seat_warning(news: News) -> tuple[str, ...]:
    """Whether the seat can be taken over. Nothing after the end, or once a turn was played."""
    state, count = news.story.now, news.story.now.clock.lost
    turns = count[news.story.seat] if count else 0
    if state.status in ("ended", "abandoned") or not turns:
        return ()
    return (phrases_for(news).may_be_taken if turns >= TURNS_LOST else phrases_for(news).one_more,)


def takeover_letter(news: News) -> Letter | None:
    story, phrases = news.story, phrases_for(news)
    person, terms = news.reader.person, story.now.terms
    if story.now.setup.seats[story.seat].player == person:
        return None
    after = [phrases.watch] if terms.watch == "public" or terms.owner == person else []
    if is_kept_for(story.now, story.seat, person):
        after = [phrases.come_back]
    line = phrases.plays_now.format(who=news.name(story.seat))
    return news.letter(phrases.taken_over, line, *after, parts=(standings(story, news.reader),))


def return_letter(news: News) -> Letter | None:
    story, phrases = news.story, phrases_for(news)
    line = phrases.back_line.format(colour=colour(story.now, story.seat, news.reader.language))
    return news.letter(phrases.back, line, parts=(standings(story, news.reader),))


def pause_request_letter(news: News) -> Letter | None:
    state, phrases = news.story.now, phrases_for(news)
    if state.paused or not state.clock.agreed or news.story.seat in state.clock.agreed:
        return None
    asks = phrases.asks.format(who=news.name(state.clock.agreed[0]))
    return news.letter(phrases.pause_asked, asks, phrases.agree)


def pause_letter(news: News) -> Letter | None:
    if not news.story.now.paused:
        return None
    return news.letter(phrases_for(news).paused, phrases_for(news).paused_line)


def pause_end_letter(news: News) -> Letter | None:
    state, phrases = news.story.now, phrases_for(news)
    if state.paused:
        return None
    events = news.story.events[: news.version]
    by = [event.seat for event in events if isinstance(event, PauseEnded)][-1]
    lead = [phrases.resumed, phrases.resumed_line.format(who=news.name(by))]
    if state.to_move is not None and state.deadline is not None:
        when = news.reader.moment(state.deadline)
        if state.to_move == news.story.seat:
            lead.append(news.reader.phrases.play_by.format(when=when))
        else:
            lead.append(phrases.moves.format(who=news.name(state.to_move), when=when))
    return news.letter(*lead)


def former_seat(events: tuple[Event, ...], person: int, version: int) -> int | None:
    """The seat that the person has lost."""
    for number, event in reversed(list(enumerate(events[:version], 1))):
        if isinstance(event, PlayerReplaced):
            before = replay(events[: number - 1]).setup.seats[event.seat]
            if before.player == person:
                return event.seat
    return None
