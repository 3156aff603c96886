"""Mails about lost turns, seats that change hands, and pauses."""

from django.utils.translation import gettext as _

from games.domain import NEW_GAME, Event, State
from games.domain.clock import TURNS_LOST, deadline_outcome, is_kept_for
from games.domain.events import PauseEnded, PlayerReplaced, TimeRanOut
from games.domain.evolve import replay, walk
from games.domain.notation import numbered_sheet
from notifications.messages.content import colour, standings
from notifications.messages.letter import Letter, Lines
from notifications.messages.news import News
from notifications.messages.turn import turn_line


def lost_turn_letter(news: News) -> Letter | None:
    story = news.story
    number = max(
        number
        for number, event in enumerate(story.events[: news.version], 1)
        if isinstance(event, TimeRanOut) and event.seat == story.seat
    )
    before = replay(story.events[: number - 1])
    is_passed = deadline_outcome(before) == "pass"
    line = (
        _("Your turn {turn} was passed.")
        if is_passed
        else _("The computer player took turn {turn} for you.")
    )
    sheet = numbered_sheet(story.events[: news.version], news.reader.language)
    lines = tuple(text for at, text in sheet if at >= number)
    parts = (Lines(_("What was played"), lines), standings(story, news.reader))
    return news.letter(
        _("Your time ran out"),
        line.format(turn=before.turn),
        *seat_warning(story.now, story.seat),
        parts=parts,
    )


def seat_warning(state: State, seat: int) -> tuple[str, ...]:
    """Whether the seat can be taken over. Nothing after the end, or once a turn was played."""
    turns = state.clock.lost[seat] if state.clock.lost else 0
    if state.status in ("ended", "abandoned") or not turns:
        return ()
    return (
        _(
            "Your seat can be taken over now. It stays yours if you play your next turn, or say "
            "at the table that you are back."
        )
        if turns >= TURNS_LOST
        else _("If you lose the next one too, your seat can be taken over."),
    )


def takeover_letter(news: News) -> Letter | None:
    story = news.story
    person, terms = news.reader.person, story.now.terms
    if story.now.setup.seats[story.seat].player == person:
        return None
    after = (
        [_("You can go on watching the game.")]
        if terms.watch == "public" or terms.owner == person
        else []
    )
    if is_kept_for(story.now, story.seat, person):
        after = [_("You can have your seat back: take it over while a computer player keeps it.")]
    line = _("{who} plays on in your place.").format(who=news.name(story.seat))
    return news.letter(
        _("Your seat was taken over"), line, *after, parts=(standings(story, news.reader),)
    )


def return_letter(news: News) -> Letter | None:
    story = news.story
    line = _("You play {colour} again. This is where the game stands.").format(
        colour=colour(story.now, story.seat, news.reader.language)
    )
    return news.letter(_("You are back in your seat"), line, parts=(standings(story, news.reader),))


def pause_request_letter(news: News) -> Letter | None:
    state = news.story.now
    if state.paused or not state.clock.agreed or news.story.seat in state.clock.agreed:
        return None
    asks = _("{who} would like the clock to stop for a while.").format(
        who=news.name(state.clock.agreed[0])
    )
    return news.letter(
        _("A pause is asked for"),
        asks,
        _("It stops when all of you have agreed: answer “yes”, or say so at the table."),
    )


def pause_line() -> str:
    return _(
        "All have agreed: the clock stands still. Turns can be played all the same, and any of "
        "you can end the pause."
    )


def pause_letter(news: News) -> Letter | None:
    if not news.story.now.paused:
        return None
    return news.letter(_("The game is paused"), pause_line())


def pause_end_letter(news: News) -> Letter | None:
    state = news.story.now
    if state.paused:
        return None
    events = news.story.events[: news.version]
    by = [event.seat for event in events if isinstance(event, PauseEnded)][-1]
    lead = (_("The pause is over"), _("{who} has ended it.").format(who=news.name(by)))
    line = turn_line(state, news.reader)
    return news.letter(*lead, *([line] if line else []))


def former_seat(events: tuple[Event, ...], person: int, version: int) -> int | None:
    """The seat that the person has lost."""
    before = (NEW_GAME, *walk(events[:version]))
    seats = [
        event.seat
        for event, state in zip(events, before, strict=False)
        if isinstance(event, PlayerReplaced) and state.setup.seats[event.seat].player == person
    ]
    return seats[-1] if seats else None
