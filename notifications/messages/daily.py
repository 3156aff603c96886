"""The daily mail to one person."""

from datetime import datetime

import msgspec
from django.utils.translation import override
from msgspec import Struct

from games.models import Person
from notifications.links import Stop, stop_url
from notifications.messages.batch import Batch
from notifications.messages.digest import Day, digest_letter, shown_tables
from notifications.messages.game import may_get
from notifications.messages.gathering import Span, gather
from notifications.messages.message import Message
from notifications.models import NO_GAME, Notice
from notifications.offers import keep_offer, several_address
from notifications.reply_addresses import desk_address

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
    number, reply_to = f"digest.{person.pk}.{notice.occasion}", desk_address(person.email)
    tables = shown_tables(day)
    if tables:
        offer = keep_offer(person.pk, NO_GAME, tables, batch.at)
        number, reply_to = f"{number}.{offer}", several_address(person.pk, offer)
    with override(day.reader.language):
        letter = digest_letter(day, tables, stop, reply_to)
    return Message(
        to=person.email,
        number=number,
        content=letter,
        thread=f"digest.{person.pk}",
        series="daily",
        stop=stop,
        reply_to=reply_to,
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
