"""What calls take beside the moves of the game, whose bodies are the domain's own."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from games.api.answers import Scope
from games.api.webhook_answers import WhatIsPosted
from games.bots import BotName
from games.domain.setup import PRINTED_GAME
from games.domain.state import Options, TakeBacks, Watch, WhenLate

Name = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$")]
SeatNumber = Annotated[int, Meta(ge=0, le=4)]
Url = Annotated[str, Meta(max_length=500, pattern=r"^[!-~]+$")]
Version = Annotated[int, Meta(ge=0, le=999_999_999)]


PlainOrder = Annotated[dict[str, Any], Meta(title="Order")]
"""What the game waits for, to be read by what that is."""


class NewGame(Struct, forbid_unknown_fields=True):
    name: Name
    seats: Annotated[int, Meta(ge=2, le=5)]
    """How many sit at the table."""
    options: Options = PRINTED_GAME
    """The variant and the expansions; left out, the printed game."""
    pace_hours: Literal[12, 24, 48, 72, 168] | None = None
    watch: Watch = "private"
    take_backs: TakeBacks = "last-turn"
    bank_hours: Annotated[int, Meta(ge=0, le=720)] = 0
    weekends_off: bool = False
    when_late: WhenLate = "computer"
    start_when_full: bool = False
    suggestions: bool = True


class Join(Struct, forbid_unknown_fields=True):
    """Without a seat the first free one. The owner may seat a computer player instead."""

    seat: SeatNumber | None = None
    """The seat, counted from 0."""
    bot: BotName | Literal["greedy"] | None = None
    """The computer player to seat, for who made the table; `greedy` is an older word for `regular`."""
    invitation: Annotated[str, Meta(pattern="^[A-Za-z0-9]{1,40}$")] | None = None
    """The secret of an invitation."""


class Leave(Struct, forbid_unknown_fields=True):
    """Without a seat one's own; the owner may free any."""

    seat: SeatNumber | None = None
    """The seat, counted from 0."""


class Invite(Struct, forbid_unknown_fields=True):
    """The address is kept for the invitation's mail; without one there is only the secret."""

    address: (
        Annotated[str, Meta(max_length=254, pattern=r"^[^@\s\x00-\x1f\x7f]+@[^@\s\x00-\x1f\x7f]+$")]
        | None
    ) = None
    """Where to mail it."""


class Nothing(Struct, forbid_unknown_fields=True):
    """There is nothing to choose: `{}`."""


class Start(Struct, forbid_unknown_fields=True):
    """Without a first seat it is drawn."""

    first: SeatNumber | None = None
    """The seat of the first player."""


class WantedRuleset(Struct, forbid_unknown_fields=True):
    """The ruleset by which you want the game to go on; its own one takes your agreement back."""

    ruleset: Annotated[str, Meta(max_length=40)]
    """Its name, as `franchise-2`."""


class WantedComputer(Struct, forbid_unknown_fields=True):
    """The computer player that you want for a seat; without `bot` you take that back."""

    seat: SeatNumber
    """A seat that a computer player has, counted from 0."""
    bot: BotName | None = None
    """The computer player that is to play it."""


class TakeOver(Struct, forbid_unknown_fields=True):
    """A seat that was given up, or one's own again."""

    seat: SeatNumber
    """The seat, counted from 0."""
    invitation: Annotated[str, Meta(max_length=40)] | None = None
    """The secret of an invitation, at a private table."""


class BackTo(Struct, forbid_unknown_fields=True):
    to_version: Version
    """The version at which the turn began."""


class WhatIf(Struct, forbid_unknown_fields=True):
    """Turns, or choices of the set-up, each by the seat that is to move then."""

    turns: Annotated[tuple[PlainOrder, ...], Meta(max_length=40)]
    """Orders, each as its own call takes it."""
    at: Version | None = None
    """The version to go on from; left out, the present one."""


class NewWebhook(Struct, forbid_unknown_fields=True):
    """`turn` for when you are to move, `all` for every event of your games."""

    url: Url
    """Where to post to; its host must be on the internet."""
    what: WhatIsPosted = "turn"
    """Every event of your games, or only your turns."""


class ChangedWebhook(Struct, forbid_unknown_fields=True):
    """What is left out stays. One that is switched on again has all its patience back."""

    url: Url | UnsetType = UNSET
    """Where to post to."""
    what: WhatIsPosted | UnsetType = UNSET
    """Every event of your games, or only your turns."""
    active: bool | UnsetType = UNSET
    """Whether anything is posted."""


class RenewSecret(Struct, forbid_unknown_fields=True):
    """For so many hours the old secret signs too; 0 ends it at once."""

    keep_hours: Annotated[int, Meta(ge=0, le=168)] = 24
    """Hours for which the old secret signs too."""


class NewToken(Struct, forbid_unknown_fields=True):
    name: Name
    """What you call it."""
    scopes: Annotated[tuple[Scope, ...], Meta(max_length=3)] = ("read",)
    """What it may do; every token reads, `play` and `talk` are to be named."""
    days: Annotated[int, Meta(ge=1, le=365)] = 90
    """Days until it ends."""
