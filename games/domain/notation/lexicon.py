"""The words of all languages by what they mean, as a text's tokens have them."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Generic, TypeVar

from games.domain.board import Board
from games.domain.events import BonusUse
from games.domain.notation.tokens import Phrase, phrases_of
from games.domain.notation.words import WORDS, Link, Verb, Words, region_name
from games.domain.state import Tool

SHORTEST_BEGINNING = 3
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Table(Generic[T_co]):
    """What each of some phrases means."""

    def __init__(self, meanings: Iterable[tuple[Phrase, T_co]]) -> None:
        self.meanings: Mapping[Phrase, T_co] = dict(meanings)
        self.longest = max(map(len, self.meanings), default=0)
        self.firsts = frozenset(phrase[0] for phrase in self.meanings)

    def __contains__(self, phrase: Phrase) -> bool:
        return phrase in self.meanings

    def begun_by(self, word: str) -> set[T_co]:
        """What is meant by the phrases that begin with the beginning of a word."""
        if len(word) < SHORTEST_BEGINNING:
            return set()
        return {meaning for phrase, meaning in self.meanings.items() if phrase[0].startswith(word)}


def _table(groups: Callable[[Words], Iterable[tuple[T, Iterable[str]]]]) -> Table[T]:
    return Table(
        (phrase, meaning)
        for words in WORDS.values()
        for meaning, forms in groups(words)
        for form in forms
        for phrase in phrases_of(form)
    )


def _words(forms: Callable[[Words], Iterable[str]]) -> Table[bool]:
    return _table(lambda words: [(True, forms(words))])


VERBS: Table[Verb] = _table(
    lambda words: [
        *words.verbs.items(),
        ("town", [words.starts_in]),
        ("tile", [words.places_tile, words.chooses_tile]),
    ]
)
LINKS: Table[Link] = _table(lambda words: words.links.items())
PASSES = _words(lambda words: [words.passes])
BONUS: Table[BonusUse] = _table(lambda words: words.bonus.items())
TOOLS: Table[Tool] = _table(lambda words: words.tools.items())
SHARE = _words(lambda words: words.small.share)
WHOLE_BONUS = Table(
    (phrase, use)
    for phrase, use in BONUS.meanings.items()
    if len(phrase) > 1 and phrase not in SHARE
)
"""Uses of a bonus tile that say by themselves that it is one."""
COLOURS: Table[str] = _table(lambda words: [(id, [c]) for id, c in words.colours.items()])
TOWARDS = _words(lambda words: words.links["to"][:1])
"""What says by itself that an order expands: `in Omaha` could as well increase."""
COUNTS: Table[int] = _table(lambda words: enumerate(words.small.counts, 1))
BEFORE = _words(lambda words: words.small.before)
AFTER = _words(lambda words: words.small.after)
ARTICLES = _words(lambda words: words.small.articles)
TILE = _words(lambda words: words.small.tile)
TWICE = _words(lambda words: words.small.twice)
WITHIN = _words(lambda words: words.small.within)
BY = _words(lambda words: words.small.by)
TURN = _words(lambda words: words.small.turn)
BOTH = _words(lambda words: words.small.both)
WITHOUT = _words(lambda words: words.small.without)
EXCEPT = _words(lambda words: words.small.except_)
FIRST = _words(lambda words: words.small.first)
APOLOGIES = _words(lambda words: words.small.apologies)
NEGATIONS = _words(lambda words: words.small.negations)
NUMBERS = _words(lambda words: words.small.numbers)
SCORED = _words(lambda words: [words.scored])
TRACK = _words(lambda words: [words.track])
MARKS = _words(lambda words: [words.marks])
REACHES = _words(lambda words: [words.reaches])
MILESTONES = _words(lambda words: words.milestones.values())


@lru_cache
def verbs_among(verbs: tuple[Verb, ...]) -> Table[Verb]:
    return Table((phrase, verb) for phrase, verb in VERBS.meanings.items() if verb in verbs)


SMALL = {
    word
    for table in (BEFORE, AFTER, ARTICLES, TURN, WITHOUT, NEGATIONS, LINKS)
    for phrase in table.meanings
    for word in phrase
}
"""Words that are never the beginning of another one, where they may well stand themselves."""


def begins(phrase: Phrase, written: Phrase) -> bool:
    """Whether what was written is the beginning of a name or a verb, long enough to be one."""
    return (
        len(written) <= len(phrase)
        and sum(map(len, written)) >= SHORTEST_BEGINNING
        and phrase[: len(written) - 1] == written[:-1]
        and phrase[len(written) - 1].startswith(written[-1])
    )


class Names:
    """Whole names, of which a beginning is enough, and nicknames, of which it is not."""

    def __init__(
        self, names: Iterable[tuple[str, str]], nicknames: Iterable[tuple[str, str]] = ()
    ) -> None:
        self.full = Table((phrase, id) for id, name in names for phrase in _name_phrases(name))
        nicks = [(phrase, id) for id, name in nicknames for phrase in _name_phrases(name)]
        joined = [(("".join(phrase),), id) for phrase, id in self.full.meanings.items()]
        self.exact = Table([*nicks, *self.full.meanings.items(), *joined])
        self.spelt = [(" ".join(phrase), id) for phrase, id in self.exact.meanings.items()]

    def fitting(self, written: Phrase) -> tuple[str, ...]:
        """The ids of what is called so or, if nothing is, of what begins so."""
        if written in self.exact:
            return (self.exact.meanings[written],)
        return tuple(
            sorted({id for name, id in self.full.meanings.items() if begins(name, written)})
        )


def _name_phrases(name: str) -> set[Phrase]:
    return {tuple(word for word in phrase if word.isalnum()) for phrase in phrases_of(name)}


@lru_cache(maxsize=8)
def places(board: Board) -> Names:
    nicknames = [
        (place, nickname)
        for words in WORDS.values()
        for place, some in words.nicknames.items()
        if place in board.index
        for nickname in some
    ]
    full = [(place.id, place.name) for place in board.places]
    return Names(full, [*nicknames, *((place, place) for place in board.ids)])


@lru_cache(maxsize=8)
def regions(board: Board) -> Names:
    named = [
        (region, name)
        for region in board.region_index
        for words in WORDS.values()
        for name in (region, region_name(region, words, board))
    ]
    return Names(named)
