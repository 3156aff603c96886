"""What mail a person wants, of one game or in general."""

from collections.abc import Iterable
from uuid import UUID

from msgspec import Struct

from notifications.models import NO_GAME, Preference

Mail = Preference.Mail
REMINDER = "reminder-"
NOT_IN_DAILY = ("taken-over", "full")
"""The daily mail cannot tell it: it is about games that have begun, in which the person still sits."""


class Wish(Struct, frozen=True):
    """By default what holds without a preference."""

    mail: str = Mail.EACH
    reminders: bool = True
    puzzle: bool = False

    def changed_by(self, preference: Preference | None) -> "Wish":
        if preference is None:
            return self
        reminders = self.reminders if preference.reminders is None else preference.reminders
        puzzle = self.puzzle or preference.puzzle
        return Wish(preference.mail or self.mail, reminders, puzzle)


class Wishes(Struct, frozen=True):
    general: Wish
    games: dict[UUID, Preference]

    def for_game(self, game_id: UUID) -> Wish:
        return self.general.changed_by(self.games.get(game_id))


def wishes_of(people: Iterable[int]) -> dict[int, Wishes]:
    """Of many people, by one query."""
    preferences: dict[int, dict[UUID | None, Preference]] = {person: {} for person in people}
    for row in Preference.objects.filter(person_id__in=list(preferences)):
        preferences[row.person_id][row.game_id] = row
    return {
        person: Wishes(
            Wish().changed_by(rows.get(None)),
            {game: row for game, row in rows.items() if game is not None},
        )
        for person, rows in preferences.items()
    }


def wants(wish: Wish, message: str) -> bool:
    """Whether it is to have a mail of its own; the daily mail tells all but reminders."""
    if message.startswith(REMINDER):
        return wish.reminders and wish.mail != Mail.NONE
    if message in NOT_IN_DAILY:
        return wish.mail != Mail.NONE
    return wish.mail == Mail.EACH


def wants_puzzle(wish: Wish) -> bool:
    return wish.puzzle and wish.mail != Mail.NONE


def stop_mails(person_id: int, game_id: UUID | None) -> None:
    """Without a game the daily mail, of the nil id all."""
    if game_id == NO_GAME:
        stop_all_mails(person_id)
        return
    if game_id is None:
        mine = Preference.objects.filter(person_id=person_id)
        mine.filter(mail=Mail.DAILY).update(mail=Mail.NONE)
        mine.filter(puzzle=True).update(puzzle=False)
        return
    defaults = {"reminders": False, "mail": Mail.NONE}
    Preference.objects.update_or_create(person_id=person_id, game_id=game_id, defaults=defaults)


def stop_all_mails(person_id: int) -> None:
    """In general and of every game that has a wish of its own."""
    off = {"reminders": False, "mail": Mail.NONE, "puzzle": False}
    Preference.objects.filter(person_id=person_id).update(**off)
    Preference.objects.update_or_create(person_id=person_id, game_id=None, defaults=off)


def start_mails(person_id: int) -> None:
    """A mail for each turn again, and what else comes by default."""
    Preference.objects.filter(person_id=person_id, mail=Mail.NONE).delete()


def stop_reminders(person_id: int, game_id: UUID) -> None:
    defaults = {"reminders": False}
    Preference.objects.update_or_create(person_id=person_id, game_id=game_id, defaults=defaults)
