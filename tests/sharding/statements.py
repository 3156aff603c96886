"""Reads of a statement whose rows it does not name the game of, where tables are spread by game.

An equality or IN on the column by which a table is spread names the game, in all branches of an
OR; so does a join with a table whose game is named.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

TOKEN = re.compile(r"""'(?:[^']|'')*'|"[^"]+"|%\(\w+\)s|%s|[\w:]+|[^\s\w]""")
SET_OPERATORS = frozenset({"UNION", "INTERSECT", "EXCEPT"})
BEFORE_A_TABLE = frozenset({"FROM", "JOIN", "UPDATE", "INTO"})
CLAUSES = frozenset(
    {"WHERE", "GROUP", "ORDER", "LIMIT", "OFFSET", "HAVING", "RETURNING", "FOR", "WINDOW", "SET"}
    | {"JOIN", "INNER", "LEFT", "RIGHT", "CROSS", "FULL", "ON", "USING", "VALUES", "SELECT", "FROM"}
)
NO_ALIAS = CLAUSES | SET_OPERATORS | {"DEFAULT", "AND", "OR"}
Token = Any
"""A word, or what stands in brackets as a list."""


Fact = frozenset[str]
"""An alias whose game is named, or two whose games are the same."""


def unnamed_tables(sql: str, spread: Mapping[str, str]) -> tuple[str, ...]:
    """Those of `spread`, which leads from a table to its column, of whose rows no game is named."""
    return tuple(sorted(set(_search(_tree(sql), spread, {}, set()))))


def _tree(sql: str) -> list[Token]:
    stack: list[list[Token]] = [[]]
    for word in TOKEN.findall(sql):
        if word == "(":
            stack.append([])
        elif word == ")":
            inner = stack.pop()
            stack[-1].append(inner)
        else:
            stack[-1].append("%s" if word[0] == "'" else word.strip('"'))
    return stack[0]


def _search(
    tokens: list[Token], spread: Mapping[str, str], around: Mapping[str, str], named: Set[str]
) -> Iterator[str]:
    """`around` are the tables of the statement in which this one lies, by alias."""
    for part in _split(tokens, SET_OPERATORS):
        tables = dict(_tables(part, spread))
        scope = Scope(spread, tables, {**around, **tables})
        here = scope.close(part, {each for each in named if each not in tables})
        yield from (table for alias, table in tables.items() if alias not in here)
        for inner in _statements(part):
            yield from _search(inner, spread, scope.visible, here)


class Scope(NamedTuple):
    """Tables that are spread, by alias: those of one statement, and all that it may speak of."""

    spread: Mapping[str, str]
    own: Mapping[str, str]
    visible: Mapping[str, str]

    def close(self, tokens: Sequence[Token], named: Set[str]) -> Set[str]:
        """The aliases whose game is named, there or by what is equal to it."""
        facts = frozenset[Fact]().union(*map(self.facts, _conditions(tokens)))
        here = {*named, *self._inserted(tokens)}
        while new := {alias for fact in facts if len(fact - here) == 1 for alias in fact} - here:
            here |= new
        return here

    def _inserted(self, tokens: Sequence[Token]) -> Iterator[str]:
        for into, table, *columns in zip(tokens, tokens[1:], tokens[2:], strict=False):
            is_into = into == "INTO" and isinstance(table, str)
            if is_into and isinstance(columns[0], list) and self.spread.get(table) in columns[0]:
                yield table

    def facts(self, condition: Sequence[Token]) -> frozenset[Fact]:
        branches = list(_split(condition, frozenset({"OR"})))
        if len(branches) > 1:
            return frozenset[Fact].intersection(*map(self.facts, branches))
        terms = _split(condition, frozenset({"AND"}))
        return frozenset(fact for term in terms for fact in self._facts_of(term))

    def _facts_of(self, term: list[Token]) -> frozenset[Fact]:
        if len(term) == 1 and isinstance(term[0], list):
            return frozenset() if _is_statement(term[0]) else self.facts(term[0])
        if "NOT" in term:
            return frozenset()
        for sign in ("=", "IN"):
            if sign in term:
                at = term.index(sign)
                return frozenset(self._equal(term[:at], term[at + 1 :]))
        return frozenset()

    def _equal(self, left: list[Token], right: list[Token]) -> Iterator[Fact]:
        if _is_statement(right[0]):
            return
        aliases = [alias for each in _columns(left) for alias in self._aliases(each)]
        others = [alias for each in _columns(right) for alias in self._aliases(each)]
        if others:
            yield from (frozenset({one, other}) for one in aliases for other in others)
        elif not any(_columns(right)):
            yield from (frozenset({alias}) for alias in aliases)

    def _aliases(self, column: tuple[str, str]) -> list[str]:
        table, name = column
        tables = (
            self.own if not table else {table: self.visible[table]} if table in self.visible else {}
        )
        return [alias for alias, each in tables.items() if self.spread[each] == name]


def _columns(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """With their tables, as far as these are said."""
    rest = list(tokens)
    while rest:
        each = rest.pop(0)
        if isinstance(each, list):
            yield from _columns(each)
        elif re.fullmatch(r"[A-Za-z_]\w*", each):
            if rest[:1] == ["."]:
                yield each, rest[1]
                del rest[:2]
            else:
                yield "", each


def _conditions(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """What stands behind WHERE and ON."""
    part: list[Token] | None = None
    for each in tokens:
        word = each.upper() if isinstance(each, str) else ""
        if word in CLAUSES:
            if part is not None:
                yield part
            part = [] if word in ("WHERE", "ON") else None
        elif part is not None:
            part.append(each)
    if part is not None:
        yield part


def _split(tokens: Sequence[Token], words: frozenset[str]) -> Iterator[list[Token]]:
    part: list[Token] = []
    for each in tokens:
        if isinstance(each, str) and each.upper() in words:
            yield part
            part = []
        else:
            part.append(each)
    yield part


def _statements(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    for each in tokens:
        if isinstance(each, list):
            if _is_statement(each):
                yield each
            else:
                yield from _statements(each)


def _is_statement(token: Token) -> bool:
    if not isinstance(token, list) or not token:
        return False
    first = token[0]
    return first in ("SELECT", "WITH", "INSERT") or (len(token) > 1 and _is_statement(first))


def _tables(tokens: Sequence[Token], spread: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for before, table, *after in zip(tokens, tokens[1:], [*tokens[2:], ""], strict=False):
        if isinstance(table, str) and table in spread and before in BEFORE_A_TABLE:
            (alias,) = after
            is_alias = isinstance(alias, str) and re.fullmatch(r"\w+", alias) is not None
            yield (alias if is_alias and alias.upper() not in NO_ALIAS else table), table
