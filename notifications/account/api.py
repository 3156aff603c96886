"""What mail somebody wants, and when, over the API."""

from typing import cast
from uuid import UUID

from django.db import transaction
from msgspec import UNSET, structs
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import NoAccess
from games.api import account
from games.api.schema import call
from games.api.views.base import ApiView
from games.api.wire import read
from games.domain.errors import Unreadable
from games.domain.notation import language_of
from games.edge import zones_of_places
from games.models import Person
from notifications.account.settings import games_with_mail, save_person, save_preference
from notifications.models import Preference
from notifications.preferences import wishes_of

WISHES = ("mail", "reminders", "puzzle")


class Preferences(ApiView):
    for_members = True

    @call("getPreferences", "What mail you want, and when")
    def get(self, request: Request) -> Response:
        return Response(_preferences(self.person()))

    @call("changePreferences", "Say what mail you want, and when", takes=account.ChangedPreferences)
    def patch(self, request: Request) -> Response:
        changed = _set_fields(read(request, account.ChangedPreferences))
        person = self.member()
        with transaction.atomic():
            person = Person.objects.select_for_update().get(pk=person.pk)
            wish = wishes_of([person.pk])[person.pk].general
            wanted = {name: changed.pop(name) for name in WISHES if name in changed}
            for name, value in changed.items():
                setattr(person, name, value)
            _check(person, changed)
            save_person(person, changed)
            if wanted:
                wish = structs.replace(wish, **wanted)
                save_preference(
                    person, None, wish.mail, reminders=wish.reminders, puzzle=wish.puzzle
                )
        return Response(_preferences(person))


class PreferenceOfGame(ApiView):
    for_members = True

    @call(
        "changeGamePreference",
        "Say what mail you want of one game",
        takes=account.ChangedGamePreference,
    )
    def patch(self, request: Request, game_id: UUID) -> Response:
        changed = _set_fields(read(request, account.ChangedGamePreference))
        person = self.member()
        if not games_with_mail(person).filter(pk=game_id).exists():
            raise NoAccess(str(game_id))
        with transaction.atomic():
            Person.objects.select_for_update().get(pk=person.pk)
            present = wishes_of([person.pk])[person.pk].games.get(game_id) or Preference()
            mail = changed.get("mail", present.mail) or ""
            reminders = changed.get("reminders", present.reminders)
            row = save_preference(
                person, game_id, str(mail), reminders=cast("bool | None", reminders)
            )
        return Response(_of_game(game_id, row))


def _set_fields(
    body: account.ChangedPreferences | account.ChangedGamePreference,
) -> dict[str, object]:
    return {name: value for name, value in structs.asdict(body).items() if value is not UNSET}


def _check(person: Person, changed: dict[str, object]) -> None:
    if "time_zone" in changed and person.time_zone not in ("UTC", *zones_of_places()):
        raise Unreadable(person.time_zone, path="$.time_zone", problem="no time zone has this name")
    if (person.quiet_from is None) != (person.quiet_to is None):
        problem = "quiet hours have a beginning and an end, or neither"
        raise Unreadable(None, path="$.quiet_to", problem=problem)


def _preferences(person: Person) -> account.Preferences:
    wishes = wishes_of([person.pk])[person.pk]
    games = games_with_mail(person).filter(pk__in=wishes.games).values_list("pk", flat=True)
    return account.Preferences(
        mail=cast("account.WantedMail", wishes.general.mail),
        reminders=wishes.general.reminders,
        puzzle=wishes.general.puzzle,
        language=cast("account.Tongue", language_of(person.language)),
        time_zone=person.time_zone,
        quiet_from=person.quiet_from,
        quiet_to=person.quiet_to,
        games=tuple(_of_game(game, wishes.games[game]) for game in games),
    )


def _of_game(game: UUID, row: Preference) -> account.GamePreference:
    mail = cast("account.WantedMail", row.mail) or None
    return account.GamePreference(game, mail, row.reminders)
