"""What the calls of talk take and answer with."""

from typing import Annotated
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from games.api.answers import Link, Moment, WhatIfStep
from games.api.bodies import PlainOrder, Version
from games.domain.table import Table
from games.domain.units import PersonNumber, VersionNumber


class ChatLine(Struct, frozen=True):
    """`text` is null where the host has hidden the line; who left the site has no `person`."""

    id: int
    """Its number at this table."""
    person: PersonNumber | None
    """Who said it."""
    name: str | None
    """The person’s name."""
    text: str | None
    """What was said."""
    at: Moment
    """When it was said."""
    edited: bool
    """Whether it was changed since."""
    reported: bool
    """Whether you have reported it to the host, who has not settled that yet."""


class Chat(Struct, frozen=True):
    """The latest lines, or the latest before one of them; oldest first."""

    results: tuple[ChatLine, ...]
    """The lines."""
    earlier: int | None
    """With what to go on in `before`; null where nothing was said before these."""


class Say(Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    """One line, or several."""


class Note(Struct, frozen=True):
    """Yours about a game; nobody else reads it."""

    text: str
    """What you wrote; empty where you wrote nothing."""
    at: Moment | None
    """When it was kept."""


class KeepNote(Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=20_000)]
    """The whole note; empty, it is as if there were none."""


Turns = Annotated[tuple[PlainOrder, ...], Meta(min_length=1, max_length=60)]
VariationName = Annotated[str, Meta(min_length=1, max_length=60)]


class Variation(Struct, frozen=True):
    """A what-if line that you keep."""

    id: int
    """Its number at this table."""
    game: UUID
    """The game’s id."""
    name: str
    """What you call it."""
    at: VersionNumber
    """The version that it goes on from."""
    length: int
    """How many orders it has."""
    link: Link | None
    """Where whoever may see the game looks at it; null while you do not share it."""
    changed: Moment
    """When you changed it last."""


class Variations(Struct, frozen=True):
    results: tuple[Variation, ...]
    """Yours of this game, the oldest first."""


class WholeVariation(Variation, frozen=True):
    table: Table
    """Before the first order."""
    steps: tuple[WhatIfStep, ...]
    """One for every order."""


class NewVariation(Struct, forbid_unknown_fields=True):
    """Turns, or choices of the set-up, each by the seat that is to move then."""

    name: VariationName
    """What you call it."""
    turns: Turns
    """Orders, each as its own call takes it."""
    at: Version | None = None
    """The version to go on from; left out, the present one."""


class ChangedVariation(Struct, forbid_unknown_fields=True):
    """What is left out stays."""

    name: VariationName | UnsetType = UNSET
    """What you call it."""
    turns: Turns | UnsetType = UNSET
    """All orders anew, from the version that it goes on from."""
    shared: bool | UnsetType = UNSET
    """Whether whoever has its link, and may see the game, may look at it."""
