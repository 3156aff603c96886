"""The parts of an account that are about this room: webhooks, and the file of all that is kept."""

import msgspec
from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.domain import Refusal
from games.edge import now
from games.models import Person
from games.people import export_person
from games.web.requests import member_of, members_only, refusal_text
from notifications.leaving import export_mail
from notifications.models import Webhook
from notifications.webhooks.registry import make_webhook, remove_webhook

WHAT = [
    (Webhook.What.TURN, _("When it is my turn.")),
    (Webhook.What.ALL, _("All that happens in my games.")),
]


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=_("Address of your program"),
        max_length=500,
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
    )
    what = forms.ChoiceField(label=_("What is posted"), choices=WHAT, widget=forms.RadioSelect)


@require_http_methods(["GET", "POST"])
@members_only
def webhooks(request: HttpRequest) -> HttpResponse:
    """A new webhook's secret is shown once."""
    form = WebhookForm(request.POST or None, initial={"what": Webhook.What.TURN})
    webhook = _create_webhook(member_of(request), form) if request.method == "POST" else None
    if webhook is not None:
        form = WebhookForm(initial={"what": Webhook.What.TURN})
    mine = Webhook.objects.filter(person=member_of(request)).order_by("id")
    context = {"form": form, "webhooks": mine, "made": webhook}
    status = 422 if form.errors else 200
    page = render(request, "account/webhooks.html", context, status=status)
    page["Cache-Control"] = "no-store"
    return page


def _create_webhook(person: Person, form: WebhookForm) -> Webhook | None:
    if not form.is_valid():
        return None
    answers = form.cleaned_data
    try:
        return make_webhook(person, answers["url"], Webhook.What(answers["what"]), at=now())
    except Refusal as refusal:
        form.add_error("url", refusal_text(refusal))
        return None


@require_POST
@members_only
def remove(request: HttpRequest, webhook: int) -> HttpResponse:
    if not remove_webhook(member_of(request), webhook):
        raise Http404
    messages.success(request, gettext("The webhook is removed."))
    return redirect("webhooks")


@require_safe
@members_only
def export(request: HttpRequest) -> HttpResponse:
    """A file of all that is kept of the person."""
    person = Person.objects.get(pk=member_of(request).pk)
    data = export_person(person) | export_mail(person)
    body = msgspec.json.format(msgspec.json.encode(data), indent=2)
    file = HttpResponse(body, content_type="application/json")
    file["Content-Disposition"] = 'attachment; filename="franchise-by-mail.json"'
    file["Cache-Control"] = "no-store"
    return file
