"""A mail as its parts, and the one design of all mails, as text and as HTML."""

from textwrap import fill

from django.template.loader import render_to_string
from msgspec import Struct

WIDTH = 72


class Link(Struct, frozen=True):
    label: str
    url: str


class Lines(Struct, frozen=True):
    title: str
    lines: tuple[str, ...]
    links: tuple[Link, ...] = ()


class Table(Struct, frozen=True):
    """The first column is text, the others are numbers; `own` is the reader's row."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    own: int | None = None


class Choice(Struct, frozen=True):
    number: int
    words: tuple[str, ...]
    effect: str
    url: str


class Choices(Struct, frozen=True):
    title: str
    choices: tuple[Choice, ...]
    play_this: str


class Picture(Struct, frozen=True):
    """Shown inline by its content id; `text` stands in its place in the text."""

    alt: str
    png: bytes
    cid: str = "board"
    text: str = ""


Part = Lines | Table | Choices | Picture


class Letter(Struct, frozen=True):
    """`lead` is what a lock screen shows, so it holds what matters."""

    subject: str
    game: str
    lead: tuple[str, ...]
    parts: tuple[Part, ...]
    links: tuple[Link, ...]
    why: str
    stop: Link | None
    language: str
    marker: str = ""
    head: Link | None = None

    @property
    def preview(self) -> str:
        """What a mail program shows beside the subject, without repeating the subject."""
        repeats = self.lead[0] in self.subject
        return " ".join(self.lead[1:] if repeats else self.lead)

    @property
    def pictures(self) -> list[Picture]:
        return [part for part in self.parts if isinstance(part, Picture)]


def as_text(letter: Letter) -> str:
    blocks = ["\n".join(fill(line, WIDTH) for line in letter.lead)]
    if letter.marker:
        blocks.append(letter.marker)
    blocks += [text for part in letter.parts if (text := _text_of(part))]
    if letter.links:
        blocks.append("\n".join(map(_link, letter.links)))
    end = ["-- ", letter.why]
    end += [_link(link) for link in (letter.stop, letter.head) if link is not None]
    blocks.append("\n".join(end))
    return "\n\n".join(blocks) + "\n"


def _text_of(part: Part) -> str:
    match part:
        case Lines():
            links = [f"  {_link(link)}" for link in part.links]
            return "\n".join([part.title, *map(_item, part.lines), *links])
        case Table():
            return "\n".join([part.title, *_columns(part)])
        case Choices():
            return "\n".join([part.title, *(_choice(choice) for choice in part.choices)])
        case Picture():
            return part.text


def _link(link: Link) -> str:
    return f"{link.label}: {link.url}"


def _item(line: str) -> str:
    return fill(line, WIDTH, initial_indent="  ", subsequent_indent="      ")


def _choice(choice: Choice) -> str:
    words = "; ".join(choice.words)
    head = fill(f"{choice.number}  {words}", WIDTH, initial_indent="  ", subsequent_indent="     ")
    effect = fill(choice.effect, WIDTH, initial_indent="     ", subsequent_indent="     ")
    return "\n".join([head, effect] if choice.effect else [head])


def _columns(table: Table) -> list[str]:
    rows = (("", *table.header[1:]), *table.rows)
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.header))]
    return [
        "  "
        + "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def as_html(letter: Letter) -> str:
    kinds = [(type(part).__name__.lower(), part) for part in letter.parts]
    html = render_to_string("mails/letter.html", {"letter": letter, "parts": kinds})
    # A SafeString cannot be stored.
    return str.__str__(html)
