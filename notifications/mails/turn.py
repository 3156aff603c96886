"""The turn mail: what a player needs to play without opening the page."""

from msgspec import Struct

from games.domain import Command, State
from games.domain.income import income
from notifications.mails.content import (
    Reader,
    Story,
    colour,
    happened,
    offered,
    rank_of,
    standings,
)
from notifications.mails.letter import Choices, Letter, Lines, Link, Part, Picture


class Ways(Struct, frozen=True):
    """Where the mail's links lead, and what may be answered by a number."""

    table: str
    stop: str
    marker: str
    orders: tuple[Command, ...]
    play: tuple[str, ...]


def turn_mail(
    told: Story, reader: Reader, ways: Ways, *, reminder: bool = False, picture: bytes | None = None
) -> Letter:
    state, phrases = told.now, reader.phrases
    parts: list[Part] = [happened(told, reader)]
    if state.status == "playing":
        parts.insert(0, standings(told, reader))
    if picture is not None:
        parts.insert(0, Picture(phrases.picture, picture))
    choices = offered(state, ways.orders, ways.play, reader)
    if choices:
        parts.append(Choices(phrases.suggestions, choices, phrases.play_this))
    parts.append(Lines(phrases.how, _how(state, reader)))
    return Letter(
        subject=f"{state.terms.name}: {title(state, reader, reminder=reminder)}",
        game=state.terms.name,
        lead=(
            title(state, reader, reminder=reminder),
            _summary(told, reader),
            _deadline(state, reader),
        ),
        parts=tuple(parts),
        links=(Link(phrases.see_table, ways.table),),
        why=phrases.why.format(game=state.terms.name),
        stop=Link(phrases.stop, ways.stop),
        language=reader.language,
        marker=ways.marker,
    )


def title(state: State, reader: Reader, *, reminder: bool) -> str:
    phrases = reader.phrases
    if state.status != "playing":
        return phrases.your_choice.format(what=phrases.choices[state.status])
    text = phrases.still_your_turn if reminder else phrases.your_turn
    return text.format(turn=state.turn)


def _summary(told: Story, reader: Reader) -> str:
    state, seat = told.now, told.seat
    rank = reader.phrases.out_of.format(rank=rank_of(state, seat), seats=len(state.money))
    return reader.phrases.you_have.format(
        colour=colour(state, seat, reader.language),
        points=state.influence[seat],
        rank=rank,
        money=state.money[seat],
        income=income(state, seat),
    )


def _deadline(state: State, reader: Reader) -> str:
    if state.deadline is None:
        return reader.phrases.no_deadline
    return reader.phrases.play_by.format(when=reader.moment(state.deadline))


def _how(state: State, reader: Reader) -> tuple[str, ...]:
    lines = reader.phrases.how_lines
    return lines if state.status == "playing" else lines[1:]
