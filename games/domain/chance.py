"""The draws of a game from its recorded seed. `sha256sum` is enough to check one.

Draw number k for a purpose is the first 8 bytes, big end first, of the SHA-256 of
the text "seed/purpose/k". A draw below n is the remainder by n; a number beyond the
last multiple of n below 2**64 is skipped, so that all remainders are equally likely.
A shuffle goes from the last item to the second and exchanges each with one drawn from
itself and those before it.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")
RANGE = 1 << 64


class Draws:
    def __init__(self, seed: int, purpose: str) -> None:
        self.seed = seed
        self.purpose = purpose
        self.count = 0

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        if not 0 < n <= RANGE:
            raise ValueError(f"a draw is below 1 to 2**64, not below {n}")
        while True:
            text = f"{self.seed}/{self.purpose}/{self.count}"
            self.count += 1
            number = int.from_bytes(sha256(text.encode()).digest()[:8], "big")
            if number < RANGE - RANGE % n:
                return number % n

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return tuple(mixed)
