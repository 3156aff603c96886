"""The turn mail: what a player needs to play without opening the page."""

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
    state, phrases = story.now, reader.phrases
    heading = title(state, reader, reminder=reminder)
    parts: list[Part] = [recent_turns(story, reader)]
    if talk:
        parts.append(Lines(phrases.said, talk))
    if state.status == "playing":
        parts.insert(0, standings(story, reader))
    if picture is not None:
        parts.insert(0, Picture(phrases.picture, picture))
    choices = order_choices(state, links.orders, links.play, reader)
    if choices:
        parts.append(Choices(phrases.suggestions, choices, phrases.play_this))
    parts.append(Lines(phrases.how, _how(state, reader)))
    return Letter(
        subject=f"{state.terms.name}: {heading}",
        game=state.terms.name,
        lead=(heading, summary(state, story.seat, reader), deadline(state, reader)),
        parts=tuple(parts),
        links=(Link(phrases.see_table, links.table), Link(phrases.guide, links.guide)),
        why=phrases.why.format(game=state.terms.name),
        stop=Link(phrases.stop, links.stop),
        language=reader.language,
        marker=links.marker,
    )


def title(state: State, reader: Reader, *, reminder: bool) -> str:
    phrases = reader.phrases
    if state.status != "playing":
        return phrases.your_choice.format(what=phrases.choices[state.status])
    if state.clock.late_since is not None:
        text = phrases.late_turn
    else:
        text = phrases.still_your_turn if reminder else phrases.your_turn
    return text.format(turn=state.turn)


def summary(state: State, seat: int, reader: Reader) -> str:
    rank = reader.phrases.out_of.format(rank=rank_of(state, seat), seats=len(state.money))
    return reader.phrases.you_have.format(
        colour=colour(state, seat, reader.language),
        points=state.influence[seat],
        rank=rank,
        money=state.money[seat],
        income=income(state, seat),
    )


def deadline(state: State, reader: Reader) -> str:
    phrases = reader.phrases
    if state.clock.late_since is not None:
        return phrases.waits
    if state.paused:
        return phrases.clock_stands
    if state.deadline is None:
        return phrases.no_deadline
    return phrases.play_by.format(when=reader.moment(state.deadline))


def _how(state: State, reader: Reader) -> tuple[str, ...]:
    phrases = reader.phrases
    if state.status == "playing":
        return phrases.how_lines
    return phrases.how_choice, phrases.how_lines[-1]
