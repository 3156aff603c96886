"""The pages that links in mails lead to. They act on a POST alone."""

from collections.abc import Sequence

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.mail import EmailMessage as Answer
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access import NoAccess, see_game
from games.bots.suggestions import suggestions
from games.domain import Event, Refusal, State
from games.domain.decide import decide
from games.domain.notation import format, language_of, sheet
from games.domain.text import draw
from games.edge import now
from games.events import store
from games.events.store import StaleVersion
from games.models import Person
from games.queries import was_taken_back
from games.services import act
from games.web.asking import member_of, redirect_back
from notifications.bounces import try_again
from notifications.inbound.outbox import send_due_answers
from notifications.inbound.receiving import receive
from notifications.links import Tap, stop_of, table_url, tap_of
from notifications.mailbox import find_mail, mails
from notifications.preferences import stop_mails

# Mail programs load no pictures from elsewhere; `icon` is the browser tab's.
AS_MAIL_PROGRAMS_DO = "default-src 'self'; img-src data: {icon}; style-src 'self' 'unsafe-inline'"


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
    return render(request, "mails/play.html", context)


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
    return render(request, "mails/gone_on.html", context, status=409)


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
    return render(request, "mails/played.html", context)


def _command_id(tap: Tap) -> str:
    return f"tap:{tap.person}:{tap.version}:{tap.number}"


@csrf_exempt
@require_http_methods(["GET", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Mail programs unsubscribe by a POST of their own, without the page (RFC 8058)."""
    link = stop_of(token)
    if link is None:
        return render(request, "mails/no_link.html", status=410)
    if request.method == "POST":
        stop_mails(link.person, link.game)
    context = {"done": request.method == "POST", "daily": link.game is None}
    person = Person.objects.filter(pk=link.person).first()
    with override(language_of(person.language if person else "")):
        return render(request, "mails/stop.html", context)


@require_POST
@login_required
def allow_mail_again(request: HttpRequest) -> HttpResponse:
    """Lets mail go again to the person's address, which has turned some away."""
    person = member_of(request)
    try_again(person.pk, person.email)
    return redirect_back(request, reverse("home"))


@require_safe
def mailbox(request: HttpRequest) -> HttpResponse:
    _require_mail_in_files()
    return render(request, "mails/mailbox.html", {"mails": mails()})


@require_http_methods(["GET", "POST"])
def mailbox_mail(request: HttpRequest, name: str) -> HttpResponse:
    _require_mail_in_files()
    mail = find_mail(name)
    if mail is None:
        raise Http404
    if request.method == "POST" and mail.reply_to:
        answer = Answer(
            f"Re: {mail.subject}", request.POST.get("answer", ""), mail.to, [mail.reply_to]
        )
        answer.extra_headers = {"In-Reply-To": mail.message_id}
        receive(answer.message().as_bytes(), mail.to, [mail.reply_to], now())
        send_due_answers(now())
        messages.info(request, "Your answer was sent. What came of it is here, the newest first.")
        return redirect("mailbox")
    page = render(request, "mails/mailbox_mail.html", {"mail": mail})
    icon = request.build_absolute_uri(static("img/wheel.svg"))
    page["Content-Security-Policy"] = AS_MAIL_PROGRAMS_DO.format(icon=icon)
    return page


def _require_mail_in_files() -> None:
    """The mailbox shows everybody's mail: it is for a developer's own machine."""
    if not settings.DEBUG or settings.EMAIL_BACKEND != "notifications.mailbox.ToFiles":
        raise Http404
