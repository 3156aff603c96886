"""The grammar of a turn: every word of it is read, or the turn is refused at that word.

A turn is orders with separators between: commas, semicolons, full stops, lines, "and".
An order is a verb with what it is about, in either order of the two, or one of the short forms
`A > B`, `+ A`, `A x2`, `$10`, `to B`, `via C`. Small words and the marks of a list may stand
around it.
"""

from msgspec.structs import replace

from games.domain.board import Board
from games.domain.events import BonusUse
from games.domain.expansions import OPENINGS
from games.domain.notation import beside, lexicon, misreadings, parts
from games.domain.notation.cursor import Cursor, whole
from games.domain.notation.misreadings import Misread
from games.domain.notation.orders import Orders
from games.domain.notation.ways import read_stops, read_ways
from games.domain.notation.words import Language, Verb
from games.domain.state import Tool

OPENING_VERBS: tuple[Verb, ...] = tuple(opening.field for opening in OPENINGS)
TURN_VERBS: tuple[Verb, ...] = (
    "expand", "increase", "double", "bonus", *OPENING_VERBS, "use", "order", "regions", "pass",
)  # fmt: skip
SHARE_VERBS: tuple[Verb, ...] = ("increase", "double")
PLACE_VERBS = (*OPENING_VERBS, "increase", "double", "order")


class TurnReader(Cursor):
    """Reads the orders of a turn. `colour` is the player's, as the score sheet begins a line.

    An order is `led_softly` by a comma or "and" alone.
    """

    def __init__(self, text: str, board: Board, language: Language, colour: str) -> None:
        super().__init__(text, board, TURN_VERBS, language)
        self.colour = colour
        self.orders = Orders(self)
        self.marks = 0
        self.led_softly = False

    def read(self) -> dict[str, object]:
        """The body of the command."""
        self.separators()
        while not self.is_at_end:
            self._read_order()
            self.skip(lexicon.AFTER)
            self.led_softly = self.follows(lambda: self.separators() == 1)
            is_over = self.separators() or self.is_at_end or self.sign(":")
            if not (is_over or self.follows(self._take_next_order)):
                raise self.unread_word()
        return self.orders.body()

    def _take_next_order(self) -> bool:
        """Takes the beginning of an order that comes without anything between."""
        if self.sign("+"):
            return self.sign("+") or parts.take_amount(self) is not None
        if self.take(lexicon.WITHOUT) or self.link("with"):
            self.skip(lexicon.ARTICLES, lexicon.TILE)
            return self.take_verb("bonus") or self.take(lexicon.TOOLS) is not None
        if self.take(lexicon.EXCEPT):
            return True
        self.link("to", "for")
        self.skip(lexicon.BEFORE)
        return self.verb() is not None

    def _read_order(self) -> None:
        self._read_mark()
        if beside.take_apology(self) or beside.take_result(self):
            return
        start = self.at
        if self._read_colour() and self.take(lexicon.PASSES):
            self.orders.passed = (start, self.at)
            return
        if beside.read_first(self, self.orders):
            return
        self.skip(lexicon.BEFORE, lexicon.AFTER)
        if self.ends_clause():
            return
        if self.follows(lambda: self.link("to", "for") and self.verb()):
            self.link("to", "for")
        self.sign(":")
        start = self.at
        if self._read_noun_first(start):
            return
        self._skip_to_bonus()
        verb = self.verb()
        if verb is not None:
            self._read_verb(verb, start)
        elif not beside.read_negation(self, self.orders):
            self._read_without_verb(start)

    def _read_mark(self) -> None:
        """The numbers of a list count its points."""
        if self.mark is None:
            return
        self.marks += 1
        if self.mark.text.isdigit() and int(self.mark.text) != self.marks:
            raise self.unread_word()
        self.at += 1

    def _read_colour(self) -> bool:
        start = self.at
        colour = self.take(lexicon.COLOURS)
        if colour not in (None, self.colour):
            self.at = start
            raise self.unread_word()
        if colour is not None:
            self.sign(":")
        return colour is not None

    @whole
    def _read_noun_first(self, start: int) -> bool:
        """`die Strecke nutzen`, `Geld Bonus`; `Bonus Geld` begins with a verb."""
        use = self.take(lexicon.WHOLE_BONUS)
        if use is not None:
            self._use_bonus(use, start)
            return True
        self.skip(lexicon.ARTICLES, lexicon.TILE)
        at = self.at
        tools = parts.tools(self)
        is_named = tools and parts.names_tile(self, start)
        if tools and (parts.final_verb(self) == "use" or (is_named and self._ends_heading())):
            self._add_tools(tools)
            return True
        self.at = at
        if self.take(lexicon.BONUS) == "cash" and self.take_verb("bonus"):
            self.skip(lexicon.TILE)
            self.orders.set_once("bonus", "cash", start)
            return True
        return False

    @whole
    def _skip_to_bonus(self) -> bool:
        """`den Bonus nutzen`."""
        self.skip(lexicon.ARTICLES, lexicon.TILE)
        return self.follows(lambda: self.take_verb("bonus"))

    def _ends_heading(self) -> bool:
        return parts.ends_order(self) or self.follows(lambda: self.sign(":"))

    def _read_verb(self, verb: Verb, start: int) -> None:
        if beside.read_none(self, self.orders, verb, start):
            return
        while verb not in ("use", "bonus") and self.take(lexicon.WITHIN):
            self.sign(":")
        match verb:
            case "expand":
                self._read_expansions()
            case "bonus":
                self._read_bonus(start)
            case "use":
                self._read_use(start)
            case "regions":
                self.orders.lists["regions"] += parts.regions(self)
            case "pass":
                self.skip(lexicon.TURN)
                self.orders.passed = (start, self.at)
            case _:
                self._read_places(verb, start)

    def _read_places(self, verb: Verb, start: int) -> None:
        parts.take_share(self)
        self.skip(lexicon.TILE)
        if verb == "double" and (parts.ends_order(self) or self.follows(self._take_next_order)):
            self.orders.double_latest(start)
            return
        at = self.at
        if verb in SHARE_VERBS and self.take(lexicon.TOWARDS):
            # `increase to Omaha` may be meant to expand.
            raise self.refusal(misreadings.TwoMeanings, at)
        self.sign(">")
        self._apply(verb, parts.places(self, plus=verb == "increase"), start)

    def _apply(self, verb: Verb, places: list[str], start: int, amount: int | None = None) -> None:
        if verb in self.orders.lists:
            self.orders.lists[verb] += places
        else:
            for place in places:
                self.orders.set_once(verb, place, start)
        self.orders.latest = (verb, len(places))
        if verb == "increase":
            amount = amount or parts.trailing_amount(self) or self._take_double()
            parts.take_price(self, {1, len(places)})
        if amount == 2:
            self.orders.double_latest(start)

    @whole
    def _take_double(self) -> int | None:
        """`increase Omaha x2`, `increase Omaha, doubled`."""
        return 2 if parts.final_verb(self) == "double" else None

    def _read_expansions(self, *, has_verb: bool = True) -> bool:
        start = self.at
        if self.take(lexicon.TWICE):
            self.orders.set_once("bonus", "expand", start)
            self.sign(":", ",")
        ways, is_plain = read_ways(self, has_verb=has_verb)
        self.orders.expand += ways
        self.orders.latest = ("expand", len(ways))
        while self.link("with"):
            self._read_use(self.at - 1)
            is_plain = True
        return is_plain

    def _read_bonus(self, start: int) -> None:
        """`bonus cash`, `bonus tile for $10`, `bonus: expand to Omaha`."""
        self.skip(lexicon.TILE)
        end = self.at
        while self.link("for", "to") or self.sign(":", "=", "-", ","):
            pass
        self.skip(lexicon.ARTICLES)
        use: BonusUse | None = "cash" if parts.take_cash(self) else self.take(lexicon.BONUS)
        if use is None:
            self._leave_open(start, end)
        else:
            self._use_bonus(use, start)

    def _leave_open(self, start: int, end: int) -> None:
        """What a bonus tile is for, the other orders may say."""
        at, self.at = self.at, end
        parts.final_verb(self)
        if not (self._ends_heading() or self.follows(self._take_next_order)):
            self.at = at
            raise self.unknown("use of a bonus tile", lexicon.BONUS)
        self.orders.open_bonus = (start, end)

    def _use_bonus(self, use: BonusUse, start: int) -> None:
        self.orders.set_once("bonus", str(use), start)
        self.sign(":")
        if use == "expand" and self.follows(lambda: self.sign(",") and self._take_any_place()):
            self.sign(",")
        elif parts.final_verb(self) == "use" or parts.ends_order(self):
            return
        if use == "expand":
            self._read_expansions()
        elif use == "share":
            self._apply("double", parts.places(self), start)

    def _read_use(self, start: int) -> None:
        """`use route and development`, `use the bonus tile for $10`, `take $10`."""
        self.skip(lexicon.ARTICLES, lexicon.TILE)
        if self._read_dollars(start):
            return
        if self.take_verb("bonus"):
            self._read_bonus(start)
            return
        tools = parts.tools(self)
        if not tools:
            if parts.ends_order(self):
                raise self.missing("tile to use")
            if self.find(self.places):
                raise self.refusal(misreadings.TwoMeanings, start)
            raise self.unknown("tile to use", lexicon.TOOLS)
        self._add_tools(tools)

    def _add_tools(self, tools: list[Tool]) -> None:
        self.orders.use += [tool for tool in tools if tool not in self.orders.use]

    @whole
    def _read_dollars(self, start: int) -> bool:
        """The dollars of a bonus tile."""
        self.sign("+")
        if self.dollars() != parts.CASH:
            return False
        if self.take_verb("bonus"):
            self.skip(lexicon.TILE)
        self.orders.set_once("bonus", "cash", start)
        return True

    def _read_without_verb(self, start: int) -> None:
        """The short forms, and orders with their verb behind."""
        if self._read_dollars(start) or self._read_plus(start) or self._read_behind(start):
            return
        if self.link("with"):
            self._read_use(start)
            if self.follows(lambda: self.link("to", "from")):
                self._read_expansions()
            return
        if beside.read_sequence(self, self.orders):
            return
        is_share, at = parts.take_share(self), self.at
        if self._read_places_first(start):
            return
        if is_share:
            self.at = at
            self._apply("increase", parts.places(self), start)
            return
        self.at = start
        if not self.follows(self._take_any_place):
            raise self.unread_word()
        self._read_way(start)

    def _read_way(self, start: int) -> None:
        """`to Omaha`, `from Omaha to Denver`, `Omaha to Denver`, also with a verb behind."""
        is_to = self.follows(lambda: self.link("to"))
        is_vague = is_to and not self.follows(lambda: self.take(lexicon.TOWARDS))
        goes_on = self.led_softly and self.orders.latest[0] not in (None, "expand")
        is_plain = self._read_expansions(has_verb=False)
        verb = parts.final_verb(self)
        if verb not in (None, "expand") or not (is_plain or verb):
            raise self._bare_names(start)
        # Of `increase A, to B` nobody knows whether B is increased too, and `in A` may be either.
        ways = self.orders.expand[-self.orders.latest[1] :]
        is_bare = is_vague and all(way.origin is None for way in ways)
        if not verb and ((is_to and goes_on) or is_bare):
            raise self.refusal_between(misreadings.TwoMeanings, start, self.at)

    def _bare_names(self, start: int) -> Misread:
        """Names without a verb mean several things; a short word that may begin one, nothing."""
        if self.negation_follows():
            return self.unread_word()
        word = self.words[start]
        is_short = self.at == start + 1 and len(word) <= lexicon.SHORTEST_BEGINNING
        if is_short and (word,) not in self.places.exact:
            self.at = start
            return self.unread_word()
        return self.refusal(misreadings.TwoMeanings, start)

    def _read_plus(self, start: int) -> bool:
        if not self.sign("+"):
            return False
        verb: Verb = "double" if self.sign("+") else "increase"
        amount = parts.take_amount(self)
        if not amount and self.word.isdecimal():
            raise self.unread_word()
        self._apply(verb, parts.places(self, plus=verb == "increase"), start, amount)
        return True

    @whole
    def _read_behind(self, start: int) -> bool:
        """`via Omaha`, `from Reno`: of the place that the order before expands to."""
        if self.orders.latest != ("expand", 1):
            return False
        way = self.orders.expand[-1]
        via, origin = read_stops(self, has_origin=way.origin is not None)
        if self.at == start or self.follows(lambda: self.link("to") or self.sign(">")):
            return False
        if via and way.via:
            raise self.refusal(misreadings.ContradictoryOrders, start)
        self.orders.expand[-1] = replace(way, origin=way.origin or origin, via=way.via or via)
        return True

    @whole
    def _read_places_first(self, start: int) -> bool:
        """`Omaha vergrößern`, `Omaha +1`, `Omaha x2`."""
        if self.follows(lambda: self.link("from")) or not self.follows(self._take_any_place):
            return False
        is_towards = self.follows(lambda: self.take(lexicon.TOWARDS))
        places = parts.places(self, own=TURN_VERBS)
        is_plus = self.word == "+"
        is_by = self.follows(lambda: self.take(lexicon.BY))
        amount = parts.trailing_amount(self)
        # Of `increase A and B by 2` nobody knows whether A is meant too.
        if is_by and amount == 2 and self.led_softly and self.orders.latest[0] == "increase":
            raise self.refusal(misreadings.TwoMeanings, start)
        verb = parts.final_verb(self) or ("increase" if amount else None)
        is_of_last = is_plus and len(places) > 1
        if verb not in PLACE_VERBS or is_of_last or (is_towards and verb in SHARE_VERBS):
            return False
        self._apply(verb, places, start, amount)
        return True

    def _take_any_place(self) -> bool:
        return self.link("to", "from") or bool(self.find(self.places))
