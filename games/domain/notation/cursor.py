"""Steps through a text, phrase by phrase, and refuses the words that it stops at."""

import unicodedata
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from games.domain.board import Board
from games.domain.notation import lexicon, misreadings, nearness
from games.domain.notation.lexicon import Names, Table
from games.domain.notation.misreadings import Misread
from games.domain.notation.tokens import Token, tokenize
from games.domain.notation.words import ENGLISH, WORDS, Language, Link, Verb

T = TypeVar("T")
C = TypeVar("C", bound="Cursor")
P = ParamSpec("P")
SOFT = frozenset(",&")
HARD = frozenset(";.!")
AFTER_A_VERB = frozenset(":-=\u2013\u2014")
LONGEST_FAULT = 3
LONGEST_NUMBER = 3


def whole(take: Callable[Concatenate[C, P], T]) -> Callable[Concatenate[C, P], T]:
    """Lets a reader of a phrase take all of it or, where it answers None or False, nothing."""

    @wraps(take)
    def attempt(cursor: C, /, *args: P.args, **options: P.kwargs) -> T:
        start = cursor.at
        taken = take(cursor, *args, **options)
        if taken is None or taken is False:
            cursor.at = start
        return taken

    return attempt


class Cursor:
    """`verbs` are those that may come, `language` the one in which words are offered."""

    def __init__(
        self,
        text: str,
        board: Board,
        verbs: tuple[Verb, ...] = (),
        language: Language = ENGLISH,
    ) -> None:
        self.text = unicodedata.normalize("NFC", text)
        self.tokens = tokenize(self.text)
        self.words = [each.text if each.kind in ("word", "sign") else "" for each in self.tokens]
        self.words.append("")
        self.board = board
        self.places = lexicon.places(board)
        self.regions = lexicon.regions(board)
        self.verbs = verbs
        self.language = language
        self.at = 0

    @property
    def is_at_end(self) -> bool:
        return self.at >= len(self.tokens)

    @property
    def word(self) -> str:
        """The next word or sign; empty at the end of a line, and at a mark."""
        return self.words[self.at]

    @property
    def mark(self) -> Token | None:
        """The mark of a list, if it comes next."""
        token = None if self.is_at_end else self.tokens[self.at]
        return token if token and token.kind == "mark" else None

    def follows(self, take: Callable[[], object]) -> bool:
        """Whether this could be taken; nothing is."""
        start = self.at
        taken = bool(take())
        self.at = start
        return taken

    def sign(self, *signs: str) -> bool:
        """Takes the next sign, if it is one of these."""
        taken = self.word in signs
        self.at += taken
        return taken

    def take(self, table: Table[T]) -> T | None:
        """Takes the longest phrase of the table that comes next, and says what it means."""
        if self.word in table.firsts:
            for length in range(table.longest, 0, -1):
                phrase = tuple(self.words[self.at : self.at + length])
                if phrase in table.meanings:
                    self.at += length
                    return table.meanings[phrase]
        return None

    def skip(self, *tables: Table[object]) -> None:
        while any(self.take(table) for table in tables):
            pass

    @whole
    def link(self, *links: Link) -> bool:
        """Takes the next word, if it is one of these links."""
        is_one = self.take(lexicon.LINKS) in links
        self.sign(":")
        return is_one

    def number(self) -> int | None:
        """Takes a number in digits."""
        word = self.word
        if not (word.isdecimal() and len(word) <= LONGEST_NUMBER):
            return None
        self.at += 1
        return int(word)

    @whole
    def dollars(self) -> int | None:
        """Takes `$10`, `10 $` or `10 dollars`."""
        leads = self.sign("$")
        amount = self.number()
        is_money = leads or self.sign("$") or self.take(lexicon.BONUS) == "cash"
        return amount if is_money else None

    @whole
    def verb(self) -> Verb | None:
        """Takes a verb that may come, or an unambiguous beginning of one."""
        own = lexicon.verbs_among(self.verbs)
        verb = self.take(lexicon.VERBS) or self.take_beginning(own)
        while self.sign(*AFTER_A_VERB):
            pass
        return verb if verb in self.verbs else None

    @whole
    def take_verb(self, *verbs: Verb) -> bool:
        """Takes the next verb, if it is one of these."""
        return self.verb() in verbs

    def take_beginning(self, table: Table[T]) -> T | None:
        """Takes a phrase of the table, or a word that only one of its meanings begins with."""
        found = self.take(table)
        if found is None and self.word not in lexicon.SMALL:
            fitting = table.begun_by(self.word)
            if len(fitting) == 1:
                self.at += 1
                self.sign(".")
                return fitting.pop()
        return found

    def ends_clause(self) -> bool:
        """Whether a separator, a question mark or the end comes next."""
        return self.is_at_end or self.word == "?" or self.follows(self.separators)

    def separators(self) -> int:
        """Takes all that part one order from the next; 2 if these are more than commas."""
        parts = 0
        while not self.is_at_end:
            if self.tokens[self.at].kind == "line" or self.word in HARD:
                parts = 2
                self.at += 1
            elif self.sign(*SOFT) or self.link("and"):
                parts = parts or 1
            else:
                break
        return parts

    def negation_follows(self) -> bool:
        word = (self.word,)
        return word in lexicon.NEGATIONS or word in lexicon.WITHOUT

    def find(self, names: Names, *, exactly: bool = False) -> tuple[str, ...]:
        """Takes a name, and answers the ids of all that it fits; it takes none of several.

        Found `exactly`, no beginning counts that is a word of its own.
        """
        words: list[str] = []
        ends: list[int] = []
        for at, token in enumerate(self.tokens[self.at :], self.at + 1):
            if token.kind == "word":
                words.append(token.text)
                ends.append(at)
            elif token.text != "." or not words:
                break
            if len(words) == names.exact.longest:
                break
        for length in range(len(words), 0, -1):
            phrase = tuple(words[:length])
            ids = names.fitting(phrase)
            if exactly and phrase not in names.exact and phrase[-1] in lexicon.SMALL:
                continue
            if ids:
                self.at = ends[length - 1] if len(ids) == 1 else self.at
                return ids
        return ()

    def find_place(self, *, exactly: bool = False) -> str | None:
        """Takes a place, if it is plain which."""
        found = self.find(self.places, exactly=exactly)
        return found[0] if len(found) == 1 else None

    def place(self) -> str:
        return self.name(self.places, "place")

    def region(self) -> str:
        return self.name(self.regions, "region")

    def name(self, names: Names, what: str) -> str:
        found = self.find(names)
        if len(found) == 1:
            return found[0]
        if self.ends_clause():
            raise self.missing(what)
        if self.negation_follows():
            raise self.unread_word()
        start = self.at
        words = self._take_fault()
        if found:
            raise self.refusal(misreadings.AmbiguousName, start, found, what)
        near = nearness.nearest(words, names.spelt)
        if not near:
            self.at = start + 1
            near = nearness.nearest(self.tokens[start].text, names.spelt)
        raise self.refusal(misreadings.UnknownName, start, near, what)

    def _take_fault(self) -> str:
        """Takes the words of a name that nothing has: up to a sign or a word that we know."""
        start = self.at
        self.at += 1
        while self.at - start < LONGEST_FAULT and not self.is_at_end:
            known = (self.word,) in lexicon.LINKS or (self.word,) in lexicon.VERBS
            if self.tokens[self.at].kind != "word" or known:
                break
            self.at += 1
        return " ".join(token.text for token in self.tokens[start : self.at])

    def missing(self, what: str) -> Misread:
        """Of what was taken last, which lacks something."""
        return self.refusal(misreadings.MissingName, max(0, self.at - 1), (), what)

    def unknown(self, what: str, table: Table[str]) -> Misread:
        """Of the next word, which is none of a few, if there is one."""
        if self.is_at_end:
            return self.missing(what)
        start = self.at
        self.at += 1
        spelt = [(phrase[0], meaning) for phrase, meaning in table.meanings.items()]
        near = nearness.nearest(self.tokens[start].text, spelt)
        possible = near or dict.fromkeys(table.meanings.values())
        return self.refusal(misreadings.UnknownName, start, possible, what)

    def unread_word(self) -> Misread:
        """Of the next word, where an order should begin or end; else of the last one."""
        start = min(self.at, len(self.tokens) - 1)
        word, is_negation = self.tokens[start].text, self.negation_follows()
        self.at = start + 1
        if is_negation:
            return self.refusal(misreadings.NegatedOrder, start)
        if word == "?":
            return self.refusal(misreadings.AskedOrder, self._line_start(start))
        own = lexicon.verbs_among(self.verbs)
        spelt = [(phrase[0], verb) for phrase, verb in own.meanings.items() if len(phrase) == 1]
        near = nearness.nearest(word, [*spelt, *self.places.spelt])
        if near and near[0] in self.board.index and (word,) not in self.places.exact:
            places = [each for each in near if each in self.board.index]
            return self.refusal(misreadings.UnknownName, start, places, "place")
        verbs = [verb for verb in self.verbs if verb in near]
        return self.refusal(misreadings.UnreadableOrder, start, self.offer(verbs or self.verbs))

    def _line_start(self, at: int) -> int:
        while at and self.tokens[at - 1].kind != "line":
            at -= 1
        return at

    def offer(self, verbs: Iterable[Verb]) -> list[str]:
        return [WORDS[self.language].verbs[verb][0] for verb in verbs]

    def refusal(
        self,
        kind: type[Misread],
        start: int,
        possible: Iterable[str] = (),
        what: str = "",
    ) -> Misread:
        """Of what was taken from the token `start` on."""
        tokens = self.tokens[start : self.at]
        span = (tokens[0].start, tokens[-1].end) if tokens else (0, len(self.text))
        return kind(self.text[slice(*span)].strip(), possible, self.text, span, what)

    def refusal_between(self, kind: type[Misread], start: int, end: int, what: str = "") -> Misread:
        self.at = end
        offered = self.offer(self.verbs) if kind is misreadings.UnreadableOrder else ()
        return self.refusal(kind, start, offered, what)
