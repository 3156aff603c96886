"""Every limit of the product, in one table.

docs/limits.md shows it, with the reasons. A limit `in_rows` is counted by the rows it limits;
the others are counted here, in windows that begin at the same moment for everybody.
"""

from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, NamedTuple, cast

from django.conf import settings
from django.core.cache import cache
from django.db.models import QuerySet
from django.http import HttpRequest
from msgspec import Struct
from msgspec.structs import replace
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.domain import Refusal

MINUTE, HOUR = 60, 3600
HALF_A_DAY, DAY = 12 * HOUR, 24 * HOUR
STRANGERS_SHARE = 4
ONE_SOURCE = 64
"""A source of IPv6 is a /64 network: whoever has one address of it has all of them."""


class Per(StrEnum):
    SOURCE = "source"
    PERSON = "person"
    CALLER = "person, or source of a stranger"
    ADDRESS = "address"
    MAILBOX = "address without what follows the +"
    BROWSER = "person, from a known browser"
    TABLE = "table"
    PERSON_AT_TABLE = "person at a table"
    ALL = "everybody together"


class Limit(Struct, frozen=True):
    """`seconds` is the window; None limits how many there are at the same time."""

    what: str
    per: Per
    most: int
    seconds: int | None
    refusal: type[Refusal] | None = None
    in_rows: bool = False

    def since(self, at: datetime) -> datetime:
        return at - timedelta(seconds=self.seconds or 0)


class TooOften(Refusal):
    """Refused by a limit; `seconds` from now it may be done again."""

    def __init__(self, limit: Limit, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(limit.most)


class TooManyCalls(TooOften):
    says = "{value} calls a minute are the most; wait a little."


class TooManyPictures(TooOften):
    says = "{value} pictures a minute are the most; more can be drawn in a minute."


class TooManyGuests(TooOften):
    says = "{value} games an hour can be tried from one place; wait a while."


class TooManyCodes(TooOften):
    says = "Too many codes were asked for from here; wait a while, then try again."


class TooManyTries(TooOften):
    says = "Too many tries came from where you are; wait a while, then try again."


class TooMuchSaid(TooOften):
    says = "{value} lines within an hour are the most; say more later."


class TooManyInvitations(TooOften):
    says = (
        "You have sent {value} invitations by mail within a day, which is the most. "
        "Hand the link on yourself, or wait until tomorrow."
    )


class TooManyLinks(TooOften):
    says = "{value} invitations to one table within a day are the most; wait until tomorrow."


class TooRestless(TooOften):
    says = "You may sit down or get up {value} times an hour at one table; wait a while."


class TooRestlessToday(TooOften):
    says = "You may sit down or get up {value} times a day at one table; wait until tomorrow."


class TableTooRestless(TooOften):
    says = "People have come and gone here {value} times within a day, which is the most."


class TooManyPauses(TooOften):
    says = (
        "You may agree to a pause or end it {value} times a day at one table; wait until tomorrow."
    )


class TooManyRulesetChoices(TooOften):
    says = (
        "You may agree to a ruleset or take it back {value} times a day at one table; wait until "
        "tomorrow."
    )


class TooManyComputerChoices(TooOften):
    says = (
        "You may ask for another computer player or take it back {value} times a day at one "
        "table; wait until tomorrow."
    )


class TooManyHints(TooOften):
    says = "{value} hints an hour are the most; wait a while, or find the turn yourself."


class TooManyTakeBacks(TooOften):
    says = "You may take back {value} turns a day at one table; wait until tomorrow."


class TooManyNewTables(TooOften):
    says = "{value} tables made within a day are the most; wait until tomorrow."


class TooManyTables(Refusal):
    says = (
        "{value} tables that you made are not over yet, which is the most; end or close one first."
    )


class NoMoreLines(Refusal):
    says = "You keep {value} lines of this game, which is the most; delete one first."


class TooManyAnswers(TooOften):
    says = "{value} answers to puzzles a minute are the most; wait a little."


class TooManyWebhooks(Refusal):
    says = "You have {value} webhooks, which is the most; remove one first."


class TooManyPosts(TooOften):
    says = "{value} posts an hour are the most that you can ask for; wait a while."


CALLS = Limit("calls of the API", Per.PERSON, 1200, MINUTE, TooManyCalls)
STRANGERS_CALLS = Limit("calls of the API without a token", Per.SOURCE, 300, MINUTE, TooManyCalls)
PICTURES = Limit("pictures drawn", Per.CALLER, 40, MINUTE, TooManyPictures)
GUESTS = Limit("games tried without an account", Per.SOURCE, 10, HOUR, TooManyGuests)
CODE_REQUESTS = Limit("codes asked for", Per.SOURCE, 600, HOUR, TooManyCodes)
CODE_MAILS = Limit("mails with codes", Per.SOURCE, 30, HOUR, TooManyCodes)
CODE_MAILS_OF_ONE = Limit("mails with codes, signed in", Per.PERSON, 5, DAY, TooManyCodes)
MAILS_OF_A_CODE = Limit("mails with the same code", Per.ADDRESS, 3, HALF_A_DAY)
MAILS_TO_KNOWN = Limit("mails with the same code", Per.BROWSER, 10, HALF_A_DAY)
MAILS_TO_TAGGED = Limit(
    "mails with codes to an address with a + and no account",
    Per.MAILBOX,
    3,
    HALF_A_DAY,
    TooManyCodes,
)
CODE_TRIES = Limit("codes typed", Per.SOURCE, 300, HOUR, TooManyTries)
CHAT_LINES = Limit("lines of chat", Per.PERSON_AT_TABLE, 60, HOUR, TooMuchSaid)
SEAT_CHANGES = Limit("sitting down and getting up", Per.PERSON_AT_TABLE, 6, HOUR, TooRestless)
SEAT_CHANGES_A_DAY = Limit(
    "sitting down and getting up", Per.PERSON_AT_TABLE, 12, DAY, TooRestlessToday
)
SEAT_CHANGES_OF_OTHERS = Limit(
    "sitting down and getting up, but for the owner's", Per.TABLE, 100, DAY, TableTooRestless
)
SEAT_CHANGES_OF_OWNER = Limit(
    "seats filled and freed by the owner", Per.TABLE, 100, DAY, TableTooRestless
)
PAUSES = Limit("agreeing to a pause and ending it", Per.PERSON_AT_TABLE, 12, DAY, TooManyPauses)
RULESET_CHOICES = Limit(
    "agreeing to a ruleset and taking it back",
    Per.PERSON_AT_TABLE,
    12,
    DAY,
    TooManyRulesetChoices,
)
COMPUTER_CHOICES = Limit(
    "wanting another computer player and taking it back",
    Per.PERSON_AT_TABLE,
    30,
    DAY,
    TooManyComputerChoices,
)
INVITATIONS = Limit("invitations by mail", Per.PERSON, 20, DAY, TooManyInvitations, in_rows=True)
INVITATIONS_TO_ONE = Limit("invitations by mail", Per.ADDRESS, 3, DAY, in_rows=True)
TAKE_BACKS = Limit("turns taken back", Per.PERSON_AT_TABLE, 30, DAY, TooManyTakeBacks)
ANSWERS_TO_NOTHING = Limit(
    "answers to mails that play nothing", Per.PERSON_AT_TABLE, 10, HOUR, in_rows=True
)
MAILS_AT_DESK = Limit("mails about no game that are answered", Per.ADDRESS, 10, HOUR)
MAILS_WITHOUT_PROOF = Limit(
    "mails that answer none of ours and are answered with one to reply to", Per.ADDRESS, 3, DAY
)
STRANGERS_MAILS = Limit(
    "mails of strangers with one's reply address that one is told of",
    Per.PERSON,
    3,
    DAY,
    in_rows=True,
)
MAILS_TO_HOST = Limit("mails handed on to the host", Per.ALL, 30, HOUR, in_rows=True)
LINKS = Limit("invitations made", Per.TABLE, 50, DAY, TooManyLinks)
NEW_TABLES = Limit("tables made", Per.PERSON, 100, DAY, TooManyNewTables, in_rows=True)
TABLES = Limit("tables that are not over", Per.PERSON, 100, None, TooManyTables, in_rows=True)
VARIATIONS = Limit("what-if lines kept", Per.PERSON_AT_TABLE, 20, None, NoMoreLines, in_rows=True)
POSTS = Limit("pings, and posts sent again", Per.PERSON, 60, HOUR, TooManyPosts)
PUZZLE_ANSWERS = Limit("answers to puzzles", Per.CALLER, 20, MINUTE, TooManyAnswers)
HINTS = Limit("hints asked for", Per.PERSON, 120, HOUR, TooManyHints)
WEBHOOKS = Limit("webhooks", Per.PERSON, 20, None, TooManyWebhooks, in_rows=True)

LIMITS = tuple(each for each in vars().copy().values() if isinstance(each, Limit))


class Count(NamedTuple):
    """The limit, how much of it is left, and in how many seconds it begins anew."""

    limit: int
    left: int
    seconds: int
    allowed: bool

    def headers(self) -> dict[str, str]:
        return {
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(self.left),
            "RateLimit-Reset": str(self.seconds),
        }


def count(limit: Limit, *who: object, at: datetime) -> Count:
    """Counts this time too, and says what is left."""
    window = limit.seconds or DAY
    elapsed = int(at.timestamp()) % window
    number = _increase(_key(limit, who, at), 2 * window)
    return Count(limit.most, max(0, limit.most - number), window - elapsed, number <= limit.most)


def allow(limit: Limit, *who: object, at: datetime) -> None:
    """Counts this time too, and refuses where it is one too many."""
    left = count(limit, *who, at=at)
    if not left.allowed:
        raise _refusal_of(limit, left.seconds)


def give_back(limit: Limit, *who: object, at: datetime) -> None:
    """Takes back a count for what was not done after all."""
    _increase(_key(limit, who, at), 2 * (limit.seconds or DAY), -1)


def check_rows(limit: Limit, rows: QuerySet[Any], at: datetime) -> None:
    """Refuses one more of the rows; for a limit with a window, each knows when it was `created`."""
    if limit.seconds is None:
        if limit.refusal is not None and rows.count() >= limit.most:
            raise limit.refusal(limit.most)
        return
    since = limit.since(at)
    newest_first = rows.filter(created__gt=since).order_by("-created")
    times = newest_first.values_list("created", flat=True)
    first = times[limit.most - 1 : limit.most].first()
    if first is not None:
        raise _refusal_of(limit, int((first - since).total_seconds()))


def _refusal_of(limit: Limit, seconds: int) -> TooOften:
    refusal = cast("type[TooOften]", limit.refusal)
    return refusal(limit, seconds)


def count_call(person_id: int | None, source: str, at: datetime) -> Count | None:
    """Counts a call of the API, as the host has set it. Strangers share by their source."""
    most: int = settings.API_CALLS_A_MINUTE
    if not most:
        return None
    if person_id is None:
        return count(replace(STRANGERS_CALLS, most=max(1, most // STRANGERS_SHARE)), source, at=at)
    return count(replace(CALLS, most=most), person_id, at=at)


def give_back_call(person_id: int | None, source: str, at: datetime) -> None:
    if person_id is None:
        give_back(STRANGERS_CALLS, source, at=at)
    else:
        give_back(CALLS, person_id, at=at)


def source_of(request: HttpRequest | Request) -> str:
    """Where a request comes from: `X-Forwarded-For` counts as far as a trusted proxy wrote it."""
    return _network_of(BaseThrottle().get_ident(cast("Request", request)))


@lru_cache(maxsize=1000)
def _network_of(source: str) -> str:
    try:
        address = ip_address(source)
    except ValueError:
        return source
    if not isinstance(address, IPv6Address):
        return source
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, ONE_SOURCE), strict=False))


def _key(limit: Limit, who: tuple[object, ...], at: datetime) -> str:
    window = int(at.timestamp()) // (limit.seconds or DAY)
    caller = sha256(repr([str(each) for each in who]).encode()).hexdigest()[:32]
    return f"{limit.what}:{limit.per}:{caller}:{window}".replace(" ", "-")


def _increase(key: str, seconds: int, by: int = 1) -> int:
    try:
        return cache.incr(key, by)
    except ValueError:
        # The first of this window, or since Redis was lost. Of two at once both count.
        cache.add(key, 0, seconds)
        return _increase(key, seconds, by)
