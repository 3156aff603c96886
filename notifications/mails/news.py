"""Mails that ask for nothing: started, ended, abandoned, a seat taken over."""

from games.domain import State
from notifications.mails.content import Reader, Story, colour, standings, who
from notifications.mails.letter import Letter, Lines, Link, Part, Picture, Table


def started(told: Story, reader: Reader, table: str, stop: str) -> Letter:
    state, phrases = told.now, reader.phrases
    seats = tuple(who(state, seat, reader) for seat in range(len(state.setup.seats)))
    begins = phrases.begins.format(who=who(state, state.setup.first, reader))
    return _letter(state, reader, (phrases.started, begins), (Lines(begins, seats),), table, stop)


def ended(
    told: Story, reader: Reader, table: str, stop: str, picture: bytes | None = None
) -> Letter:
    state, phrases = told.now, reader.phrases
    names = " & ".join(who(state, seat, reader) for seat in state.winners)
    won = phrases.won if len(state.winners) == 1 else phrases.shared
    line = won.format(who=names, points=max(state.influence, default=0))
    header = ("", phrases.towns, phrases.money, phrases.bonus_tiles, phrases.points)
    rows = tuple(
        (
            who(state, each.seat, reader),
            f"+{each.towns}",
            f"+{each.money}",
            f"+{each.bonus_tiles}",
            str(each.influence),
        )
        for each in sorted(state.final, key=lambda each: -each.influence)
    )
    own = next((i for i, row in enumerate(rows) if row[0] == who(state, told.seat, reader)), None)
    parts: tuple[Part, ...] = (Table(phrases.final_scoring, header, rows, own),)
    if picture is not None:
        parts = (Picture(phrases.picture, picture), *parts)
    return _letter(state, reader, (phrases.ended, line), parts, table, stop)


def abandoned(told: Story, reader: Reader, table: str, stop: str) -> Letter:
    phrases = reader.phrases
    parts: tuple[Part, ...] = (standings(told, reader),) if told.now.owners else ()
    return _letter(
        told.now, reader, (phrases.abandoned, phrases.abandoned_line), parts, table, stop
    )


def replaced(told: Story, reader: Reader, table: str, stop: str) -> Letter:
    phrases = reader.phrases
    line = phrases.replaced_line.format(colour=colour(told.now, told.seat, reader.language))
    parts = (standings(told, reader),)
    return _letter(told.now, reader, (phrases.replaced, line), parts, table, stop)


def _letter(
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
