"""What mail somebody wants: of one game, or else of all."""

from uuid import UUID

from django.db.models import F

from games.models import Person
from notifications.models import Preference


def preference_of(person: Person, game_id: UUID) -> Preference:
    """The game's own, else the general one, else what holds where nothing was said."""
    mine = Preference.objects.filter(person=person)
    found = mine.filter(game_id=game_id) | mine.filter(game=None)
    first = found.order_by(F("game").asc(nulls_last=True)).first()
    return first or Preference(person=person)


def wants(person: Person, game_id: UUID, kind: str) -> bool:
    preference = preference_of(person, game_id)
    if kind.startswith("reminder"):
        return preference.reminders and preference.mail != Preference.Mail.NONE
    if kind == "turn":
        return preference.mail == Preference.Mail.EACH
    return preference.mail != Preference.Mail.NONE


def stop_mails(person_id: int, game_id: UUID) -> None:
    said = {"reminders": False, "mail": Preference.Mail.NONE}
    Preference.objects.update_or_create(person_id=person_id, game_id=game_id, defaults=said)
