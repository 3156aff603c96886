"""The pages of a person's webhooks: all of them, and one with what it was posted."""

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST
from msgspec import Struct

from games.api.webhook_answers import Delivery, WhyNotPosted
from games.domain import Refusal
from games.edge import now
from games.models import Game
from games.web.requests import member_of, members_only, refusal_text
from notifications.models import Webhook
from notifications.webhooks import log, registry

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MOST_SHOWN = 20
WHAT = [
    (Webhook.What.TURN, _("When it is my turn.")),
    (Webhook.What.ALL, _("All that happens in my games.")),
]
KEEP = [
    (24, _("The old one signs beside it for a day, while I change over.")),
    (0, _("The old one ends at once: somebody else knows it.")),
]
WHY: "dict[WhyNotPosted, StrOrPromise]" = {
    "address": _("the host is not known, or is not a public address"),
    "timeout": _("no answer in time"),
    "tls": _("its certificate is not trusted"),
    "connection": _("no connection"),
    "not-http": _("the answer was no HTTP"),
    "switched-off": _("the webhook was switched off before"),
    "our-fault": _("something went wrong on our side"),
}


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=_("Address of your program"),
        max_length=500,
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
    )
    what = forms.ChoiceField(label=_("What is posted"), choices=WHAT, widget=forms.RadioSelect)


class SecretForm(forms.Form):
    keep = forms.TypedChoiceField(
        label=_("The old secret"),
        choices=KEEP,
        initial=24,
        coerce=lambda hours: timedelta(hours=int(hours)),
        widget=forms.RadioSelect,
    )


class Posted(Struct, frozen=True):
    """A delivery as the page shows it."""

    delivery: Delivery
    game: str
    why: "StrOrPromise"


@cache_control(no_store=True)
@require_http_methods(["GET", "POST"])
@members_only
def webhooks(request: HttpRequest) -> HttpResponse:
    """A new webhook's secret is shown once."""
    form = WebhookForm(request.POST or None, initial={"what": Webhook.What.TURN})
    person, made = member_of(request), None
    if request.method == "POST" and form.is_valid():
        url, what = form.cleaned_data["url"], Webhook.What(form.cleaned_data["what"])
        try:
            made = registry.make_webhook(person, url, what, at=now())
        except Refusal as refusal:
            form.add_error("url", refusal_text(refusal))
        else:
            form = WebhookForm(initial={"what": Webhook.What.TURN})
    mine = Webhook.objects.filter(person=person).order_by("id")
    context = {"form": form, "webhooks": mine, "made": made}
    return render(request, "account/webhooks.html", context, status=422 if form.errors else 200)


@cache_control(no_store=True)
@require_http_methods(["GET", "POST"])
@members_only
def webhook(request: HttpRequest, webhook: int) -> HttpResponse:
    person = member_of(request)
    row = registry.webhook_of(person, webhook)
    form = WebhookForm(request.POST or None, initial={"url": row.url, "what": row.what})
    if request.method == "POST" and form.is_valid():
        url, what = form.cleaned_data["url"], Webhook.What(form.cleaned_data["what"])
        try:
            registry.change_webhook(person, webhook, at=now(), url=url, what=what)
        except Refusal as refusal:
            form.add_error("url", refusal_text(refusal))
        else:
            messages.success(request, gettext("Saved."))
            return redirect("webhook", webhook)
    return _page(request, row, form)


@cache_control(no_store=True)
@require_POST
@members_only
def secret(request: HttpRequest, webhook: int) -> HttpResponse:
    """The new one is shown once."""
    person, form = member_of(request), SecretForm(request.POST)
    if not form.is_valid():
        return redirect("webhook", webhook)
    row = registry.renew_secret(person, webhook, form.cleaned_data["keep"], at=now())
    place = WebhookForm(initial={"url": row.url, "what": row.what})
    return _page(request, row, place, new_secret=row.secret)


@require_POST
@members_only
def ping(request: HttpRequest, webhook: int) -> HttpResponse:
    return _post(request, webhook, lambda: log.ping(member_of(request), webhook, at=now()))


@require_POST
@members_only
def send_again(request: HttpRequest, webhook: int, delivery: str) -> HttpResponse:
    person = member_of(request)
    return _post(request, webhook, lambda: log.send_again(person, webhook, delivery, at=now()))


@require_POST
@members_only
def switch(request: HttpRequest, webhook: int) -> HttpResponse:
    """Off, or on again."""
    active = request.POST.get("active") == "true"
    registry.change_webhook(member_of(request), webhook, at=now(), active=active)
    return redirect("webhook", webhook)


@require_POST
@members_only
def remove(request: HttpRequest, webhook: int) -> HttpResponse:
    registry.remove_webhook(member_of(request), webhook)
    messages.success(request, gettext("The webhook is removed."))
    return redirect("webhooks")


def _post(request: HttpRequest, webhook: int, ask: Callable[[], Delivery]) -> HttpResponse:
    try:
        ask()
    except Refusal as refusal:
        messages.warning(request, refusal_text(refusal))
    return redirect("webhook", webhook)


def _page(
    request: HttpRequest, row: Webhook, form: WebhookForm, *, new_secret: str = ""
) -> HttpResponse:
    deliveries = log.deliveries_of(row)[:MOST_SHOWN]
    games = Game.objects.filter(pk__in={each.game for each in deliveries if each.game})
    names = dict(games.values_list("pk", "name"))
    context = {
        "webhook": row,
        "form": form,
        "secret_form": SecretForm(),
        "new_secret": new_secret,
        "old_until": row.old_until if len(row.secrets(now())) > 1 else None,
        "log": [
            Posted(each, names[each.game] if each.game else "", WHY[each.why] if each.why else "")
            for each in deliveries
        ],
        "is_under_way": any(each.next and not each.tries for each in deliveries),
    }
    return render(request, "account/webhook.html", context, status=422 if form.errors else 200)
