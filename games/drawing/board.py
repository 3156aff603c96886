"""The board as one picture: what no move changes, and over it the game as it stands."""

from collections.abc import Iterable, Iterator

from games.domain.notation.words import WORDS, Language
from games.domain.state import State
from games.drawing.ground import changed_name, ground, named_region
from games.drawing.plan import HEIGHT, WIDTH, Element, plan
from games.drawing.regions import regions, track
from games.drawing.standings import milestones, players
from games.drawing.svg import group, title
from games.drawing.theme import DAY, NIGHT, Theme
from games.drawing.wheels import place, sentence
from games.drawing.wording import WORDING


def board_svg(
    state: State, *, changed: Iterable[str] = (), language: Language = "en", night: bool = False
) -> str:
    """`changed` are ids of places and regions, marked for who was away."""
    theme = theme_of(night=night)
    fixed = ground(state.board, state.setup.closed, language, theme)
    parts = elements(state, frozenset(changed), language, theme)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="graphics-document document" '
        f'class="board {"night" if night else "day"}">{title(heading(state, language))}'
        f"{group(fixed, aria_hidden='true')}{''.join(part.drawn for part in parts)}</svg>"
    )


def theme_of(*, night: bool) -> Theme:
    return NIGHT if night else DAY


def heading(state: State, language: Language) -> str:
    words, wording = WORDS[language], WORDING[language]
    said = ["Franchise"]
    if state.status == "playing":
        said.append(wording.turn.format(state.turn))
    if state.to_move is not None and state.status != "ended":
        said.append(wording.to_move.format(words.colours[state.board.colours[state.to_move]]))
    winners = [words.colours[state.board.colours[seat]] for seat in state.winners]
    return ", ".join([*said, *(f"{winner} {words.wins}" for winner in winners)])


def elements(
    state: State, changed: frozenset[str], language: Language, theme: Theme
) -> Iterator[Element]:
    """All that a move can change, what lies lowest first."""
    board = state.board
    for region in board.regions:
        if region.id in changed:
            yield named_region(board, region.id, language, theme)
    for i, here in enumerate(board.places):
        says = sentence(state, i, WORDING[language], WORDS[language].colours)
        spot = plan().places[here.id]
        yield place(state, i, spot, theme, says, changed=here.id in changed)
    for here in board.places:
        if here.id in changed:
            yield changed_name(here, theme)
    yield from players(state, theme, language)
    yield from regions(state, theme, language, changed)
    yield from track(state, theme, language)
    yield from milestones(state, theme, language)
