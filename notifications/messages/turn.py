"""The turn mail: what a player needs to play without opening the page."""

from datetime import datetime
from functools import partial
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain import State, moves
from games.domain.clock import deadline_outcome
from games.domain.events import TurnTakenBack
from games.domain.income import income
from games.events import store
from games.talk import unread_lines
from notifications.links import page_url
from notifications.messages.content import (
    Reader,
    chat_line,
    colour,
    name_and_colour,
    region_standings,
    standings,
    suggestion_choices,
)
from notifications.messages.letter import Choices, Letter, Lines, Link, Part
from notifications.messages.news import OVERVIEW_WIDTH, News
from notifications.models import Notice
from notifications.reply_addresses import MARKER

Kind = Literal["turn", "reminder", "last-call"]
"""Of the mails that ask for the same turn."""


def turn_letter(news: News, kind: Kind = "turn", *, is_whole: bool = True) -> Letter | None:
    """None if the turn was played while a worker had taken the notice.

    One that is not whole has neither the picture nor what was said at the table.
    """
    story, reader, state = news.story, news.reader, news.story.now
    if state.to_move != story.seat:
        return None
    heading = title(state, reader, kind)
    parts: list[Part] = [*news.near_board()] if is_whole else []
    if state.status == "playing":
        parts.append(standings(story, reader))
    span = _("So far") if story.is_all else _("Since your last turn")
    parts.append(Lines(span, story.lines(reader.language) or (_("Nothing has happened yet."),)))
    if is_whole and (talk := _chat_lines(news)):
        parts.append(Lines(_("Said at the table"), talk))
    choices = suggestion_choices(news.game, state, reader)
    if choices:
        parts.append(Choices(_("Answer with a number, nothing else is needed"), choices))
    parts.append(Lines(_title_of_how(state, has_choices=bool(choices)), _how(state)))
    parts.append(news.board(OVERVIEW_WIDTH, drawn=is_whole))
    if state.status == "playing":
        parts.append(region_standings(state, reader))
    return news.letter(
        heading,
        summary(state, story.seat, reader),
        deadline(state, reader),
        *end_warning(state, story.seat),
        parts=tuple(parts),
        links=(Link(_("How a turn is written"), f"{page_url('rules')}#orders"),),
        marker=MARKER,
    )


reminder_letter = partial(turn_letter, kind="reminder")
last_call_letter = partial(turn_letter, kind="last-call")


def take_back_letter(news: News) -> Letter | None:
    """None for who is to move again, or has had no mail of the turn that is gone."""
    story, state = news.story, news.story.now
    take_back = next(
        event
        for event in reversed(story.events[: news.version])
        if isinstance(event, TurnTakenBack)
    )
    if state.to_move == story.seat or not _was_asked(news, take_back.to_version):
        return None
    who = state.mover if take_back.seat is None else take_back.seat
    return news.letter(
        _("The turn before yours was taken back"),
        _("{who} plays it again; the mail of your turn holds no more.").format(who=news.name(who)),
        _("There is nothing to do until it is your turn again."),
        parts=(news.board(),),
    )


def _was_asked(news: News, since: int) -> bool:
    asked = Notice.objects.filter(
        game_id=news.game, recipient=news.reader.person, message="turn", sent__isnull=False
    )
    occasions = asked.values_list("occasion", flat=True)
    return any(since < int(occasion) < news.version for occasion in occasions)


def _chat_lines(news: News) -> tuple[str, ...]:
    """What others have said since the reader's last turn, but for what was read on the page."""
    story, reader = news.story, news.reader
    lines = unread_lines(news.game, reader.person)
    if lines and not story.is_all:
        last = store.feed(news.game, after=story.then.version - 1, limit=1)[0]
        since = datetime.fromisoformat(last.stamp.at)
        lines = [line for line in lines if line.at > since]
    return tuple(chat_line(story.now, line, reader) for line in lines)


def title(state: State, reader: Reader, kind: Kind = "turn") -> str:
    if kind == "last-call" and state.deadline is not None:
        return _last_call(state, reader.moment(state.deadline))
    if state.status != "playing":
        choices = {
            "towns": _("a starting town"),
            "boom": _("the Boom marker"),
            "draft": _("a tile"),
        }
        text = _("Your choice: {what}") if kind == "turn" else _("Still your choice: {what}")
        return text.format(what=choices[state.status])
    if state.clock.late_since is not None:
        text = _("Your time ran out: turn {turn} waits for you")
    else:
        text = _("Your turn {turn}") if kind == "turn" else _("Still your turn {turn}")
    return text.format(turn=state.turn)


def _last_call(state: State, when: str) -> str:
    """A choice of the set-up is made by the computer player, a turn is lost."""
    if state.status != "playing":
        return _("Last call: choose by {when}").format(when=when)
    if deadline_outcome(state) in ("wait", "bank"):
        return _("Last call: play turn {turn} by {when}").format(turn=state.turn, when=when)
    return _("Last call: turn {turn} is lost on {when}").format(turn=state.turn, when=when)


def summary(state: State, seat: int, reader: Reader) -> str:
    points = state.influence[seat]
    better = sum(each > points for each in state.influence)
    rank = _("rank {rank} of {seats}").format(rank=better + 1, seats=len(state.money))
    text = ngettext(
        "You are {colour}: {points} point ({rank}), ${money}, next income ${income}.",
        "You are {colour}: {points} points ({rank}), ${money}, next income ${income}.",
        points,
    )
    return text.format(
        colour=colour(state, seat, reader.language),
        points=points,
        rank=rank,
        money=state.money[seat],
        income=income(state, seat),
    )


def deadline(state: State, reader: Reader) -> str:
    if state.clock.late_since is not None:
        return _("The game waits for you; if it has to wait long, your seat can be taken over.")
    if state.paused:
        return _("The clock stands still: the game is paused.")
    if state.deadline is None:
        return _("Take your time: this game has no deadline.")
    return _("Play by {when}.").format(when=reader.moment(state.deadline))


def turn_line(state: State, reader: Reader) -> str:
    """Who is to move, and until when; empty if nobody is."""
    if state.to_move is None:
        return ""
    if state.setup.seats[state.to_move].player == reader.person:
        return f"{_('It is your turn.')} {deadline(state, reader)}"
    who = name_and_colour(state, state.to_move, reader)
    if state.deadline is None:
        return _("{who} is to move.").format(who=who)
    when = reader.moment(state.deadline)
    return _("{who} is to move until {when}.").format(who=who, when=when)


def end_warning(state: State, seat: int) -> tuple[str, ...]:
    """T20: it ends where all players, one after another, have not expanded."""
    if state.status != "playing" or len({*state.still, seat}) < len(state.money):
        return ()
    return (
        _(
            "None of the others has expanded in the last turn: if you do not expand either, the "
            "game ends (rule T20)."
        ),
    )


def _title_of_how(state: State, *, has_choices: bool) -> str:
    if state.status != "playing":
        by_name = _("Or answer with the name of another choice")
        return by_name if has_choices else _("Answer with the name of your choice")
    orders = _("Or answer with orders, one a line")
    return orders if has_choices else _("Answer with orders, one a line")


def _how(state: State) -> tuple[str, ...]:
    other = _("note … – a word to the table; help – what else you can write")
    if state.status != "playing":
        return (other,)
    tiles = _("A second “expand to …” in a turn spends a bonus tile, and so does “double”.")
    return (
        _("expand to Chicago from Detroit; increase Omaha, Denver; double Omaha; bonus cash"),
        *([tiles] if moves.bonus_uses(state) else []),
        _("pass – do nothing; take back – undo your last turn"),
        other,
    )
