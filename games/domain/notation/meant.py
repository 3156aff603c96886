"""What somebody probably meant by orders that were not read."""

from collections.abc import Iterator

from games.domain.commands import KINDS, Command
from games.domain.decide import judge
from games.domain.errors import Refusal
from games.domain.notation import misreadings
from games.domain.notation.cursor import Cursor
from games.domain.notation.misreadings import Misread
from games.domain.notation.reading import parse
from games.domain.notation.tokens import normalize
from games.domain.notation.words import ENGLISH, WORDS, Language, Words, region_name
from games.domain.state import State

MOST = 3
OR = {normalize(each) for words in WORDS.values() for each in words.small.either}
MOST_TRIED = 30
DEEPEST = 3


def meant(refusal: Misread, state: State, language: Language) -> tuple[Command, ...]:
    """At most three legal commands, the nearest to the text first; `state` waits for one."""
    kind, board = KINDS[state.status], state.board
    found: dict[Command, None] = {}
    waiting = [(1, fixed) for fixed in _texts_near(refusal, state, language)]
    for depth, fixed in waiting:
        try:
            order = parse(fixed, kind, state.mover, language=language, board=board)
            judge(state, order)
        except Misread as again:
            if depth < DEEPEST and len(waiting) < MOST_TRIED:
                waiting += [(depth + 1, more) for more in _texts_near(again, state, language)]
        except Refusal:
            continue
        else:
            found[order] = None
        if len(found) == MOST:
            break
    return tuple(found)


def _texts_near(refusal: Misread, state: State, language: Language) -> Iterator[str]:
    start, end = refusal.span
    if normalize(str(refusal.value)) in OR:
        yield from _either(refusal.text[:start], refusal.text[end:], state)
        return
    for words in _words_near(refusal, state, WORDS[language]):
        yield f"{refusal.text[:start]}{words}{refusal.text[end:]}"
    if not isinstance(refusal, misreadings.NegatedOrder):
        line = start - refusal.column
        behind = refusal.text[line + len(refusal.line) :].removeprefix("\n")
        yield refusal.text[:line] + behind


def _either(before: str, behind: str, state: State) -> Iterator[str]:
    """Of `expand to A or B` the one, then the other."""
    cursor = Cursor(before, state.board)
    for at, token in enumerate(cursor.tokens):
        cursor.at = at
        if cursor.find_place() and cursor.is_at_end:
            yield before
            yield before[: token.start] + behind.lstrip()
            return


def _words_near(refusal: Misread, state: State, words: Words) -> Iterator[str]:
    """What may have stood in the place of the words that were not read."""
    match refusal:
        case misreadings.UnknownName() | misreadings.AmbiguousName():
            for each in refusal.possible:
                yield _name(str(each), state, words)
                yield f"{words.links['from'][0]} {_name(str(each), state, words)}"
        case misreadings.AskedOrder():
            yield str(refusal.value).rstrip("?")
        case misreadings.UnreadableOrder():
            if len(refusal.possible) <= MOST:
                yield from map(str, refusal.possible)
            yield ""
        case misreadings.TwoMeanings():
            yield from _readings(_places_in(str(refusal.value), state), words)
        case misreadings.ContradictoryOrders():
            yield ""
        case _:
            return


def _name(value: str, state: State, words: Words) -> str:
    board = state.board
    if value in board.index:
        return board.name_of(value)
    if value in board.region_index:
        return region_name(value, words, board)
    uses = [*words.bonus.items(), *words.tools.items()]
    return next(forms[0] for use, forms in uses if use == value)


def _places_in(text: str, state: State) -> list[str]:
    cursor = Cursor(text, state.board)
    places = []
    while not cursor.is_at_end:
        found = cursor.find_place(exactly=True)
        places += [_name(found, state, WORDS[ENGLISH])] if found else []
        cursor.at += found is None
    return places


def _readings(places: list[str], words: Words) -> Iterator[str]:
    """The ways in which names may be meant that stand beside each other."""
    expand, increase = (words.verbs[verb][0] for verb in ("expand", "increase"))
    to = words.links["to"][0]
    match places:
        case [one]:
            yield f"{increase} {one}"
            yield f"{expand} {to} {one}"
        case [one, other]:
            yield f"{one} > {other}"
            yield f"{other} > {one}"
            yield f"{to} {one}, {to} {other}"
        case [one, other, last]:
            yield f"{last} > {one}, {last} > {other}"
            yield f"{to} {one}, {last} > {other}"
        case _:
            return
