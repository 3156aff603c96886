"""Mails that ask for nothing: a game began or ended, or the reader got a seat."""

from games.domain import State
from games.domain.story import Story
from notifications.messages.content import (
    Reader,
    colour,
    colour_and_name,
    name_and_colour,
    seat_of,
    standings,
)
from notifications.messages.letter import Letter, Lines, Link, Part, Picture, Table


def start_letter(story: Story, reader: Reader, table: str, stop: str) -> Letter:
    state, phrases = story.now, reader.phrases
    seats = tuple(colour_and_name(state, seat, reader) for seat in range(len(state.setup.seats)))
    first = state.setup.first
    begins = phrases.begins.format(who=name_and_colour(state, first, reader))
    if state.setup.seats[first].player == reader.person:
        begins = phrases.you_begin
    parts = (Lines(phrases.at_table, seats),)
    return news_letter(state, reader, (phrases.started, begins), parts, table, stop)


def end_letter(
    story: Story, reader: Reader, table: str, stop: str, picture: bytes | None = None
) -> Letter:
    state, phrases = story.now, reader.phrases
    parts: tuple[Part, ...] = (final_scoring(state, reader),)
    if picture is not None:
        parts = (Picture(phrases.picture, picture), *parts)
    return news_letter(
        state, reader, (phrases.ended, _winners_line(state, reader)), parts, table, stop
    )


def _winners_line(state: State, reader: Reader) -> str:
    """E2: of those with the most points, who has the most franchises in towns."""
    phrases, most = reader.phrases, max(state.influence, default=0)
    names = " & ".join(name_and_colour(state, seat, reader) for seat in state.winners)
    line = phrases.won
    if len(state.winners) > 1:
        line = phrases.shared
    elif state.setup.seats[state.winners[0]].player == reader.person:
        line = phrases.you_won
    is_tied = state.influence.count(most) > len(state.winners)
    return f"{line.format(who=names, points=most)}{phrases.by_towns if is_tied else ''}."


def final_scoring(state: State, reader: Reader) -> Table:
    phrases = reader.phrases
    header = ("", phrases.so_far, phrases.towns, phrases.money, phrases.bonus_tiles, phrases.points)
    ranking = sorted(state.final, key=lambda each: (-each.influence, -each.towns))
    rows = tuple(
        (
            colour_and_name(state, each.seat, reader),
            str(each.influence - each.towns - each.money - each.bonus_tiles),
            f"+{each.towns}",
            f"+{each.money}",
            f"+{each.bonus_tiles}",
            str(each.influence),
        )
        for each in ranking
    )
    seat = seat_of(state, reader.person)
    own = next((row for row, each in enumerate(ranking) if each.seat == seat), None)
    return Table(phrases.final_scoring, header, rows, own)


def abandonment_letter(story: Story, reader: Reader, table: str, stop: str) -> Letter:
    phrases = reader.phrases
    parts: tuple[Part, ...] = (standings(story, reader),) if story.now.owners else ()
    return news_letter(
        story.now, reader, (phrases.abandoned, phrases.abandoned_line), parts, table, stop
    )


def replacement_letter(story: Story, reader: Reader, table: str, stop: str) -> Letter:
    phrases = reader.phrases
    line = phrases.replaced_line.format(colour=colour(story.now, story.seat, reader.language))
    parts = (standings(story, reader),)
    return news_letter(story.now, reader, (phrases.replaced, line), parts, table, stop)


def news_letter(
    state: State,
    reader: Reader,
    lead: tuple[str, ...],
    parts: tuple[Part, ...],
    table: str,
    stop: str,
) -> Letter:
    phrases = reader.phrases
    return Letter(
        subject=f"{state.terms.name}: {lead[0]}",
        game=state.terms.name,
        lead=lead,
        parts=parts,
        links=(Link(phrases.see_table, table),),
        why=phrases.why.format(game=state.terms.name),
        stop=Link(phrases.stop, stop),
        language=reader.language,
    )
