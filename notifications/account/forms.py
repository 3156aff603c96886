"""The forms for a person's mail: in general, game by game, and holidays."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django import forms
from django.conf import settings
from django.db import transaction
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.domain.notation import language_of
from games.edge import zones_of_places
from games.models import Game, Person
from notifications.account.settings import save_person, save_preference
from notifications.models import Preference
from notifications.preferences import Mail, Wish

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    PersonForm = forms.ModelForm[Person]
else:
    PersonForm = forms.ModelForm

AS_IN_GENERAL = ("", _("As for all games"))
ON, OFF = "on", "off"
HOURS = [("", _("None")), *((hour, f"{hour:02}:00") for hour in range(24))]


def _hour_field(label: "StrOrPromise") -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label, choices=HOURS, coerce=int, empty_value=None, required=False
    )


class GeneralForm(PersonForm):
    mail = forms.ChoiceField(label=_("Mail"), choices=Mail.choices, widget=forms.RadioSelect)
    reminders = forms.BooleanField(
        label=_("Remind me before my time runs out"),
        help_text=_("At half of the time, and two hours before its end."),
        required=False,
    )
    puzzle = forms.BooleanField(
        label=_("The puzzle of the day by the daily mail"),
        help_text=_("A picture of the position; it comes also on a day without other news."),
        required=False,
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    quiet_from = _hour_field(_("Quiet from"))
    quiet_to = _hour_field(_("Quiet until"))

    class Meta:
        model = Person
        fields = ("language", "time_zone", "quiet_from", "quiet_to")

    def __init__(self, person: Person, wish: Wish, data: QueryDict | None = None) -> None:
        initial = {"mail": wish.mail, "reminders": wish.reminders, "puzzle": wish.puzzle}
        initial["language"] = language_of(person.language)
        super().__init__(data, instance=person, initial=initial)
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"), choices=_zone_choices(person.time_zone)
        )

    def clean(self) -> None:
        hours = (self.cleaned_data.get("quiet_from"), self.cleaned_data.get("quiet_to"))
        if (hours[0] is None) != (hours[1] is None):
            self.add_error("quiet_to", _("Quiet hours have a beginning and an end."))


def _zone_choices(present: str) -> list[tuple[str, object]]:
    """By continent, with which each name begins; `present` is offered whatever it is."""
    continents: dict[str, list[tuple[str, str]]] = {}
    for name in sorted({*zones_of_places(), present}):
        continent, _slash, place = name.partition("/")
        if place:
            continents.setdefault(continent, []).append((name, place.replace("_", " ")))
    return [("UTC", "UTC"), *continents.items()]


class GameForm(forms.Form):
    mail = forms.ChoiceField(
        label=_("Mail"), choices=[AS_IN_GENERAL, *Mail.choices], required=False
    )
    reminders = forms.TypedChoiceField(
        label=_("Reminders"),
        choices=[AS_IN_GENERAL, (ON, _("On")), (OFF, _("Off"))],
        coerce=lambda value: value == ON,
        empty_value=None,
        required=False,
    )

    def __init__(
        self, game: Game, preference: Preference | None, data: QueryDict | None = None
    ) -> None:
        values = {None: "", True: ON, False: OFF}
        preference = preference or Preference()
        initial = {"mail": preference.mail, "reminders": values[preference.reminders]}
        super().__init__(data, prefix=f"game-{game.pk}", initial=initial)
        self.game = game


class HolidayForm(forms.Form):
    first = forms.DateField(
        label=_("First day"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    last = forms.DateField(
        label=_("Last day"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )


@transaction.atomic
def save(person: Person, general: GeneralForm, games: Iterable[GameForm]) -> None:
    answers = general.cleaned_data
    save_person(person, [name for name in general.Meta.fields if name in general.changed_data])
    reminders, puzzle = answers["reminders"], answers["puzzle"]
    save_preference(person, None, answers["mail"], reminders=reminders, puzzle=puzzle)
    for form in games:
        if form.has_changed():
            answers = form.cleaned_data
            save_preference(person, form.game.pk, answers["mail"], reminders=answers["reminders"])
