"""The turn mail: what a player needs to play without opening the page."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.domain import Command, State
from games.domain.income import income
from games.domain.story import Story
from notifications.messages.content import (
    Reader,
    colour,
    order_choices,
    rank_of,
    recent_turns,
    standings,
)
from notifications.messages.letter import Choices, Letter, Lines, Link, Part, Picture


class TurnLinks(Struct, frozen=True):
    """Where the mail's links lead; `orders` are what a number in an answer stands for."""

    table: str
    stop: str
    marker: str
    orders: tuple[Command, ...]
    play: tuple[str, ...]
    guide: str


def turn_letter(
    story: Story,
    reader: Reader,
    links: TurnLinks,
    *,
    reminder: bool = False,
    picture: bytes | None = None,
    talk: tuple[str, ...] = (),
) -> Letter:
    state = story.now
    heading = title(state, reader, reminder=reminder)
    parts: list[Part] = [recent_turns(story, reader)]
    if talk:
        parts.append(Lines(_("Said at the table"), talk))
    if state.status == "playing":
        parts.insert(0, standings(story, reader))
    if picture is not None:
        parts.insert(0, Picture(_("The board, with what has changed marked"), picture))
    choices = order_choices(state, links.orders, links.play, reader)
    if choices:
        parts.append(Choices(_("Answer with a number"), choices, _("Play this")))
    parts.append(Lines(_("Or answer with orders, one a line"), _how(state, reader)))
    return Letter(
        subject=f"{state.terms.name}: {heading}",
        game=state.terms.name,
        lead=(heading, summary(state, story.seat, reader), deadline(state, reader)),
        parts=tuple(parts),
        links=(
            Link(_("See the table"), links.table),
            Link(_("How a turn is written"), links.guide),
        ),
        why=_("You play in {game}.").format(game=state.terms.name),
        stop=Link(_("No mails for this game"), links.stop),
        language=reader.language,
        marker=links.marker,
    )


def title(state: State, reader: Reader, *, reminder: bool) -> str:
    if state.status != "playing":
        choices = {
            "towns": _("a starting town"),
            "boom": _("the Boom marker"),
            "draft": _("a tile"),
        }
        return _("Your choice: {what}").format(what=choices[state.status])
    if state.clock.late_since is not None:
        text = _("Your time ran out: turn {turn} waits for you")
    else:
        text = _("Still your turn {turn}") if reminder else _("Your turn {turn}")
    return text.format(turn=state.turn)


def summary(state: State, seat: int, reader: Reader) -> str:
    rank = _("rank {rank} of {seats}").format(rank=rank_of(state, seat), seats=len(state.money))
    points = state.influence[seat]
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


def _how(state: State, reader: Reader) -> tuple[str, ...]:
    other = _("note … – a word to the table; stop – no more reminders for this game")
    if state.status != "playing":
        return _("what you choose instead, by its name"), other
    return (
        _("expand to Chicago from Detroit; increase Omaha, Denver; double Omaha; bonus cash"),
        _("pass – do nothing; take back – undo your last turn"),
        other,
    )
