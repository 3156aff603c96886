"""What somebody probably meant: the nearest words by edit distance."""

from collections.abc import Iterable
from typing import TypeVar

MOST = 3
LETTERS_A_SLIP = 3
SHORTEST_MISSPELT = 4
LONGEST_COMPARED = 40
T = TypeVar("T")


def distance(one: str, other: str) -> int:
    """The letters to put in, take out, change or swap with the next until one is the other."""
    rows = [list(range(len(other) + 1))]
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, there in enumerate(other, 1):
            best = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (letter != there))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == there:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


def nearest(written: str, names: Iterable[tuple[str, T]]) -> tuple[T, ...]:
    """What is meant by the names that are a few slips away, the nearest first."""
    near: dict[T, int] = {}
    most = len(written) // LETTERS_A_SLIP if len(written) >= SHORTEST_MISSPELT else 0
    for name, meaning in names:
        if abs(len(name) - len(written)) > most or len(written) > LONGEST_COMPARED:
            continue
        slips = distance(written, name)
        if slips <= near.get(meaning, most):
            near[meaning] = slips
    return tuple(sorted(near, key=lambda meaning: near[meaning])[:MOST])
