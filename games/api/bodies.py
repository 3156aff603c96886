"""What calls take beside the moves of the game, whose bodies are the domain's own."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from games.api.answers import Scope, WhatIsPosted
from games.bots import BotName
from games.domain.setup import PRINTED_GAME
from games.domain.state import Options, TakeBacks, Watch, WhenLate

Name = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$")]
SeatNumber = Annotated[int, Meta(ge=0, le=4)]
Version = Annotated[int, Meta(ge=0, le=999_999_999)]


class NewGame(Struct, forbid_unknown_fields=True):
    name: Name
    seats: Annotated[int, Meta(ge=2, le=5)]
    options: Options = PRINTED_GAME
    pace_hours: Literal[12, 24, 48, 72, 168] | None = None
    watch: Watch = "private"
    take_backs: TakeBacks = "last-turn"
    bank_hours: Annotated[int, Meta(ge=0, le=720)] = 0
    weekends_off: bool = False
    when_late: WhenLate = "computer"


class Join(Struct, forbid_unknown_fields=True):
    """Without a seat the first free one. The owner may seat a computer player instead."""

    seat: SeatNumber | None = None
    bot: BotName | None = None
    invitation: Annotated[str, Meta(pattern="^[A-Za-z0-9]{1,40}$")] | None = None


class Leave(Struct, forbid_unknown_fields=True):
    """Without a seat one's own; the owner may free any."""

    seat: SeatNumber | None = None


class Invite(Struct, forbid_unknown_fields=True):
    """The address is kept for the invitation's mail; without one there is only the secret."""

    address: (
        Annotated[str, Meta(max_length=254, pattern=r"^[^@\s\x00-\x1f\x7f]+@[^@\s\x00-\x1f\x7f]+$")]
        | None
    ) = None


class Nothing(Struct, forbid_unknown_fields=True):
    """There is nothing to choose: `{}`."""


class Start(Struct, forbid_unknown_fields=True):
    """Without a first seat it is drawn."""

    first: SeatNumber | None = None


class TakeOver(Struct, forbid_unknown_fields=True):
    """A seat that was given up, or one's own again."""

    seat: SeatNumber
    invitation: Annotated[str, Meta(max_length=40)] | None = None


class BackTo(Struct, forbid_unknown_fields=True):
    to_version: Version


class WhatIf(Struct, forbid_unknown_fields=True):
    """Turns, or choices of the set-up, each by the seat that is to move then."""

    turns: Annotated[tuple[dict[str, Any], ...], Meta(max_length=40)]
    at: Version | None = None


class Say(Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=1000)]


class NewWebhook(Struct, forbid_unknown_fields=True):
    """`turn` for when you are to move, `all` for every event of your games."""

    url: Annotated[str, Meta(max_length=500, pattern=r"^[!-~]+$")]
    what: WhatIsPosted = "turn"


class NewToken(Struct, forbid_unknown_fields=True):
    name: Name
    scope: Scope = "read"
    days: Annotated[int, Meta(ge=1, le=365)] = 90
