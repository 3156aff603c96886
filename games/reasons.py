"""Why a turn is good, in the words of the reader; pages, mails and calls say it alike."""

from collections.abc import Callable, Iterable
from itertools import islice
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bots import reasons
from games.bots.reasons import Reason
from games.domain.board import Board
from games.domain.notation import WORDS, Language
from games.domain.notation.words import region_name

MOST_TOLD = 3
NameOfSeat = Callable[[int], str]


def tell_reasons(why: Iterable[Reason], board: Board, language: Language, name: NameOfSeat) -> str:
    """The first of them in a sentence, in the present language; empty where there are none."""
    told = [tell_reason(each, board, language, name) for each in islice(why, MOST_TOLD)]
    return sentence(WORDS[language].semicolon.join(told))


def sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}." if text else ""


def tell_reason(  # noqa: C901 - a case a reason
    reason: Reason, board: Board, language: Language, name: NameOfSeat
) -> str:
    words = WORDS[language]
    match reason:
        case reasons.GameWon():
            return _("ends the game, and you win")
        case reasons.CityTaken(city, points):
            told = ngettext("takes {city}: {points} point", "takes {city}: {points} points", points)
            return told.format(city=board.name_of(city), points=points)
        case reasons.RegionClosed(region):
            return _tell_closed(reason, region_name(region, words, board), language)
        case reasons.MilestoneReached(milestone):
            return _("reaches a milestone: {tile}").format(tile=words.milestones[milestone])
        case reasons.LeadTaken(region):
            return _("takes the lead in {region}").format(region=region_name(region, words, board))
        case reasons.TownTaken(town):
            return _("takes {town}: a point at the end").format(town=board.name_of(town))
        case reasons.CityOpened(city):
            return _tell_opened(reason, board.name_of(city), language)
        case reasons.IncomeGrows(income, by):
            more = words.dollars.format(by)
            then = words.dollars.format(income)
            return _("income {dollars} next, {more} more").format(dollars=then, more=more)
        case reasons.MoneyKept(dollars):
            return _("keeps {dollars} for later").format(dollars=words.dollars.format(dollars))
        case reasons.MajorityNears(city, own, needed):
            told = _("{own} of the {needed} spaces you need in {city}")
            return told.format(own=own, needed=needed, city=board.name_of(city))
        case reasons.KeptOut(seat, place):
            told = _("keeps {who} out of {place}")
            return told.format(who=name(seat), place=board.name_of(place))
        case reasons.LiesBeside(cities):
            return _("lies beside {cities}").format(cities=", ".join(map(board.name_of, cities)))
        case _:
            assert_never(reason)


def _tell_opened(opened: reasons.CityOpened, city: str, language: Language) -> str:
    words, spaces = WORDS[language], opened.spaces
    opens = ngettext(
        "opens {city}, {spaces} empty space", "opens {city}, {spaces} empty spaces", spaces
    ).format(city=city, spaces=spaces)
    if opened.income is None:
        return opens
    then = _("income {dollars} next").format(dollars=words.dollars.format(opened.income))
    return f"{opens}{words.colon}{then}"


def _tell_closed(closed: reasons.RegionClosed, region: str, language: Language) -> str:
    points, others = closed.points, closed.others
    if closed.leads and points > others:
        told = _("closes {region} while you lead it: {points} to {others}")
        return told.format(region=region, points=points, others=others)
    if closed.dollars:
        dollars = WORDS[language].dollars.format(closed.dollars)
        return _("closes {region}: {dollars} for you").format(region=region, dollars=dollars)
    points += closed.track
    told = ngettext(
        "closes {region}: {points} point for you",
        "closes {region}: {points} points for you",
        points,
    )
    return told.format(region=region, points=points)
