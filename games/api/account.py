"""What the calls of an account take and answer with: holidays, and what mail somebody wants."""

from datetime import date
from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

Day = Annotated[date, Meta(description="As the calendar of one’s time zone has it.")]
Hour = Annotated[int, Meta(ge=0, le=23)]
Tongue = Literal["en", "de", "fr"]
WantedMail = Literal["each", "daily", "none"]
Zone = Annotated[str, Meta(max_length=60, examples=["Europe/Berlin"])]


class Holiday(Struct, frozen=True, forbid_unknown_fields=True):
    """Days on which no time of yours runs, both of these included."""

    first: Day
    last: Day


class Holidays(Struct, frozen=True):
    days_a_year: int
    """So many days of holiday a year has at most."""
    results: tuple[Holiday, ...]
    """All of yours, the earliest first."""


class GamePreference(Struct, frozen=True):
    """What is null is as for all games."""

    game: UUID
    """The game’s id."""
    mail: WantedMail | None
    """Which mails come: one a turn, one a day about all games, or none."""
    reminders: bool | None
    """Whether a mail reminds you before your time runs out."""


class Preferences(Struct, frozen=True):
    mail: WantedMail
    """Which mails come: one a turn, one a day about all games, or none."""
    reminders: bool
    """Whether a mail reminds you before your time runs out."""
    puzzle: bool
    """Whether the puzzle of the day comes by the daily mail."""
    language: Tongue
    """In which you get mails."""
    time_zone: Zone
    """By its IANA name."""
    quiet_from: Hour | None
    """From this hour of your time zone no mail comes, and no time runs out."""
    quiet_to: Hour | None
    """Until this hour."""
    games: tuple[GamePreference, ...]
    """Of the games that are not over, those of which you said something else."""


class ChangedGamePreference(Struct, forbid_unknown_fields=True):
    """What is left out stays; null is as for all games."""

    mail: WantedMail | UnsetType | None = UNSET
    """Which mails come: one a turn, one a day about all games, or none."""
    reminders: bool | UnsetType | None = UNSET
    """Whether a mail reminds you before your time runs out."""


class ChangedPreferences(Struct, forbid_unknown_fields=True):
    """What is left out stays. Quiet hours have a beginning and an end, or neither."""

    mail: WantedMail | UnsetType = UNSET
    """Which mails come: one a turn, one a day about all games, or none."""
    reminders: bool | UnsetType = UNSET
    """Whether a mail reminds you before your time runs out."""
    puzzle: bool | UnsetType = UNSET
    """Whether the puzzle of the day comes by the daily mail."""
    language: Tongue | UnsetType = UNSET
    """In which you get mails."""
    time_zone: Zone | UnsetType = UNSET
    """By its IANA name."""
    quiet_from: Hour | UnsetType | None = UNSET
    """From this hour of your time zone no mail comes, and no time runs out."""
    quiet_to: Hour | UnsetType | None = UNSET
    """Until this hour."""
