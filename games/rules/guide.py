"""Samples of every kind of order, as `format` writes it and `parse` reads it."""

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


class OrderSample(Struct, frozen=True):
    id: str
    kind: Choice
    verb: Verb
    order: Command

    def lines(self, language: Language) -> list[str]:
        return format(self.order, language).split("\n")

    def synonyms(self, language: Language) -> tuple[str, ...]:
        return WORDS[language].verbs[self.verb][1:]


ORDER_SAMPLES = (
    OrderSample("expand", "turn", "expand", TakeTurn(0, expand=(CHICAGO,))),
    OrderSample("from", "turn", "expand", TakeTurn(0, expand=(Expansion("chicago", "detroit"),))),
    OrderSample("increase", "turn", "increase", TakeTurn(0, increase=("omaha", "denver"))),
    OrderSample("pass", "turn", "pass", TakeTurn(0)),
    OrderSample("cash", "turn", "bonus", TakeTurn(0, bonus="cash")),
    OrderSample("double", "turn", "double", TakeTurn(0, double="omaha", bonus="share")),
    OrderSample(
        "twice",
        "turn",
        "expand",
        TakeTurn(0, bonus="expand", expand=(CHICAGO, Expansion("new-york"))),
    ),
    OrderSample("order", "turn", "order", TakeTurn(0, order=("denver", "omaha"))),
    OrderSample("regions", "turn", "regions", TakeTurn(0, regions=("texas", "heartland"))),
    OrderSample("boom", "turn", "boom", TakeTurn(0, boom="chicago")),
    OrderSample("route", "turn", "use", TakeTurn(0, use="route")),
    OrderSample("development", "turn", "use", TakeTurn(0, use="development")),
    OrderSample("town", "town", "town", ChooseTown(0, "pueblo")),
    OrderSample("first-boom", "boom", "boom", PlaceBoom(0, "chicago")),
    OrderSample("city-tile", "draft", "tile", PlaceCityTile(0, "omaha", 5)),
    OrderSample("region-tile", "draft", "tile", PlaceRegionTile(0, "texas", "n07")),
    OrderSample("choice", "draft", "tile", ChooseTile(0, "n07")),
)
