"""The words of a turn in English, French and German, as read and as written.

The first of several words is the one that is written.
"""

from typing import Literal

from msgspec import Struct

from games.domain.board import Board
from games.domain.events import BonusUse
from games.domain.state import Tool

Language = Literal["en", "fr", "de"]
Verb = Literal[
    "expand",
    "increase",
    "double",
    "bonus",
    "use",
    "boom",
    "order",
    "regions",
    "pass",
    "town",
    "tile",
]
Link = Literal["to", "from", "via", "and"]


class Words(Struct, frozen=True):
    verbs: dict[Verb, tuple[str, ...]]
    links: dict[Link, tuple[str, ...]]
    bonus: dict[BonusUse, tuple[str, ...]]
    tools: dict[Tool, tuple[str, ...]]
    colours: dict[str, str]
    regions: dict[str, str]
    milestones: dict[str, str]
    scored: str
    track: str
    marks: str
    passes: str
    time_ran_out: str
    starts_in: str
    places_tile: str
    chooses_tile: str
    reaches: str
    ends: str
    wins: str


ENGLISH = Words(
    verbs={
        "expand": ("expand", "expansion"),
        "increase": ("increase", "grow"),
        "double": ("double",),
        "bonus": ("bonus",),
        "use": ("use",),
        "boom": ("boom",),
        "order": ("order",),
        "regions": ("regions",),
        "pass": ("pass",),
        "town": ("town", "start"),
        "tile": ("tile",),
    },
    links={"to": ("to", "into"), "from": ("from",), "via": ("via", "by"), "and": ("and",)},
    bonus={
        "expand": ("expand", "second expansion"),
        "share": ("share", "market share"),
        "cash": ("cash", "dollars", "money"),
    },
    tools={"route": ("route",), "development": ("development",)},
    colours={
        "blue": "Blue", "red": "Red", "orange": "Orange", "black": "Black", "beige": "Beige",
    },
    regions={},
    milestones={
        "four-towns": "4 towns",
        "four-regions": "4 regions",
        "five-in-scored-cities": "5 franchises in scored cities",
        "cities-of-2-3-4": "unscored cities of 2, 3 and 4",
        "big-city": "a city of 6 or more scored",
        "region": "a region scored",
        "two-8-links": "two $8 links",
    },
    scored="scored",
    track="track",
    marks="marks",
    passes="passes",
    time_ran_out="time ran out",
    starts_in="starts in",
    places_tile="places",
    chooses_tile="chooses",
    reaches="milestone",
    ends="The game is over",
    wins="wins",
)  # fmt: skip

FRENCH = Words(
    verbs={
        "expand": ("développer", "se développer", "développement", "expansion"),
        "increase": ("augmenter",),
        "double": ("doubler",),
        "bonus": ("bonus",),
        "use": ("utiliser",),
        "boom": ("boom",),
        "order": ("ordre",),
        "regions": ("régions",),
        "pass": ("passer", "passe"),
        "town": ("ville",),
        "tile": ("tuile",),
    },
    links={
        "to": ("vers", "à", "a"),
        "from": ("depuis", "de"),
        "via": ("par",),
        "and": ("et",),
    },
    bonus={
        "expand": ("développement", "deuxième développement"),
        "share": ("parts", "parts de marché"),
        "cash": ("argent", "dollars"),
    },
    tools={"route": ("route",), "development": ("développement",)},
    colours={
        "blue": "Bleu", "red": "Rouge", "orange": "Orange", "black": "Noir", "beige": "Beige",
    },
    regions={
        "california": "Californie",
        "northwest": "Nord-Ouest",
        "northern-plains": "Plaines du Nord",
        "four-corners": "Quatre Coins",
        "texas": "Texas",
        "heartland": "Centre",
        "great-lakes": "Grands Lacs",
        "deep-south": "Sud profond",
        "mid-atlantic": "Côte atlantique",
        "northeast": "Nord-Est",
    },
    milestones={
        "four-towns": "4 villes",
        "four-regions": "4 régions",
        "five-in-scored-cities": "5 franchises dans des métropoles évaluées",
        "cities-of-2-3-4": "métropoles non évaluées de 2, 3 et 4",
        "big-city": "une métropole de 6 ou plus évaluée",
        "region": "une région évaluée",
        "two-8-links": "deux routes à 8 $",
    },
    scored="évaluée",
    track="piste",
    marks="marque",
    passes="passe",
    time_ran_out="temps écoulé",
    starts_in="commence à",
    places_tile="place",
    chooses_tile="choisit",
    reaches="étape",
    ends="La partie est finie",
    wins="gagne",
)  # fmt: skip

GERMAN = Words(
    verbs={
        "expand": ("expandieren", "expandiere", "expansion"),
        "increase": ("vergrößern", "vergrößere", "erhöhen"),
        "double": ("verdoppeln", "verdopple", "doppelt"),
        "bonus": ("Bonus",),
        "use": ("nutzen", "nutze", "benutzen"),
        "boom": ("Boom",),
        "order": ("Reihenfolge",),
        "regions": ("Regionen",),
        "pass": ("passen", "passe"),
        "town": ("Kleinstadt", "starte"),
        "tile": ("Plättchen",),
    },
    links={
        "to": ("nach", "in"),
        "from": ("von", "aus"),
        "via": ("über", "ueber", "uber"),
        "and": ("und",),
    },
    bonus={
        "expand": ("Expansion", "doppelt expandieren"),
        "share": ("Marktanteil", "doppelter Marktanteil"),
        "cash": ("Dollar", "Geld"),
    },
    tools={"route": ("Strecke",), "development": ("Expansion",)},
    colours={
        "blue": "Blau", "red": "Rot", "orange": "Orange", "black": "Schwarz", "beige": "Beige",
    },
    regions={
        "california": "Kalifornien",
        "northwest": "Nordwesten",
        "northern-plains": "Nördliche Ebenen",
        "four-corners": "Vier Ecken",
        "texas": "Texas",
        "heartland": "Herzland",
        "great-lakes": "Große Seen",
        "deep-south": "Tiefer Süden",
        "mid-atlantic": "Mittelatlantik",
        "northeast": "Nordosten",
    },
    milestones={
        "four-towns": "4 Kleinstädte",
        "four-regions": "4 Regionen",
        "five-in-scored-cities": "5 Filialen in gewerteten Städten",
        "cities-of-2-3-4": "ungewertete Städte mit 2, 3 und 4",
        "big-city": "eine Stadt mit 6 oder mehr gewertet",
        "region": "eine Region gewertet",
        "two-8-links": "zwei Strecken zu 8 $",
    },
    scored="gewertet",
    track="Leiste",
    marks="markiert",
    passes="passt",
    time_ran_out="Zeit abgelaufen",
    starts_in="beginnt in",
    places_tile="legt",
    chooses_tile="wählt",
    reaches="Etappe",
    ends="Das Spiel ist aus",
    wins="gewinnt",
)  # fmt: skip


def region_name(region: str, words: Words, board: Board) -> str:
    """The name in these words, or else the map's own."""
    return words.regions.get(region) or board.regions[board.region_index[region]].name


WORDS: dict[Language, Words] = {"en": ENGLISH, "fr": FRENCH, "de": GERMAN}


def language_of(tag: str) -> Language:
    """The nearest of the three: `de-at` is German, and what none is, English."""
    match tag[:2].lower():
        case "fr":
            return "fr"
        case "de":
            return "de"
        case _:
            return "en"
