"""The page on which a person chooses what mail to get, and enters holidays."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.clocks import today
from games.domain import Refusal
from games.edge import now
from games.holidays import DAYS_A_YEAR, take_holiday
from games.models import Holiday, Person
from games.web.requests import member_of, members_only, refusal_text
from notifications.account.forms import GameForm, GeneralForm, HolidayForm, save
from notifications.account.settings import games_with_mail
from notifications.feeds.addresses import feed_of_person, renew_address
from notifications.links import feed_url
from notifications.preferences import wishes_of


def _reload_person(request: HttpRequest) -> Person:
    """Read anew: a form changes its person before it is valid."""
    return Person.objects.get(pk=member_of(request).pk)


@never_cache
@members_only
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    person = _reload_person(request)
    if request.method != "POST":
        return _page(request, person, *_forms(person))
    general, games = _forms(person, request.POST)
    if not all([general.is_valid(), *(form.is_valid() for form in games)]):
        return _page(request, _reload_person(request), general, games, status=422)
    save(person, general, games)
    with override(person.language):
        messages.success(request, _("Saved."))
    return redirect("account-mail")


@never_cache
@members_only
@require_POST
def holidays(request: HttpRequest) -> HttpResponse:
    person, form = _reload_person(request), HolidayForm(request.POST)
    if form.is_valid():
        days = form.cleaned_data
        try:
            take_holiday(person, days["first"], days["last"], at=now())
        except Refusal as refusal:
            form.add_error(None, refusal_text(refusal))
        else:
            messages.success(request, _("Your holiday is written down."))
            return redirect("account-mail")
    return _page(request, person, *_forms(person), holiday=form, status=422)


@members_only
@require_POST
def new_addresses(request: HttpRequest) -> HttpResponse:
    renew_address(_reload_person(request))
    messages.success(request, _("The addresses are new. The old ones lead nowhere now."))
    return redirect("account-mail")


def _forms(person: Person, data: QueryDict | None = None) -> tuple[GeneralForm, list[GameForm]]:
    wishes = wishes_of([person.pk])[person.pk]
    games = [GameForm(game, wishes.games.get(game.pk), data) for game in games_with_mail(person)]
    return GeneralForm(person, wishes.general, data), games


def _page(
    request: HttpRequest,
    person: Person,
    general: GeneralForm,
    games: list[GameForm],
    *,
    holiday: HolidayForm | None = None,
    status: int = 200,
) -> HttpResponse:
    feed = feed_of_person(person)
    context = {
        "person": person,
        "general": general,
        "games": games,
        "holiday": holiday or HolidayForm(),
        "holidays": Holiday.objects.filter(
            person=person, last__gte=today(person.time_zone, now())
        ).order_by("first"),
        "days_a_year": DAYS_A_YEAR,
        "atom": feed_url("turns-atom", feed),
        "calendar": feed_url("deadlines-ics", feed),
    }
    return render(request, "account/mail.html", context, status=status)
