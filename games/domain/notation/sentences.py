"""The form of what refusals say in one language."""

from msgspec import Struct


class Sentences(Struct, frozen=True):
    """By a refusal's code; by the fault of those that have several; by a word of our own."""

    sentences: dict[str, str]
    faults: dict[str, str]
    words: dict[str, str]
