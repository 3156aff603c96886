"""Signing in and up: a person gives an address, then the code that was sent to it."""

from functools import wraps
from typing import Any, cast

from allauth.account.forms import AddEmailForm, RequestLoginCodeForm
from allauth.account.views import (
    ConfirmEmailVerificationCodeView,
    ConfirmLoginCodeView,
    EmailView,
    RequestLoginCodeView,
)
from django import forms
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from games import people
from games.addresses import NoAddress, address_of
from games.codes import Purpose, code_to_compare
from games.edge import now
from games.limits import CODE_REQUESTS, CODE_TRIES, TooOften, allow, source_of
from games.models import Person
from games.web.account import sign_in_links
from games.web.account.known_browsers import is_known, remember
from games.web.requests import View, members_only, refusal_text, too_many_requests
from games.web.wording import current_language


def for_visitors_and_guests(view: View) -> View:
    """A guest signs in as if nobody were there, and stays a guest until the code has come."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        person = request.user
        request.guest = None  # type: ignore[attr-defined]
        if isinstance(person, Person) and person.guest:
            request.guest = Person.objects.get(pk=person.pk)  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return wrapper


def _guest(request: HttpRequest) -> Person | None:
    return cast("Person | None", getattr(request, "guest", None))


def _take_address(form: forms.Form) -> None:
    try:
        form.cleaned_data["email"] = address_of(form.cleaned_data["email"])
    except NoAddress as refusal:
        raise ValidationError(refusal_text(refusal)) from refusal


class AddressForm(RequestLoginCodeForm):  # type: ignore[misc]  # the package has no types
    """The browser fills in the time zone."""

    zone = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["email"]
        field.label = _("Your address for mail")
        field.widget.attrs.pop("placeholder", None)
        field.widget.attrs |= {"autocomplete": "email", "autofocus": True}

    def clean_email(self) -> str:
        _take_address(self)
        address: str = super().clean_email()
        # Who has only claimed the address, without confirming it, does not own it.
        self.owner = self._user = people.person_by_address(address)
        return address

    def sign_up(self, guest: Person | None) -> None:
        if self._user is None:
            zone = self.cleaned_data["zone"]
            self._user = guest or people.new_guest(current_language(), zone)


def _refusal_page(view: Any, form: forms.Form, refusal: ValidationError | TooOften) -> HttpResponse:
    """The page of a code that was not sent: the mail server refused it, or it was one too many."""
    if isinstance(refusal, ValidationError):
        form.add_error(None, refusal)
        return _form_page(view, form, 503)
    form.add_error(None, refusal_text(refusal))
    page = _form_page(view, form, 429)
    page["Retry-After"] = str(refusal.seconds)
    return page


def _form_page(view: Any, form: forms.Form, status: int) -> HttpResponse:
    page: HttpResponse = view.render_to_response(view.get_context_data(form=form), status=status)
    return page


class SignIn(RequestLoginCodeView):  # type: ignore[misc]
    template_name = "account/sign_in.html"
    form_class = AddressForm

    def form_valid(self, form: AddressForm) -> HttpResponse:
        try:
            if not is_known(self.request, form.owner):
                allow(CODE_REQUESTS, source_of(self.request), at=now())
            form.sign_up(_guest(self.request))
            response: HttpResponse = super().form_valid(form)
        except (ValidationError, TooOften) as refusal:
            return _refusal_page(self, form, refusal)
        return response

    def _redirect_to_pending_stage(self, *_: object) -> None:
        """Who comes back to this page may have mistyped the address."""

    def form_invalid(self, form: AddressForm) -> HttpResponse:
        return _form_page(self, form, 422)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        more: dict[str, Any] = super().get_context_data(**kwargs)
        return more | {"guest": _guest(self.request)}


class CodePage:
    """A page that asks for a code, which can be sent once more."""

    template_name = "account/confirm_code.html"
    here: str
    purpose: Purpose
    request: HttpRequest
    _process: Any
    _action: str

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if self._action == "verify" and not is_known(request, self._process.user):
            try:
                allow(CODE_TRIES, source_of(request), at=now())
            except TooOften as refusal:
                return too_many_requests(request, refusal)
        answer: HttpResponse = super().post(request, *args, **kwargs)  # type: ignore[misc]
        return answer

    def get_form_kwargs(self) -> dict[str, Any]:
        """The code that is valid now, in whatever session it was asked for."""
        given: dict[str, Any] = super().get_form_kwargs()  # type: ignore[misc]
        if "code" in given:
            address, typed = self._process.state["email"], self.request.POST.get("code", "")
            given["code"] = code_to_compare(self.purpose, address, typed, now())
        return given

    def _resend_form_valid(self, form: forms.Form) -> HttpResponse:
        try:
            response: HttpResponse = super()._resend_form_valid(form)  # type: ignore[misc]
        except ValidationError as not_sent:
            messages.error(self.request, not_sent.messages[0])
            return redirect(self.here)
        except TooOften as refusal:
            messages.error(self.request, refusal_text(refusal))
            return redirect(self.here)
        if not messages.get_messages(self.request):
            messages.info(self.request, gettext("The code is on its way once more."))
        return response


class ConfirmCode(CodePage, ConfirmLoginCodeView):  # type: ignore[misc]
    here = "account_confirm_login_code"
    purpose = Purpose.SIGN_IN

    def _verify_form_valid(self, form: forms.Form) -> HttpResponse:
        person, guest = self._process.user, _guest(self.request)
        owner = people.confirm(person, self._process.state["email"])
        if owner.pk != person.pk:
            text = gettext("This address has an account by now. Ask for one more code.")
            messages.info(self.request, text)
            return redirect("login")
        if guest is not None and guest.pk != owner.pk:
            people.hand_over(guest, owner)
        response: HttpResponse = super()._verify_form_valid(form)
        remember(response, owner)
        # The key of the guest's session must not open the account.
        self.request.session.cycle_key()
        return response


class NewAddressForm(AddEmailForm):  # type: ignore[misc]
    def clean_email(self) -> str:
        _take_address(self)
        address: str = super().clean_email()
        return address


class ChangeAddress(EmailView):  # type: ignore[misc]
    """The old address holds until the code has come that was sent to the new one."""

    template_name = "account/address.html"
    form_class = NewAddressForm

    def form_valid(self, form: forms.Form) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except (ValidationError, TooOften) as refusal:
            return _refusal_page(self, form, refusal)
        return response

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        return _form_page(self, form, 422)


class ConfirmAddress(CodePage, ConfirmEmailVerificationCodeView):  # type: ignore[misc]
    here = "account_email_verification_sent"
    purpose = Purpose.NEW_ADDRESS


sign_in_page = for_visitors_and_guests(SignIn.as_view())
confirm_code = for_visitors_and_guests(ConfirmCode.as_view())


change_address = members_only(ChangeAddress.as_view())
confirm_address = members_only(ConfirmAddress.as_view())


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("home")


@require_http_methods(["GET", "POST"])
def sign_in_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """A GET signs nobody in: scanners open links too."""
    try:
        person = sign_in_links.person_from_link(token, request)
    except sign_in_links.NoWayIn as refusal:
        why = type(refusal).__name__
        return render(request, "account/sign_in_link.html", {"why": why}, status=410)
    if request.method == "POST":
        login(request, person, backend="django.contrib.auth.backends.ModelBackend")
        return redirect("home")
    return render(request, "account/sign_in_link.html", {"person": person})
