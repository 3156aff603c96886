"""What mail somebody wants: of one game, or else in general."""

from collections.abc import Iterable
from uuid import UUID

from msgspec import Struct

from notifications.models import Preference

Mail = Preference.Mail
REMINDER = "reminder-"
TAKEN_OVER = "taken-over"
"""Who sits at a table no more is not told of it in a daily mail."""


class Wish(Struct, frozen=True):
    """What holds where nothing was said."""

    mail: str = Mail.EACH
    reminders: bool = True

    def changed_by(self, said: Preference | None) -> "Wish":
        if said is None:
            return self
        reminders = self.reminders if said.reminders is None else said.reminders
        return Wish(said.mail or self.mail, reminders)


class Wishes(Struct, frozen=True):
    general: Wish
    games: dict[UUID, Preference]

    def for_game(self, game_id: UUID) -> Wish:
        return self.general.changed_by(self.games.get(game_id))


def wishes_of(people: Iterable[int]) -> dict[int, Wishes]:
    """Of many people, by one read."""
    found: dict[int, dict[UUID | None, Preference]] = {person: {} for person in people}
    for said in Preference.objects.filter(person_id__in=list(found)):
        found[said.person_id][said.game_id] = said
    return {
        person: Wishes(
            Wish().changed_by(said.get(None)),
            {game: each for game, each in said.items() if game is not None},
        )
        for person, said in found.items()
    }


def wants(person_id: int, game_id: UUID, kind: str) -> bool:
    """Whether a mail of its own is wanted; in a daily one all but reminders are told together."""
    wish = wishes_of([person_id])[person_id].for_game(game_id)
    if kind.startswith(REMINDER):
        return wish.reminders and wish.mail != Mail.NONE
    if kind == TAKEN_OVER:
        return wish.mail != Mail.NONE
    return wish.mail == Mail.EACH


def stop_mails(person_id: int, game_id: UUID | None) -> None:
    """Of a game, or, where none is named, the daily mail."""
    if game_id is None:
        mine = Preference.objects.filter(person_id=person_id, mail=Mail.DAILY)
        mine.update(mail=Mail.NONE)
        return
    said = {"reminders": False, "mail": Mail.NONE}
    Preference.objects.update_or_create(person_id=person_id, game_id=game_id, defaults=said)


def stop_reminders(person_id: int, game_id: UUID) -> None:
    said = {"reminders": False}
    Preference.objects.update_or_create(person_id=person_id, game_id=game_id, defaults=said)
