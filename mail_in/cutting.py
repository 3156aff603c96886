"""The own lines of a reply, without what it quotes and what a mail program adds.

No language is known here: a quotation is known by its marks, addresses and times.
"""

import re
from collections.abc import Callable, Sequence

from mail_in.words import LONGEST_LINE, is_mobile_signature, is_polite
from notifications.reply_addresses import MARKER

MOST_LINES = 1000
MARK = MARKER[:3]
INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad\x00"))
SPACES = dict.fromkeys(map(ord, "\xa0\u202f\u2007\t"), " ")
DIVIDER = re.compile(r"[-=]{2,}\s*[^\W\d_].{2,300}?[-=]{2,}.*|_{10,}")
FIELD = re.compile(r"\*?[^\W\d_][\w .'’-]{0,24}\*?\s?[:\uff1a]\*?\s*\S")
DATED = re.compile(r"@|\b\d{1,2}[:.h]\d\d\b|\b20\d\d\b|\d年")
GOES_ON = re.compile(r"[^A-ZÀ-Þ]")
HEADER_LINES = 5
ATTRIBUTION_LINES = 4
PROSE_LINES = 2
WORTH_FINDING = 20

IsOrder = Callable[[str], bool]


def own_lines(
    text: str, is_order: IsOrder, sent: Callable[[], str] = lambda: ""
) -> tuple[str, ...]:
    """The lines above the quotation, or, where none are there, those within and below it.

    `is_order` tells orders, whatever else is known of the line, from prose; `sent` is the text
    of the mail that is answered, for a quotation without marks.
    """
    clean = text.translate(INVISIBLE).translate(SPACES).replace("\r\n", "\n").replace("\r", "\n")
    lines = [line.strip()[:LONGEST_LINE] for line in clean.split("\n")[:MOST_LINES]]
    quote = _quote_start(lines, is_order)
    above = _without_quotes(lines[: _lead_start(lines, quote, is_order)])
    if any(line and not is_polite(line) for line in above):
        return above
    return (*above, *_lines_below(lines[quote:], is_order, sent))


def _quote_start(lines: Sequence[str], is_order: IsOrder) -> int:
    """The first line of the quotation itself; the number of lines, if nothing is quoted."""
    for i, line in enumerate(lines):
        if line.startswith(">") or _begins_unmarked(lines, i, is_order):
            return i
        if _ends_attribution(lines[: i + 1]):
            return i + 1
    return len(lines)


def _begins_unmarked(lines: Sequence[str], i: int, is_order: IsOrder) -> bool:
    return (
        MARK in lines[i]
        or DIVIDER.fullmatch(lines[i]) is not None
        or _is_header(lines[i : i + HEADER_LINES], is_order)
    )


def _is_header(lines: Sequence[str], is_order: IsOrder) -> bool:
    """Whether the fields of a mail's head begin here, one a line."""
    fields = [line for line in lines[:3] if FIELD.match(line)]
    if len(fields) < 2 or fields[0] != lines[0] or _is_own(lines[0], is_order):
        return False
    return any(DATED.search(line) for line in lines)


def _ends_attribution(lines: Sequence[str]) -> bool:
    """Whether the last line ends by saying who wrote what follows, and when."""
    return lines[-1].endswith((":", "\uff1a")) and any(map(DATED.search, _paragraph(lines)[-2:]))


def _lead_start(lines: Sequence[str], quote: int, is_order: IsOrder) -> int:
    """Where the attribution before the quotation begins; `quote`, if there is none."""
    end = quote
    while end and not lines[end - 1]:
        end -= 1
    last = _paragraph(lines[:end])[-ATTRIBUTION_LINES:]
    own = max((i + 1 for i, line in enumerate(last) if _is_own(line, is_order)), default=0)
    prose = last[own:]
    if not prose:
        return quote
    if _ends_attribution(prose):
        length = 1
        while length < len(prose) and _belongs_to(prose[-length - 1], prose[-length]):
            length += 1
        return end - length
    is_beside = end == quote or end == len(prose)
    is_marked = quote < len(lines) and lines[quote].startswith(">")
    return end - len(prose) if is_marked and is_beside and len(prose) <= PROSE_LINES else quote


def _belongs_to(line: str, following: str) -> bool:
    """Whether a mail program broke an attribution between the two."""
    return DATED.search(line) is not None or GOES_ON.match(following) is not None


def _is_own(line: str, is_order: IsOrder) -> bool:
    return "@" not in line and (is_order(line) or is_polite(line))


def _paragraph(lines: Sequence[str]) -> Sequence[str]:
    """The last lines without an empty one between them."""
    empty = (i for i in range(len(lines), 0, -1) if not lines[i - 1])
    return lines[next(empty, 0) :]


def _without_quotes(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines up to the signature, without quotes."""
    kept = []
    for line in lines:
        if line in ("--", "—"):
            break
        if not line.startswith(">") and not is_mobile_signature(line):
            kept.append(line)
    return tuple(kept)


def _lines_below(
    lines: Sequence[str], is_order: IsOrder, sent: Callable[[], str]
) -> tuple[str, ...]:
    """The answers between and below the lines that are quoted."""
    first = next((i for i, line in enumerate(lines) if line.startswith(">")), len(lines))
    marker = next((i for i, line in enumerate(lines[:first]) if MARK in line), None)
    if marker is not None:
        return _lines_beside(sent(), lines[marker:])
    own = []
    for i, line in enumerate(lines):
        is_quoted = i < first or line.startswith(">")
        if not is_quoted and _begins_unmarked(lines, i, is_order):
            break
        own.append("" if is_quoted else line)
    return _without_quotes(own)


def _lines_beside(sent: str, lines: Sequence[str]) -> tuple[str, ...]:
    """The lines that do not stand in the mail that was sent; none without that mail."""
    known = {" ".join(line.split()) for line in sent.splitlines()}
    whole = " ".join(sent.split())
    own = [
        line
        for line in lines
        if (bare := " ".join(line.split())) not in known
        and not (len(bare) >= WORTH_FINDING and bare in whole)
    ]
    return _without_quotes(own) if sent else ()
