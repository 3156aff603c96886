"""Daily mails for the tests: readers who want one, games, and the beat that comes by."""

from datetime import UTC, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import time_machine
from django.core import mail
from django.core.mail import EmailMultiAlternatives

from games.domain import Options
from games.domain.commands import command
from games.domain.lobby import CreateGame, StartGame, TakeSeat
from games.domain.state import Terms
from games.models import Person
from games.services import act, create_game
from notifications.models import Preference
from notifications.tasks import send_digests
from tests.people import HOST, Cast, table_of

AT = datetime(2026, 3, 2, 12, tzinfo=UTC)


def choose_daily_mail(*people: Person, game: UUID | None = None) -> None:
    for person in people:
        Preference.objects.create(person=person, game_id=game, mail=Preference.Mail.DAILY)
    send_digests()


def play_turn(game: UUID, **orders: object) -> None:
    state = table_of(game)
    act(game, command("turn", state.mover, orders), actor="user:1", expected=state.version)


def start_another_game(people: Cast, name: str, pace_hours: int | None = 24) -> UUID:
    terms = Terms(name, owner=people.ada.pk, pace_hours=pace_hours, take_backs="any-turn")
    order = CreateGame(terms, 2, Options(introductory=True))
    game = create_game(order, actor=HOST).game_id
    for person in (people.ada, people.bob):
        act(game, TakeSeat(player=person.pk), actor=HOST)
    act(game, StartGame(5, first=0), actor=HOST)
    return game


def mails_by(clock: time_machine.Traveller, when: datetime) -> list[EmailMultiAlternatives]:
    """The mails that go by then, as the beat comes by."""
    clock.move_to(when)
    before = len(mail.outbox)
    send_digests()
    return [each for each in mail.outbox[before:] if isinstance(each, EmailMultiAlternatives)]


def html_of(letter: EmailMultiAlternatives) -> str:
    return str(letter.alternatives[0][0])


def seven(days: int = 1, zone: str = "UTC") -> datetime:
    wall = datetime(2026, 3, 2, 7, tzinfo=ZoneInfo(zone)) + timedelta(days=days)
    return wall.astimezone(UTC)
