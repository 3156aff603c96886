"""Written names: any case, any unambiguous beginning, with accents or without."""

import difflib
import re
import unicodedata
from collections.abc import Mapping

from games.domain.errors import Refusal


class UnreadableOrder(Refusal):
    """A line that is no order; `possible` are words that begin one."""

    says = "“{value}” is not an order."


class UnknownName(Refusal):
    """A name that nothing has; `possible` are the nearest ones."""

    says = "There is no {what} “{value}”."


class AmbiguousName(Refusal):
    """A beginning that fits several names; `possible` are these."""

    says = "“{value}” fits more than one {what}."


class ContradictoryOrders(Refusal):
    """A line that contradicts another one."""

    says = "“{value}” contradicts another line."


def normalize(text: str) -> str:
    """Lower case, no accents, no punctuation, single spaces; `ä` becomes `ae`."""
    lower = text.casefold()
    for letter, ascii_letters in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("œ", "oe")):
        lower = lower.replace(letter, ascii_letters)
    bare = "".join(c for c in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[^a-z0-9$]+", " ", bare).split())


def find(text: str, names: Mapping[str, str], what: str) -> str:
    """The id whose name `text` is, or begins; `names` maps normalized names to ids."""
    wanted = normalize(text)
    if wanted in names:
        return names[wanted]
    ids = sorted({id for name, id in names.items() if wanted and name.startswith(wanted)})
    if len(ids) == 1:
        return ids[0]
    if ids:
        raise AmbiguousName(text.strip(), ids, what=what)
    near = difflib.get_close_matches(wanted, names)
    raise UnknownName(text.strip(), dict.fromkeys(names[name] for name in near), what=what)
