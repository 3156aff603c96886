"""Daily mails: readers who want one, games, and the sweeps of the beat."""

from datetime import UTC, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import time_machine
from django.core import mail
from django.core.mail import EmailMultiAlternatives

from games.domain.state import Terms
from games.models import Person
from notifications.models import Preference
from notifications.outbox.tasks import send_digests
from tests.doing import start_game
from tests.people import Cast

AT = datetime(2026, 3, 2, 12, tzinfo=UTC)


def choose_daily_mail(*people: Person, game: UUID | None = None) -> None:
    for person in people:
        Preference.objects.create(person=person, game_id=game, mail=Preference.Mail.DAILY)
    send_digests()


def start_another_game(people: Cast, name: str, pace_hours: int | None = 24) -> UUID:
    terms = Terms(name, owner=people.ada.pk, pace_hours=pace_hours, take_backs="any-turn")
    return start_game(people, terms=terms)


def mails_by(clock: time_machine.Traveller, when: datetime) -> list[EmailMultiAlternatives]:
    """Moves the clock, lets the beat sweep, and returns the mails that were sent."""
    clock.move_to(when)
    before = len(mail.outbox)
    send_digests()
    return [each for each in mail.outbox[before:] if isinstance(each, EmailMultiAlternatives)]


def seven(days: int = 1, zone: str = "UTC") -> datetime:
    wall = datetime(2026, 3, 2, 7, tzinfo=ZoneInfo(zone)) + timedelta(days=days)
    return wall.astimezone(UTC)
