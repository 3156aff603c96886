"""The rules as a book of sections, and the words of the first game: a Markdown file a language.

A file has a title, an introduction, and sections in the same order in every language. A
rule is a list item that begins with its id.
"""

import re
from functools import cache, cached_property
from importlib import resources
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from games.domain.expansions import EXPANSIONS
from games.domain.notation import WORDS, Language

TEXTS = resources.files("games.rules")
SECTIONS = (
    "set-up",
    "turn",
    "bonus-tiles",
    "supply",
    "end",
    *(each.rules for each in EXPANSIONS),
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


class StepWords(Struct, frozen=True):
    """`task` says what to do, `hint` helps after a wrong choice, `right` comes with the next step."""

    phase: str
    task: str
    hint: str
    right: str


class Book(Struct, frozen=True, dict=True):
    title: str
    introduction: tuple[Block, ...]
    sections: tuple[Section, ...]

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """Every rule of the game by its id, without the examples."""
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
    return _book("text", language, SECTIONS)


@cache
def rulings(language: Language) -> Book:
    """What this server plays where the printed rules are silent, and why; how rulesets differ."""
    return _book("rulings", language, ("rulesets",))


def _book(folder: str, language: Language, ids: tuple[str, ...]) -> Book:
    title, introduction, *parts = _parts(folder, language)
    sections = []
    for id, part in zip(ids, parts, strict=True):
        heading, _, text = part.partition("\n")
        sections.append(Section(id, heading, _blocks(text)))
    return Book(title, _blocks(introduction), tuple(sections))


@cache
def lesson_words(language: Language) -> dict[str, StepWords]:
    """By the step of the first game."""
    _, _, *parts = _parts("lessons", language)
    words = {}
    for part in parts:
        step, _, text = part.partition("\n")
        words[step] = StepWords(
            *(block.text for block in _blocks(text) if isinstance(block, Heading | Text))
        )
    return words


def _parts(folder: str, language: Language) -> list[str]:
    """The title, the introduction, and each section from its heading on."""
    file = TEXTS / folder / f"{language}.md"
    text = WORDS[language].typeset(file.read_text("utf-8"))
    title, _, rest = text.partition("\n")
    return [title.removeprefix("# "), *re.split(r"^## ", rest, flags=re.MULTILINE)]


def _blocks(text: str) -> tuple[Block, ...]:
    blocks: list[Block] = []
    for line in filter(None, text.split("\n")):
        last = blocks[-1] if blocks else None
        if rule := RULE.fullmatch(line):
            blocks.append(Rule(rule[1], rule[2]))
        elif point := POINT.fullmatch(line):
            if not isinstance(last, Rule):
                raise TypeError(f"a point of no rule: {point[1]}")
            blocks[-1] = replace(last, points=(*last.points, point[1]))
        elif line.startswith("|"):
            cells = tuple(cell.strip() for cell in line.strip("|").split("|"))
            if not isinstance(last, Table):
                blocks.append(Table(cells, ()))
            elif not set("".join(cells)) <= {"-"}:
                blocks[-1] = replace(last, rows=(*last.rows, cells))
        elif heading := HEADING.fullmatch(line):
            blocks.append(Heading(heading[1]))
        else:
            blocks.append(Text(line))
    return tuple(blocks)
