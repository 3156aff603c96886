"""The words of orders, the score sheet and the board: one file a language in `words/`.

The first of several words is the one that is written.
"""

from importlib import resources
from typing import Literal

from msgspec import Struct, field, toml

from games.domain.board import Board, RegionTile, TileKind
from games.domain.commands import OpeningField
from games.domain.events import BonusUse
from games.domain.state import Tool

Language = str
"""The code of a language that has a file of words, as `en`."""

Verb = Literal[
    "expand",
    "increase",
    "double",
    "bonus",
    "use",
    OpeningField,
    "order",
    "regions",
    "pass",
    "town",
    "tile",
]
Link = Literal["to", "from", "via", "and", "with", "for", "before"]
RequestKind = Literal[
    "help",
    "status",
    "history",
    "list",
    "tables",
    "sign-up",
    "name",
    "new-game",
    "join",
    "start",
    "yes",
    "pause",
    "resume",
    "unsubscribe",
    "subscribe",
]
ENGLISH = "en"


class BoardWords(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands on the drawn board. `empty` is said of one space, and of several."""

    turn: str
    to_move: str
    points: str
    town: str
    city: str
    city_of: str
    spaces: str
    scored: str
    scored_city: str
    stayed: str
    free: str
    empty: tuple[str, str]
    nobody: str
    closed: str
    no_tile: str
    track: str
    red_zone: str
    milestones: str
    bonus: str
    boom: str
    changed: str
    arriving: str
    influence: str
    money: str
    income: str
    holders: str


class ReplyWords(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands around an order in a mail: regular expressions, any of which may match."""

    away: tuple[str, ...]
    greetings: tuple[str, ...]
    thanks: tuple[str, ...]
    closings: tuple[str, ...]
    signatures: tuple[str, ...]
    notices: tuple[str, ...]
    withdrawals: tuple[str, ...]
    take_back: tuple[str, ...]
    stop: tuple[str, ...]
    prefixes: tuple[str, ...]
    notes: tuple[str, ...]


class SmallWords(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands around the words of an order: `before` and `after` it, before a noun, …

    `without` says that there is none of what follows, `except` that another place is meant,
    `negations` turn any order round; `first` is said of what opens before the rest.
    `within` stand behind a verb and change nothing, `by` before an amount, `twice` with two
    expansions. `numbers` stand before the number of a suggestion; `counts` are such numbers, from 1 on.
    """

    before: tuple[str, ...]
    after: tuple[str, ...]
    articles: tuple[str, ...]
    tile: tuple[str, ...]
    share: tuple[str, ...]
    turn: tuple[str, ...]
    within: tuple[str, ...]
    by: tuple[str, ...]
    twice: tuple[str, ...]
    both: tuple[str, ...]
    either: tuple[str, ...]
    without: tuple[str, ...]
    except_: tuple[str, ...] = field(name="except")
    negations: tuple[str, ...]
    first: tuple[str, ...]
    apologies: tuple[str, ...]
    numbers: tuple[str, ...]
    counts: tuple[tuple[str, ...], ...]


class NewGameWords(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to play a new game, and how; `paces` are by hours a turn, 0 for no clock.

    `strengths` are computer players by how well they play, `computer` one of no matter which.
    """

    beside: tuple[str, ...]
    computer: tuple[str, ...]
    anybody: tuple[str, ...]
    public: tuple[str, ...]
    strengths: dict[str, tuple[str, ...]]
    paces: dict[int, tuple[str, ...]]


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    verbs: dict[Verb, tuple[str, ...]]
    links: dict[Link, tuple[str, ...]]
    bonus: dict[BonusUse, tuple[str, ...]]
    tools: dict[Tool, tuple[str, ...]]
    small: SmallWords
    nicknames: dict[str, tuple[str, ...]]
    colours: dict[str, str]
    regions: dict[str, str]
    milestones: dict[str, str]
    board: BoardWords
    reply: ReplyWords
    requests: dict[RequestKind, tuple[str, ...]]
    new_game: NewGameWords
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
    win_together: str
    reply_above: str
    dollars: str
    colon: str
    semicolon: str
    typography: dict[str, str]
    """What is typed, and what is shown for it: the spaces at which no line may end."""

    def typeset(self, text: str) -> str:
        for typed, shown in self.typography.items():
            text = text.replace(typed, shown)
        return text


def _read_all() -> dict[Language, Words]:
    files = {
        file.name.removesuffix(".toml"): file
        for file in (resources.files(__package__) / "words").iterdir()
    }
    return {
        language: _read(files[language].read_text("utf-8"))
        for language in sorted(files, key=lambda each: (each != ENGLISH, each))
    }


def _read(text: str) -> Words:
    words, heading, typography = text.partition("[typography]\n")
    plain = toml.decode(text, type=Words)
    return toml.decode(plain.typeset(words) + heading + typography, type=Words)


WORDS = _read_all()


def region_name(region: str, words: Words, board: Board) -> str:
    """The name in these words, or else the map's own."""
    return words.regions.get(region) or board.regions[board.region_index[region]].name


def value_texts(tile: RegionTile, words: Words) -> list[str]:
    match tile.kind:
        case "dollars":
            return [words.dollars.format(value) for value in tile.values]
        case "number-of-regions":
            return [f"n{value:+}".replace("-", "\u2212") if value else "n" for value in tile.values]
        case _:
            return [str(value) for value in tile.values]


def kind_text(tile: RegionTile, words: Words) -> str:
    texts: dict[TileKind, str] = {
        "influence": words.board.points,
        "number-of-regions": words.board.points,
        "dollars": "",
        "bonus-tile": words.board.bonus,
        "development-tile": words.tools["development"][0].capitalize(),
        "route-tile": words.tools["route"][0].capitalize(),
    }
    return texts[tile.kind]


def language_of(tag: str) -> Language:
    """The nearest that there are words for: `de-at` is German, and what none is, English."""
    language = tag[:2].lower()
    return language if language in WORDS else ENGLISH
