"""Mails that ask for nothing: a game began or ended, or the reader got a seat."""

from collections.abc import Collection
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from msgspec import Struct

from games.domain import State, moves
from games.domain.events import GameEnded
from games.domain.notation import WORDS, Language
from games.domain.state import NOBODY
from games.domain.story import Story
from games.drawing import board_png_for_mail, busiest_frame, cut_png_for_mail
from games.endings import why_over
from notifications.links import Stop, page_url, stop_url, table_url
from notifications.messages.content import (
    Reader,
    board_text,
    colour,
    colour_and_name,
    name_and_colour,
    regions_caption,
    seat_of,
    standings,
)
from notifications.messages.letter import WIDEST, Letter, Lines, Link, Part, Picture, Table

PICTURE_WIDTH = 800
OVERVIEW_WIDTH = 464
CUT_PAPER = 1216
MOST_WIDE, MOST_HIGH = 530, 440
"""Of a paper of 1600 by 1000: a telephone that is 390 pixels wide shows names of 9 pixels."""


def near_board(
    state: State, changed: Collection[str], language: Language, alt: str
) -> tuple[Picture, ...]:
    """The part with the most of what has changed and can be reached, if there is any."""
    ids = state.board.ids
    near = moves.near_places(state) if state.status == "playing" else ()
    weights = {ids[place]: 1 for place in near}
    weights |= dict.fromkeys((each for each in changed if each in ids), 2)
    if not weights:
        return ()
    frame = busiest_frame(state.board, weights, MOST_WIDE, MOST_HIGH)
    png = cut_png_for_mail(state, frame, changed=changed, language=language, paper_width=CUT_PAPER)
    return (Picture(alt, png, "near", width=OVERVIEW_WIDTH, caption=alt),)


class News(Struct, frozen=True):
    """What a mail about a game is made from; `version` is where the events end that it is about."""

    story: Story
    reader: Reader
    game: UUID
    version: int

    @property
    def stop(self) -> str:
        return stop_url(Stop(self.game, self.reader.person))

    def name(self, seat: int) -> str:
        return name_and_colour(self.story.now, seat, self.reader)

    def board(self, width: int = PICTURE_WIDTH, *, drawn: bool = True) -> Picture:
        """One that is not drawn has its text alone. A turn's mail has a table of the regions."""
        story, language = self.story, self.reader.language
        changed = story.changes()
        picture = (
            board_png_for_mail(story.now, changed=changed, language=language, width=width)
            if drawn
            else b""
        )
        title, board = _("The board"), board_text(story.now, language)
        alt = _("The board, with what has changed marked")
        text = f"{title}\n\n{board}"
        caption = "" if story.now.status == "playing" else regions_caption(story.now, language)
        return Picture(alt, picture, text=text, width=min(width, WIDEST), caption=caption)

    def near_board(self) -> tuple[Picture, ...]:
        """The part with the most of what has changed and can be reached, if there is any."""
        alt = _("Ringed: what has changed. With a price: where you can expand to.")
        return near_board(self.story.now, self.story.changes(), self.reader.language, alt)

    def letter(
        self,
        *lead: str,
        parts: tuple[Part, ...] = (),
        links: tuple[Link, ...] = (),
        marker: str = "",
        see: str = "",
    ) -> Letter:
        state = self.story.now
        why = _("You played in {game}.")
        if self.story.seat == NOBODY:
            why = _("You made the table {game}.")
        elif state.setup.seats[self.story.seat].player == self.reader.person:
            why = _("You play in {game}.")
        return Letter(
            subject=f"{state.terms.name}{WORDS[self.reader.language].colon}{lead[0]}",
            game=state.terms.name,
            lead=lead,
            parts=parts,
            links=(Link(see or _("See the table"), table_url(self.game)), *links),
            why=why.format(game=state.terms.name),
            stop=Link(_("No mails for this game"), self.stop),
            language=self.reader.language,
            marker=marker,
        )


def full_letter(news: News) -> Letter | None:
    """None if the game has begun, or somebody got up, before it was sent. An owner without a seat
    has no reply address of the game.
    """
    state, reader = news.story.now, news.reader
    if state.status != "open" or any(not (who.player or who.bot) for who in state.setup.seats):
        return None
    seats = tuple(colour_and_name(state, seat, reader) for seat in range(len(state.setup.seats)))
    lead = _("Answer “start”, and the game begins.")
    if news.story.seat == NOBODY:
        lead = _("You can start the game at the table.")
    return news.letter(_("All seats are taken"), lead, parts=(Lines(_("At the table"), seats),))


def start_letter(news: News) -> Letter:
    state, reader = news.story.now, news.reader
    seats = tuple(colour_and_name(state, seat, reader) for seat in range(len(state.setup.seats)))
    first = state.setup.first
    begins = _("{who} begins.").format(who=name_and_colour(state, first, reader))
    if state.setup.seats[first].player == reader.person:
        begins = _("You begin.")
    lead = (
        (begins,) if state.terms.suggestions else (begins, _("It is played without suggestions."))
    )
    return news.letter(_("The game has started"), *lead, parts=(Lines(_("At the table"), seats),))


def end_letter(news: News) -> Letter:
    state, reader = news.story.now, news.reader
    parts = (final_scoring(state, reader), news.board())
    ends = [event for event in news.story.events[: news.version] if isinstance(event, GameEnded)]
    return news.letter(
        _("The game is over"),
        _winners_line(state, reader),
        *[why_over(event.reason) for event in ends[-1:]],
        parts=parts,
        links=(Link(_("What each turn was worth"), page_url("analysis", news.game)),),
        see=_("See the end, and play again"),
    )


def _winners_line(state: State, reader: Reader) -> str:
    """E2: of those with the most points, who has the most franchises in towns."""
    most = max(state.influence, default=0)
    names = " & ".join(name_and_colour(state, seat, reader) for seat in state.winners)
    if state.setup.seats[state.winners[0]].player == reader.person:
        names = names[0].upper() + names[1:]
    line = ngettext("{who} wins with {points} point", "{who} wins with {points} points", most)
    if len(state.winners) > 1:
        line = ngettext(
            "{who} share the win with {points} point",
            "{who} share the win with {points} points",
            most,
        )
    elif state.setup.seats[state.winners[0]].player == reader.person:
        line = ngettext("You win with {points} point", "You win with {points} points", most)
    is_tied = state.influence.count(most) > len(state.winners)
    by_towns = _(", by more franchises in towns") if is_tied else ""
    return f"{line.format(who=names, points=most)}{by_towns}."


def final_scoring(state: State, reader: Reader) -> Table:
    header = (
        "",
        pgettext("mail", "so far"),
        pgettext("mail", "towns"),
        _("money"),
        _("bonus"),
        _("points"),
    )
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
    return Table(_("Final scoring"), header, rows, own)


def abandonment_letter(news: News) -> Letter:
    parts = (standings(news.story, news.reader),) if news.story.now.owners else ()
    return news.letter(
        _("The game was abandoned"),
        _("It ended without a winner. What was played can still be looked at."),
        parts=parts,
    )


def replacement_letter(news: News) -> Letter:
    story, reader = news.story, news.reader
    line = _("You play {colour} from here on. This is where the game stands.").format(
        colour=colour(story.now, story.seat, reader.language)
    )
    return news.letter(_("You have taken a seat"), line, parts=(standings(story, reader),))
