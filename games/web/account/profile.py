"""The account: its name, tokens for programs, and how to delete it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from games import people
from games.domain import Refusal
from games.edge import now
from games.models import LONGEST_NAME, TOKEN_BEGINNING, Person, Token
from games.people import make_token
from games.web.requests import member_of, members_only, refusal_text

DAYS = [(30, _("30 days")), (90, _("90 days")), (365, _("a year"))]
SCOPES = [
    (Token.Scope.PLAY, _("Play: do what I may do.")),
    (Token.Scope.TALK, _("Talk: say something at my tables, in my name.")),
]


def validate_printable(text: str) -> None:
    if not people.is_printable(text):
        raise forms.ValidationError(gettext("One line of characters that can be printed."))


class ProfileForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        help_text=_("As the others at a table see you."),
        max_length=LONGEST_NAME,
        required=False,
        validators=[validate_printable],
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )

    def __init__(self, *args: Any, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def clean_name(self) -> str:
        try:
            return people.check_name(self.cleaned_data["name"], self.person)
        except Refusal as refusal:
            raise forms.ValidationError(refusal_text(refusal)) from refusal


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("What it is for"),
        max_length=80,
        validators=[validate_printable],
    )
    scopes = forms.MultipleChoiceField(
        label=_("It sees what I see. It may also"),
        choices=SCOPES,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(label=_("Valid for"), choices=DAYS, initial=90, coerce=int)


@require_http_methods(["GET", "POST"])
@members_only
def account(request: HttpRequest) -> HttpResponse:
    person = member_of(request)
    form = ProfileForm(request.POST or None, initial={"name": person.name}, person=person)
    if request.method == "POST" and form.is_valid():
        Person.objects.filter(pk=person.pk).update(**form.cleaned_data)
        messages.success(request, gettext("Saved."))
        return redirect("account")
    status = 422 if form.errors else 200
    return render(request, "account/profile.html", {"form": form}, status=status)


@require_http_methods(["GET", "POST"])
@members_only
def programs(request: HttpRequest) -> HttpResponse:
    """The secret of a new token is shown once."""
    form = TokenForm(request.POST or None)
    secret = ""
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        _row, secret = make_token(member_of(request), data["name"], data["scopes"], data["days"])
        form = TokenForm()
    mine = Token.objects.filter(user=member_of(request)).order_by("-created")
    rows = [(token, ", ".join(str(scope.label) for scope in token.scopes)) for token in mine]
    context = {"form": form, "tokens": rows, "secret": secret}
    page = render(request, "account/programs.html", context, status=422 if form.errors else 200)
    page["Cache-Control"] = "no-store"
    return page


@require_POST
@members_only
def revoke_token(request: HttpRequest, token: str) -> HttpResponse:
    if len(token) != TOKEN_BEGINNING:
        raise Http404
    mine = Token.objects.filter(user=member_of(request), token_key__startswith=token)
    deleted, _rows = mine.delete()
    if not deleted:
        raise Http404
    messages.success(request, gettext("The token is revoked."))
    return redirect("programs")


@require_http_methods(["GET", "POST"])
@members_only
def leave(request: HttpRequest) -> HttpResponse:
    """The person types a word to confirm it."""
    word = request.POST.get("sure", "").strip().lower()
    if request.method == "POST" and word == gettext("delete"):
        person = member_of(request)
        logout(request)
        people.forget(Person.objects.get(pk=person.pk), left_at=now())
        messages.success(request, gettext("Your account is deleted. Good-bye!"))
        return redirect("home")
    context = {"word": gettext("delete"), "wrong": request.method == "POST"}
    status = 422 if request.method == "POST" else 200
    return render(request, "account/leave.html", context, status=status)
