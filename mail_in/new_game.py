"""A game made by mail: `new game with ada@example.org and a computer, a day a turn`."""

import re
from uuid import UUID

from msgspec import Struct

from games.access import see_game
from games.addresses import address_of
from games.bots import STAND_IN
from games.domain import Options
from games.domain.errors import Unreadable
from games.domain.lobby import LONGEST_NAME, CreateGame
from games.domain.notation import WORDS
from games.domain.notation.tokens import normalize
from games.domain.notation.words import NewGameWords
from games.domain.state import Terms
from games.doors import fill_table, open_table
from games.invitations import invite
from games.models import Person
from mail_in.requests import Request

FEWEST_OTHERS, MOST_OTHERS = 1, 4
A_DAY, SPARE_HOURS = 24, 72
ME, PERSON = "me", "person"


class NewGame(Struct, frozen=True):
    name: str
    others: tuple[str, ...]
    addresses: tuple[str, ...]
    pace_hours: int | None
    is_public: bool


class NoPlayers(Unreadable):
    says = (
        "“{value}” does not say who is to play: 1 to 4 addresses, computers or open seats after "
        "“with”."
    )


class UnknownTerm(Unreadable):
    says = "“{value}” is not an address, a seat or a pace of a new game."


def open_new_game(request: Request, person: Person, command_id: str) -> tuple[UUID, list[str]]:
    """The game, in which the person sits, and the addresses that were invited."""
    wanted = read_new_game(request)
    name = wanted.name or f"{person.display_name} & {len(wanted.others)}"[:LONGEST_NAME]
    terms = Terms(
        name,
        person.pk,
        wanted.pace_hours,
        watch="public" if wanted.is_public else "private",
        bank_hours=SPARE_HOURS if wanted.pace_hours else 0,
    )
    order = CreateGame(terms, 1 + len(wanted.others), Options(introductory=True))
    made = open_table(order, person, command_id=command_id)
    if not made.repeated:
        fill_table(made.game_id, person, (ME, *wanted.others))
        view = see_game(person, made.game_id)
        for address in wanted.addresses:
            invite(view, address)
    return made.game_id, list(wanted.addresses)


def read_new_game(request: Request) -> NewGame:
    words = WORDS[request.language].new_game
    beside = "|".join(words.beside)
    name, _, rest = _split(rf"\s*\b(?:{beside})\b\s*", request.text)
    others: list[str] = []
    addresses: list[str] = []
    pace: int | None = A_DAY
    is_public = False
    ands = "|".join(["&", *WORDS[request.language].links["and"]])
    for term in re.split(rf"\s*[,;]\s*|\s+(?:{ands})\s+", rest):
        text = normalize(term)
        if "@" in term:
            addresses.append(address_of(term.strip("<>.() ")))
            others.append(PERSON)
        elif (strength := _strength(text, words)) is not None:
            others.append(strength)
        elif text in words.anybody:
            others.append(PERSON)
        elif text in words.public:
            is_public = True
        elif (hours := _pace(text, words)) is not None:
            pace = hours or None
        elif text:
            raise UnknownTerm(term)
    if not FEWEST_OTHERS <= len(others) <= MOST_OTHERS:
        raise NoPlayers(request.text)
    return NewGame(
        name.strip(" \"'“”„«»:,")[:LONGEST_NAME], tuple(others), tuple(addresses), pace, is_public
    )


def _split(pattern: str, text: str) -> tuple[str, str, str]:
    match = re.search(pattern, f" {text}", re.IGNORECASE)
    if match is None:
        return text, "", ""
    return f" {text}"[: match.start()].strip(), match[0], f" {text}"[match.end() :]


def _strength(text: str, words: NewGameWords) -> str | None:
    if text in words.computer:
        return STAND_IN
    return next((name for name, phrases in words.strengths.items() if text in phrases), None)


def _pace(text: str, words: NewGameWords) -> int | None:
    """Also with what follows it, as in “a day a turn”."""
    for hours, phrases in words.paces.items():
        if any(f"{text} ".startswith(f"{phrase} ") for phrase in phrases):
            return hours
    return None
