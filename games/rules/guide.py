"""How orders are written: every kind of them as `format` writes it and `parse` reads it."""

from msgspec import Struct

from games.domain.commands import (
    Choice,
    ChooseTile,
    ChooseTown,
    Command,
    Expansion,
    PlaceBoom,
    PlaceCityTile,
    PlaceRegionTile,
    TakeTurn,
)
from games.domain.notation import WORDS, Language, format
from games.domain.notation.words import Verb

CHICAGO = Expansion("chicago")


class Sample(Struct, frozen=True):
    id: str
    kind: Choice
    verb: Verb
    order: Command

    def lines(self, language: Language) -> list[str]:
        return format(self.order, language).split("\n")

    def synonyms(self, language: Language) -> tuple[str, ...]:
        return WORDS[language].verbs[self.verb][1:]


SAMPLES = (
    Sample("expand", "turn", "expand", TakeTurn(0, expand=(CHICAGO,))),
    Sample("from", "turn", "expand", TakeTurn(0, expand=(Expansion("chicago", "detroit"),))),
    Sample("increase", "turn", "increase", TakeTurn(0, increase=("omaha", "denver"))),
    Sample("pass", "turn", "pass", TakeTurn(0)),
    Sample("cash", "turn", "bonus", TakeTurn(0, bonus="cash")),
    Sample("double", "turn", "double", TakeTurn(0, double="omaha", bonus="share")),
    Sample(
        "twice",
        "turn",
        "expand",
        TakeTurn(0, bonus="expand", expand=(CHICAGO, Expansion("new-york"))),
    ),
    Sample("order", "turn", "order", TakeTurn(0, order=("denver", "omaha"))),
    Sample("regions", "turn", "regions", TakeTurn(0, regions=("texas", "heartland"))),
    Sample("boom", "turn", "boom", TakeTurn(0, boom="chicago")),
    Sample("route", "turn", "use", TakeTurn(0, use="route")),
    Sample("development", "turn", "use", TakeTurn(0, use="development")),
    Sample("town", "town", "town", ChooseTown(0, "pueblo")),
    Sample("first-boom", "boom", "boom", PlaceBoom(0, "chicago")),
    Sample("city-tile", "draft", "tile", PlaceCityTile(0, "omaha", 5)),
    Sample("region-tile", "draft", "tile", PlaceRegionTile(0, "texas", "n07")),
    Sample("choice", "draft", "tile", ChooseTile(0, "n07")),
)
