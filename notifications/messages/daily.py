"""The daily mail to one person."""

from datetime import datetime

import msgspec
from django.utils.translation import override
from msgspec import Struct

from games.bots.suggestions import suggestions
from games.models import Person
from notifications.links import (
    Stop,
    Tap,
    anchors_url,
    home_url,
    settings_url,
    stop_url,
    table_url,
    tap_url,
)
from notifications.messages.digest import Day, GameLinks, GameNews, digest_letter
from notifications.messages.game import may_get
from notifications.messages.gathering import Span, gather
from notifications.messages.message import Batch, Message
from notifications.models import Notice
from notifications.reply_addresses import MARKER, reply_address

DAILY = "daily"


class Content(Struct, frozen=True):
    """What a daily mail's notice keeps: it tells what came after `since`, up to `until`."""

    since: datetime
    until: datetime


def daily_mail(notice: Notice, batch: Batch) -> Message | None:
    if DAILY not in batch.memory:
        batch.memory[DAILY] = _read_days(batch)
    person, day = batch.memory[DAILY][notice.recipient_id, notice.occasion]
    if not may_get_daily(person) or not day.has_news:
        return None
    stop = stop_url(Stop(None, person.pk))
    links = {each.game: _links(each, person) for each in day.games}
    with override(day.reader.language):
        letter = digest_letter(
            day, links, home=home_url(), settings=settings_url(), stop=stop, marker=MARKER
        )
    return Message(
        to=person.email,
        number=f"digest.{person.pk}.{notice.occasion}",
        content=letter,
        thread=f"digest.{person.pk}",
        stop=stop,
        reply_to=links[day.waiting[0].game].answer if day.waiting else "",
    )


def may_get_daily(person: Person) -> bool:
    return person.is_active and may_get(person)


def _read_days(batch: Batch) -> dict[tuple[int, str], tuple[Person, Day]]:
    notices = [each for each in batch.notices if each.message == DAILY]
    people = Person.objects.in_bulk([each.recipient_id for each in notices])
    spans = []
    for each in notices:
        content = msgspec.json.decode(each.content, type=Content)
        spans.append(Span(people[each.recipient_id], content.since, content.until))
    return {
        (each.recipient_id, each.occasion): (span.person, day)
        for each, span, day in zip(notices, spans, gather(spans), strict=True)
    }


def _links(played: GameNews, person: Person) -> GameLinks:
    state, game = played.state, played.game
    if not played.waits_for(person.pk):
        return GameLinks(table_url(game), anchors_url())
    orders = suggestions(state)
    taps = [Tap(game, state.version, person.pk, number + 1) for number in range(len(orders))]
    answer = reply_address(game, state.mover, state.version, person.pk)
    play = tuple(tap_url(tap) for tap in taps)
    return GameLinks(table_url(game), anchors_url(), answer, orders, play)
