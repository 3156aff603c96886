"""The page of a suggestion's link in a turn mail. It plays on a POST alone."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.http import require_http_methods

from games.access import NoAccess, see_game
from games.bots.suggestions import suggestions
from games.domain import Event, Refusal, State
from games.domain.decide import decide
from games.domain.notation import format, language_of, sheet
from games.domain.text import draw
from games.events import store
from games.events.store import StaleVersion
from games.models import Person
from games.queries import was_taken_back
from games.services import act
from notifications.links import Tap, table_url, tap_of


@require_http_methods(["GET", "POST"])
def play(request: HttpRequest, token: str) -> HttpResponse:
    """Shows what a suggestion of a turn mail would do, and plays it."""
    tap = tap_of(token)
    person = None if tap is None else Person.objects.filter(pk=tap.person, is_active=True).first()
    if tap is None or person is None:
        return render(request, "mails/no_link.html", status=410)
    with override(language_of(person.language)):
        return _tap_page(request, tap, person)


def _tap_page(request: HttpRequest, tap: Tap, person: Person) -> HttpResponse:
    try:
        view = see_game(person, tap.game)
    except NoAccess:
        return render(request, "mails/no_link.html", status=410)
    state = view.state
    orders = suggestions(state) if view.version == tap.version else ()
    if request.method == "POST" and (done := store.events_of_command(tap.game, _command_id(tap))):
        if was_taken_back(tap.game, done):
            return _too_late_page(request, tap, taken_back=True)
        return _result_page(request, tap, person, done.events, state)
    if not 1 <= tap.number <= len(orders):
        return _too_late_page(request, tap)
    order = orders[tap.number - 1]
    if request.method == "POST":
        return _play_tap(request, tap, person)
    language = language_of(person.language)
    context: dict[str, object] = {
        "name": state.terms.name,
        "words": format(order, language).splitlines(),
        "lines": sheet(decide(state, order), language),
        "table_url": table_url(tap.game),
    }
    return render(request, "mail_in/play.html", context)


def _play_tap(request: HttpRequest, tap: Tap, person: Person) -> HttpResponse:
    order = suggestions(see_game(person, tap.game).state)[tap.number - 1]
    try:
        done = act(
            tap.game,
            order,
            actor=f"user:{person.pk}",
            expected=tap.version,
            command_id=_command_id(tap),
        )
    except (StaleVersion, Refusal):
        return _too_late_page(request, tap)
    return _result_page(request, tap, person, done.events, done.table)


def _too_late_page(request: HttpRequest, tap: Tap, *, taken_back: bool = False) -> HttpResponse:
    context = {"table_url": table_url(tap.game), "taken_back": taken_back}
    return render(request, "mail_in/gone_on.html", context, status=409)


def _result_page(
    request: HttpRequest, tap: Tap, person: Person, events: Sequence[Event], state: State
) -> HttpResponse:
    language = language_of(person.language)
    context: dict[str, object] = {
        "name": state.terms.name,
        "lines": sheet(events, language),
        "table": draw(state, language),
        "table_url": table_url(tap.game),
    }
    return render(request, "mail_in/played.html", context)


def _command_id(tap: Tap) -> str:
    return f"tap:{tap.person}:{tap.version}:{tap.number}"
