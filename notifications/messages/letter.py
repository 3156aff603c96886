"""A mail as its parts, and the one design of all mails, as text and as HTML."""

import re
from textwrap import wrap

from django.template.loader import render_to_string
from msgspec import Struct
from msgspec.structs import replace

from games.domain.notation import WORDS, Words, language_of

SITE = "Franchise by Mail"
WIDTH = 72
WIDEST = 588
"""Of a picture, in pixels."""
GLUE, HARD_SPACE = "\0", "\xa0"
STICKS = re.compile(r" (?=[>|:;!?»])")
"""Before these no line breaks: it would begin like a quotation, or end before its mark."""
BELONGS = re.compile(
    r"(?<=[^\W\d]) (?=> |[A-Z]?\$?\d+(?:\xa0\$)?(?:[.,:;)]|\s[;:]|$))"
    r"|(?:(?<=\d)|(?<=\d\.)) (?=[^\W\d])"
    r"|(?<=\+) (?=[^\W\d])"
)
"""Here no line breaks either: no figure stands alone, no day without its month, no hour without
its zone, and no sign ends a line.
"""


class Link(Struct, frozen=True):
    label: str
    url: str


class Lines(Struct, frozen=True):
    title: str
    lines: tuple[str, ...]
    links: tuple[Link, ...] = ()


class Table(Struct, frozen=True):
    """Of its columns the first `texts` are text, the others numbers; `own` is the reader's row."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    own: int | None = None
    texts: int = 1


class Choice(Struct, frozen=True):
    """`about` begins with what it costs. The links play it; the text has its number for that."""

    number: int
    words: tuple[str, ...]
    about: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()


class Choices(Struct, frozen=True):
    title: str
    choices: tuple[Choice, ...]


class Picture(Struct, frozen=True):
    """Shown inline by its content id, at most so wide, with the caption below.

    `text` stands in its place in the text.
    """

    alt: str
    png: bytes
    cid: str = "board"
    text: str = ""
    width: int = WIDEST
    caption: str = ""


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
        repeats = self.subject.endswith(self.lead[0])
        return " ".join(self.lead[1:] if repeats else self.lead)

    @property
    def marker_words(self) -> list[str]:
        """No line ends within one of them: "##" alone on a line looks like a slip."""
        return re.findall(r"\S.*? ·|\S.*", self.marker)

    @property
    def pictures(self) -> list[Picture]:
        return [part for part in self.parts if isinstance(part, Picture)]


def as_text(letter: Letter) -> str:
    words = WORDS[language_of(letter.language)]
    blocks = ["\n".join(fold(line) for line in letter.lead)]
    if letter.marker:
        blocks.append(letter.marker)
    blocks += [text for part in letter.parts if (text := _text_of(part, words))]
    if letter.links:
        blocks.append("\n".join(_link(link, words) for link in letter.links))
    end = ["-- ", fold(letter.why)]
    end += [_link(link, words) for link in (letter.stop, letter.head) if link is not None]
    blocks.append("\n".join(end))
    return "\n\n".join(blocks) + "\n"


def fold(line: str, indent: str = "", later: str | None = None) -> str:
    """On lines of a mail's width, each begun with `indent`, those after the first with `later`."""
    glued = STICKS.sub(GLUE, BELONGS.sub(GLUE, line))
    lines = wrap(
        glued, WIDTH, initial_indent=indent, subsequent_indent=indent if later is None else later
    )
    return "\n".join(lines).replace(GLUE, " ")


def _text_of(part: Part, words: Words) -> str:
    match part:
        case Lines():
            links = [_link(link, words, "  ") for link in part.links]
            lines = [fold(line, "  ", "      ") for line in part.lines]
            return "\n".join([part.title, *lines, *links])
        case Table():
            return "\n".join([part.title, *_columns(part)])
        case Choices():
            return "\n".join([part.title, *(_choice(choice, words) for choice in part.choices)])
        case Picture():
            return part.text


def _link(link: Link, words: Words, indent: str = "") -> str:
    """An address that is too long for its line has one for itself."""
    line = f"{indent}{link.label}{words.colon}{link.url}"
    if len(line) <= WIDTH:
        return line
    return f"{fold(f'{link.label}{words.colon}', indent)}\n{indent}  {link.url}"


def _choice(choice: Choice, words: Words) -> str:
    orders, indent = words.semicolon.join(choice.words), " " * len(f"  {choice.number}  ")
    head = fold(f"{choice.number}  {orders}", "  ", indent)
    return "\n".join([head, *(fold(line, indent) for line in choice.about)])


def _columns(table: Table) -> list[str]:
    rows = (("", *table.header[1:]), *table.rows)
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.header))]
    return [
        "  "
        + "  ".join(
            cell.ljust(width) if column < table.texts else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def as_html(letter: Letter) -> str:
    kinds = [(type(part).__name__.lower(), _hold_part(part)) for part in letter.parts]
    first, *rest = letter.lead
    lead = [_hold(line) for line in (first, *(line for line in rest if line != letter.game))]
    html = render_to_string("mails/letter.html", {"letter": letter, "lead": lead, "parts": kinds})
    # Gmail cuts off what is over 102 kB, and a third of it would be indentation. What comes out
    # is a plain string: a SafeString cannot be stored.
    return "\n".join(filter(None, map(str.strip, html.split("\n"))))


def _hold(line: str) -> str:
    return BELONGS.sub(HARD_SPACE, line)


def _hold_part(part: Part) -> Part:
    match part:
        case Lines():
            return replace(part, title=_hold(part.title), lines=tuple(map(_hold, part.lines)))
        case Choices():
            choices = tuple(
                replace(each, about=tuple(map(_hold, each.about))) for each in part.choices
            )
            return replace(part, title=_hold(part.title), choices=choices)
        case _:
            return part
