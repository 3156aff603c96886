"""The page of a suggestion's link in a turn mail. It plays on a POST alone."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.http import require_http_methods

from games import doors
from games.access import GameView, NoAccess, see_game
from games.domain import Command, Event, Refusal, State
from games.domain.decide import judge
from games.domain.notation import format, language_of, sheet
from games.domain.story import differences
from games.events import store
from games.events.store import StaleVersion
from games.hints import suggestions
from games.models import Person
from games.queries import was_taken_back
from games.web.wording import current_language
from notifications.links import Tap, table_url, tap_of
from notifications.messages import worth


@require_http_methods(["GET", "POST"])
def play(request: HttpRequest, token: str) -> HttpResponse:
    """Shows what a suggestion of a turn mail would do, and plays it."""
    tap = tap_of(token)
    person = None if tap is None else Person.objects.filter(pk=tap.person, is_active=True).first()
    if tap is None or person is None:
        return render(request, "mails/no_link.html", status=410)
    with override(language_of(person.language)):
        try:
            view = see_game(person, tap.game)
        except NoAccess:
            return render(request, "mails/no_link.html", status=410)
        return _play(request, tap, view) if request.method == "POST" else _page(request, tap, view)


def _page(request: HttpRequest, tap: Tap, view: GameView) -> HttpResponse:
    order = _order(tap, view)
    if order is None:
        return _too_late_page(request, tap)
    (events, after), language = judge(view.state, order), current_language()
    context: dict[str, object] = {
        "name": view.state.terms.name,
        **_board(view.state, after),
        "words": format(order, language).splitlines(),
        "cost": worth.cost_line(events, language) if view.state.status == "playing" else "",
        "lines": sheet(events, language),
        "table_url": table_url(tap.game),
    }
    return render(request, "mail_in/play.html", context)


def _play(request: HttpRequest, tap: Tap, view: GameView) -> HttpResponse:
    """Who taps again is shown what the first tap did."""
    command_id = f"tap:{tap.person}:{tap.version}:{tap.number}"
    if done := store.events_of_command(tap.game, command_id):
        if was_taken_back(tap.game, done):
            return _too_late_page(request, tap, taken_back=True)
        return _result_page(request, tap, done.events, view.state)
    order = _order(tap, view)
    if order is None:
        return _too_late_page(request, tap)
    try:
        outcome = doors.act(view, order, expected=view.version, command_id=command_id)
    except (StaleVersion, Refusal):
        return _too_late_page(request, tap)
    return _result_page(request, tap, outcome.events, outcome.table, before=view.state)


def _order(tap: Tap, view: GameView) -> Command | None:
    """The suggestion, unless the game has gone on."""
    try:
        orders = suggestions(tap.game, doors.shown_table(view, tap.version))
    except StaleVersion:
        return None
    return orders[tap.number - 1] if 1 <= tap.number <= len(orders) else None


def _too_late_page(request: HttpRequest, tap: Tap, *, taken_back: bool = False) -> HttpResponse:
    context = {"table_url": table_url(tap.game), "taken_back": taken_back}
    return render(request, "mail_in/gone_on.html", context, status=409)


def _result_page(
    request: HttpRequest,
    tap: Tap,
    events: Sequence[Event],
    state: State,
    *,
    before: State | None = None,
) -> HttpResponse:
    """Without `before` there is no board: what the turn changed may have changed again."""
    context: dict[str, object] = {
        "name": state.terms.name,
        "lines": sheet(events, current_language()),
        **(_board(before, state) if before else {}),
        "table_url": table_url(tap.game),
    }
    return render(request, "mail_in/played.html", context)


def _board(before: State, after: State) -> dict[str, object]:
    """The part of the board that a turn changes."""
    changed = differences(before, after)
    places = [each for each in changed if each in after.board.index]
    return {"table": after, "places": places, "changed": changed}
