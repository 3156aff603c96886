"""The own lines of a reply, without what it quotes and what a mail program adds."""

from mail_in.words import (
    ATTRIBUTION_BEGINS,
    DIVIDER,
    HEADER_BEGINS,
    HEADER_GOES_ON,
    LONGEST_LINE,
    is_attribution,
    is_mobile_signature,
    is_polite,
)
from notifications.reply_addresses import MARKER

MOST_LINES = 1000
MARK = MARKER[:3]
INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad\x00"))
SPACES = dict.fromkeys(map(ord, "\xa0\u202f\u2007\t"), " ")
ATTRIBUTION_LINES = 5
HEADER_LINES = 5


def own_lines(text: str) -> tuple[str, ...]:
    """The lines above the quote, or, where none are there, those within and below it."""
    clean = text.translate(INVISIBLE).translate(SPACES).replace("\r\n", "\n").replace("\r", "\n")
    lines = [line[:LONGEST_LINE].strip() for line in clean.split("\n")[:MOST_LINES]]
    end = next((i for i in range(len(lines)) if _quote_begins(lines, i)), len(lines))
    above = _without_quotes(lines[:end])
    if any(line and not is_polite(line) for line in above):
        return above
    return (*above, *_lines_below(lines[end:]))


def _quote_begins(lines: list[str], i: int) -> bool:
    line = lines[i]
    if line.lstrip("> ").startswith(MARK) or DIVIDER.fullmatch(line):
        return True
    if _attribution_begins(lines, i):
        return True
    bare = [each.replace("*", "") for each in lines[i : i + HEADER_LINES]]
    return HEADER_BEGINS.match(bare[0]) is not None and any(
        HEADER_GOES_ON.match(each) for each in bare[1:]
    )


def _attribution_begins(lines: list[str], i: int) -> bool:
    """A mail program may break this line anywhere, and some quote it with the rest."""
    some = [line.lstrip("> ") for line in lines[i : i + ATTRIBUTION_LINES]]
    if not ATTRIBUTION_BEGINS.match(some[0]):
        return False
    return any(is_attribution(some[:length]) for length in range(1, len(some) + 1))


def _without_quotes(lines: list[str]) -> tuple[str, ...]:
    """The lines up to the signature, without quotes."""
    kept = []
    for line in lines:
        if line in ("--", "-- ", "—"):
            break
        if not line.startswith(">") and not is_mobile_signature(line):
            kept.append(line)
    return tuple(kept)


def _lines_below(lines: list[str]) -> tuple[str, ...]:
    """The answers between lines that ">" marks as quotes. Without such marks all is a quote."""
    first = next((i for i, line in enumerate(lines) if line.startswith(">")), None)
    if first is None:
        return ()
    lead = lines[:first]
    if any(line.startswith(MARK) for line in lead) or any(lead[ATTRIBUTION_LINES:]):
        return ()
    if lead and not _attribution_begins(lines, 0):
        return ()
    quotes_again = (
        i
        for i, line in enumerate(lines)
        if i and not line.startswith(">") and _quote_begins(lines, i)
    )
    end = next(quotes_again, len(lines))
    return _without_quotes(lines[first:end])
