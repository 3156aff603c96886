"""Mails that ask for nothing: a game began or ended, or the reader got a seat."""

from uuid import UUID

from msgspec import Struct

from games.domain import State
from games.domain.story import Story
from notifications.links import Stop, stop_url, table_url
from notifications.messages.content import (
    Reader,
    colour,
    colour_and_name,
    name_and_colour,
    seat_of,
    standings,
)
from notifications.messages.letter import Letter, Lines, Link, Part, Picture, Table


class News(Struct, frozen=True):
    """What a mail about a game is made from; `version` is where the events end that it is about."""

    story: Story
    reader: Reader
    game: UUID
    version: int

    @property
    def table(self) -> str:
        return table_url(self.game)

    @property
    def stop(self) -> str:
        return stop_url(Stop(self.game, self.reader.person))

    def name(self, seat: int) -> str:
        return name_and_colour(self.story.now, seat, self.reader)

    def letter(self, *lead: str, parts: tuple[Part, ...] = ()) -> Letter:
        state, phrases = self.story.now, self.reader.phrases
        return Letter(
            subject=f"{state.terms.name}: {lead[0]}",
            game=state.terms.name,
            lead=lead,
            parts=parts,
            links=(Link(phrases.see_table, self.table),),
            why=phrases.why.format(game=state.terms.name),
            stop=Link(phrases.stop, self.stop),
            language=self.reader.language,
        )


def start_letter(news: News) -> Letter:
    state, reader = news.story.now, news.reader
    phrases = reader.phrases
    seats = tuple(colour_and_name(state, seat, reader) for seat in range(len(state.setup.seats)))
    first = state.setup.first
    begins = phrases.begins.format(who=name_and_colour(state, first, reader))
    if state.setup.seats[first].player == reader.person:
        begins = phrases.you_begin
    return news.letter(phrases.started, begins, parts=(Lines(phrases.at_table, seats),))


def end_letter(news: News, picture: bytes) -> Letter:
    state, reader = news.story.now, news.reader
    parts = (Picture(reader.phrases.picture, picture), final_scoring(state, reader))
    return news.letter(reader.phrases.ended, _winners_line(state, reader), parts=parts)


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


def abandonment_letter(news: News) -> Letter:
    phrases = news.reader.phrases
    parts = (standings(news.story, news.reader),) if news.story.now.owners else ()
    return news.letter(phrases.abandoned, phrases.abandoned_line, parts=parts)


def replacement_letter(news: News) -> Letter:
    story, reader = news.story, news.reader
    phrases = reader.phrases
    line = phrases.replaced_line.format(colour=colour(story.now, story.seat, reader.language))
    return news.letter(phrases.replaced, line, parts=(standings(story, reader),))
