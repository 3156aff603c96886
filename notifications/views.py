"""The pages that links in mails lead to. A look does nothing; only the button does."""

from django.conf import settings
from django.core.mail import EmailMessage as Answer
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from games.access import NoAccess, see_game
from games.domain import Refusal, State, decide, replay
from games.domain.notation import format, language_of, sheet
from games.domain.text import draw
from games.edge import now
from games.events import store
from games.events.store import StaleVersion
from games.models import Person
from games.services import act
from notifications.inbound.receiving import receive
from notifications.links import Tap, stop_of, table_url, tap_of
from notifications.mailbox import mail_named, mails
from notifications.preferences import stop_mails
from notifications.suggestions import suggestions


@require_http_methods(["GET", "POST"])
def play(request: HttpRequest, token: str) -> HttpResponse:
    """A suggestion of a turn mail: what it would lead to, and the button that plays it."""
    tap = tap_of(token)
    person = None if tap is None else Person.objects.filter(pk=tap.person, is_active=True).first()
    if tap is None or person is None:
        return render(request, "mails/no_link.html", status=410)
    try:
        seen = see_game(person, tap.game)
    except NoAccess:
        return render(request, "mails/no_link.html", status=410)
    state = seen.state
    orders = suggestions(state) if seen.version == tap.version else ()
    if request.method == "POST" and (done := store.answer_to(tap.game, _command_id(tap))):
        lines = sheet(done.events, language_of(person.language))
        return _page(request, tap, state, "mails/played.html", {"lines": lines})
    if not 1 <= tap.number <= len(orders):
        found = {"table_url": table_url(tap.game), "name": state.terms.name}
        return render(request, "mails/gone_on.html", found, status=409)
    order = orders[tap.number - 1]
    if request.method == "POST":
        return _played(request, tap, person)
    happened = decide(state, order)
    return _page(
        request,
        tap,
        state,
        "mails/play.html",
        {
            "words": format(order, language_of(person.language)).splitlines(),
            "lines": sheet(happened, language_of(person.language)),
            "after": replay(happened, state),
        },
    )


def _played(request: HttpRequest, tap: Tap, person: Person) -> HttpResponse:
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
        found = {"table_url": table_url(tap.game)}
        return render(request, "mails/gone_on.html", found, status=409)
    lines = sheet(done.events, language_of(person.language))
    return _page(request, tap, done.table, "mails/played.html", {"lines": lines})


def _command_id(tap: Tap) -> str:
    return f"tap:{tap.person}:{tap.version}:{tap.number}"


def _page(
    request: HttpRequest, tap: Tap, state: State, template: str, more: dict[str, object]
) -> HttpResponse:
    found = {"name": state.terms.name, "table": draw(state), "table_url": table_url(tap.game)}
    return render(request, template, {**found, **more})


@csrf_exempt
@require_http_methods(["GET", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Mail programs unsubscribe by a POST of their own, without a page before (RFC 8058)."""
    asked = stop_of(token)
    if asked is None:
        return render(request, "mails/no_link.html", status=410)
    if request.method == "POST":
        stop_mails(asked.person, asked.game)
    return render(request, "mails/stop.html", {"done": request.method == "POST"})


@require_safe
def mailbox(request: HttpRequest) -> HttpResponse:
    _only_where_mail_goes_to_files()
    return render(request, "mails/mailbox.html", {"mails": mails()})


@require_http_methods(["GET", "POST"])
def mailbox_mail(request: HttpRequest, name: str) -> HttpResponse:
    _only_where_mail_goes_to_files()
    mail = mail_named(name)
    if mail is None:
        raise Http404
    if request.method == "POST" and mail.reply_to:
        answer = Answer(
            f"Re: {mail.subject}", request.POST.get("answer", ""), mail.to, [mail.reply_to]
        )
        answer.extra_headers = {"In-Reply-To": mail.message_id}
        receive(answer.message().as_bytes(), mail.to, [mail.reply_to], now())
        return redirect("mailbox")
    return render(request, "mails/mailbox_mail.html", {"mail": mail})


def _only_where_mail_goes_to_files() -> None:
    """And where that is somebody's own machine: it shows everybody's mail."""
    if not settings.DEBUG or settings.EMAIL_BACKEND != "notifications.mailbox.ToFiles":
        raise Http404
