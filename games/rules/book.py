"""The rules as a book of sections, read from one plain file a language.

A file has a title, an introduction, and sections in the same order in every language; a
rule is a list item that begins with its id.
"""

import re
from functools import cache, cached_property
from importlib import resources
from typing import ClassVar

from msgspec import Struct

from games.domain.notation import Language

SECTIONS = (
    "set-up",
    "turn",
    "bonus-tiles",
    "supply",
    "end",
    "expert",
    "milestones",
    "boom",
    "region-tiles",
    "words",
    "examples",
)
RULE = re.compile(r"- \*\*([A-Z]\d+)\*\* (.+)")
POINT = re.compile(r"  - (.+)")
HEADING = re.compile(r"\*\*([^*]+)\*\*")


class Text(Struct, frozen=True):
    kind: ClassVar[str] = "text"
    text: str


class Heading(Struct, frozen=True):
    kind: ClassVar[str] = "heading"
    text: str


class Rule(Struct, frozen=True):
    kind: ClassVar[str] = "rule"
    id: str
    text: str
    points: tuple[str, ...] = ()


class Table(Struct, frozen=True):
    kind: ClassVar[str] = "table"
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = Text | Heading | Rule | Table


class Section(Struct, frozen=True):
    id: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(block for block in self.blocks if isinstance(block, Rule))


class Book(Struct, frozen=True, dict=True):
    title: str
    introduction: tuple[Block, ...]
    sections: tuple[Section, ...]

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """Every rule of the game by its id; the examples are none."""
        return {
            rule.id: rule
            for section in self.sections
            if section.id != "examples"
            for rule in section.rules
        }

    def section(self, section: str) -> Section:
        return next(each for each in self.sections if each.id == section)


@cache
def rulebook(language: Language) -> Book:
    title, introduction, *parts = _parts("text", language)
    sections = (
        Section(section, *_headed(part)) for section, part in zip(SECTIONS, parts, strict=True)
    )
    return Book(title, _blocks(introduction), tuple(sections))


@cache
def rulings(language: Language) -> Book:
    """Where the printed rules are silent: what we play, and why."""
    title, introduction = _parts("rulings", language)
    return Book(title, _blocks(introduction), ())


def _parts(folder: str, language: Language) -> list[str]:
    """The title, what stands before the first section, and each section from its heading on."""
    text = (resources.files("games.rules") / folder / f"{language}.md").read_text("utf-8")
    title, _, rest = text.partition("\n")
    return [title.removeprefix("# "), *re.split(r"^## ", rest, flags=re.MULTILINE)]


def _headed(part: str) -> tuple[str, tuple[Block, ...]]:
    title, _, rest = part.partition("\n")
    return title, _blocks(rest)


def _blocks(text: str) -> tuple[Block, ...]:
    found: list[Block] = []
    for line in filter(None, text.split("\n")):
        if rule := RULE.fullmatch(line):
            found.append(Rule(rule[1], rule[2]))
        elif point := POINT.fullmatch(line):
            found[-1] = _add_point(found[-1], point[1])
        elif line.startswith("|"):
            _add_row(found, tuple(cell.strip() for cell in line.strip("|").split("|")))
        elif heading := HEADING.fullmatch(line):
            found.append(Heading(heading[1]))
        else:
            found.append(Text(line))
    return tuple(found)


def _add_point(last: Block, point: str) -> Rule:
    if not isinstance(last, Rule):
        raise TypeError(f"a point of no rule: {point}")
    return Rule(last.id, last.text, (*last.points, point))


def _add_row(found: list[Block], cells: tuple[str, ...]) -> None:
    last = found[-1] if found else None
    if not isinstance(last, Table):
        found.append(Table(cells, ()))
    elif not set("".join(cells)) <= {"-"}:
        found[-1] = Table(last.head, (*last.rows, cells))
