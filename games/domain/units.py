"""What a number or a word means, said once for all events and answers that hold one."""

from typing import Annotated

from msgspec import Meta

SeatNumber = Annotated[int, Meta(description="A seat, counted from 0, clockwise.")]
PersonNumber = Annotated[int, Meta(description="A person’s number.")]
ComputerName = Annotated[str, Meta(description="A computer player’s name.")]
PlaceId = Annotated[str, Meta(description="A place by its id, as `new-york`.")]
CityId = Annotated[str, Meta(description="A city by its id, as `new-york`.")]
TownId = Annotated[str, Meta(description="A town by its id, as `pueblo`.")]
RegionId = Annotated[str, Meta(description="A region by its id, as `deep-south`.")]
TileId = Annotated[str, Meta(description="A region tile by its id.")]
MilestoneId = Annotated[str, Meta(description="A milestone by its id.")]
RulesetName = Annotated[str, Meta(description="A ruleset by its name, as `franchise-2`.")]
Dollars = Annotated[int, Meta(description="Dollars.")]
Influence = Annotated[int, Meta(description="Influence: the points of the game.")]
Franchises = Annotated[int, Meta(description="A number of franchises.")]
VersionNumber = Annotated[int, Meta(description="How many events the game had by then.")]
UnixTime = Annotated[
    int, Meta(description="Seconds since 1970, UTC.", extra_json_schema={"format": "int64"})
]
IsoTime = Annotated[
    str,
    Meta(description="When it was, UTC.", extra_json_schema={"format": "date-time"}),
]
Actor = Annotated[
    str, Meta(description="Who caused it: `user:` and a person’s number, or a part of the server.")
]
Hash = Annotated[
    str,
    Meta(
        description="The event’s place in the game’s chain of hashes: SHA-256 in hex.",
        extra_json_schema={"pattern": "^[0-9a-f]{64}$"},
    ),
]
