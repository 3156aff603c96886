"""Keeps what a person wants of mail and time, whatever door it comes by."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import QuerySet

from games.models import Game, Person
from games.queries import OVER
from notifications.models import Preference
from notifications.outbox.days import replan

CLOCK_FIELDS = frozenset({"time_zone", "quiet_from", "quiet_to"})


def games_with_mail(person: Person) -> QuerySet[Game]:
    """Games that mails may come of."""
    mine = Game.objects.filter(seats__player=person).exclude(status__in=OVER)
    return mine.only("name").order_by("name", "id")


def save_person(person: Person, changed: Collection[str]) -> None:
    """Its fields of these names."""
    person.save(update_fields=changed)
    if not CLOCK_FIELDS.isdisjoint(changed):
        replan(person)


def save_preference(
    person: Person,
    game: UUID | None,
    mail: str,
    *,
    reminders: bool | None,
    puzzle: bool = False,
) -> Preference:
    defaults = {"mail": mail, "reminders": reminders, "puzzle": puzzle}
    row, _is_new = Preference.objects.update_or_create(
        person=person, game_id=game, defaults=defaults
    )
    return row
