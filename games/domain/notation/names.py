"""Finding what a written name means: any case, any unambiguous beginning, accents or none."""

import difflib
import re
import unicodedata
from collections.abc import Mapping

from games.domain.errors import Refusal

ALIKE = 0.6


class UnreadableOrder(Refusal):
    """A line that is no order; `possible` are words that begin one."""

    says = "“{value}” is not an order."


class UnknownName(Refusal):
    """A name that nothing has; `possible` are the nearest ones."""

    says = "There is no {what} “{value}”."


class AmbiguousName(Refusal):
    """A beginning that fits several; `possible` are their names."""

    says = "“{value}” fits more than one {what}."


class ContradictoryOrders(Refusal):
    """Two lines that cannot both be meant."""

    says = "“{value}” contradicts another line."


def normalize(text: str) -> str:
    """Lower case, no accents, no punctuation, single spaces; umlauts as they are written out."""
    lower = text.casefold()
    for umlaut, written in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("œ", "oe")):
        lower = lower.replace(umlaut, written)
    bare = "".join(c for c in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[^a-z0-9$]+", " ", bare).split())


def find(text: str, names: Mapping[str, str], what: str) -> str:
    """The id whose name `text` is, or begins; `names` leads from plain names to ids."""
    wanted = normalize(text)
    if wanted in names:
        return names[wanted]
    fitting = {name: names[name] for name in names if wanted and name.startswith(wanted)}
    found = sorted(set(fitting.values()))
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousName(text.strip(), found, what=what)
    near = difflib.get_close_matches(wanted, names, n=3, cutoff=ALIKE)
    raise UnknownName(text.strip(), dict.fromkeys(names[name] for name in near), what=what)
