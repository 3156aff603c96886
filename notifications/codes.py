"""The mails of sign-in: a code in the design of all our mails, in the language of the page."""

from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives
from django.http import HttpRequest
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from games.models import Person
from notifications.mails.letter import Letter, Lines, as_html, as_text

SITE = "Franchise by Mail"


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # the package has no types
    """allauth's way to this project: nobody signs up but by a code, and pages do the talking."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "incorrect_code": _("That is not the code. Look again, or ask for a new one."),
        "too_many_login_attempts": _("Too many tries. Wait a few minutes, then try again."),
        "rate_limited": _("Too many tries. Wait a few minutes, then try again."),
        "duplicate_email": _("That is your address already."),
        "email_taken": _("This address has an account of its own. Sign in with it."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def add_message(self, request: HttpRequest, level: int, *args: Any, **said: Any) -> None:
        """Only what the pages themselves do not say."""
        if said.get("message"):
            super().add_message(request, level, *args, **said)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        mail = mail_of_code(context["code"], email)
        try:
            mail.send()
        except (SMTPException, OSError) as error:
            raise NotSent from error

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        confirmed: bool = super().confirm_email(request, email_address)
        if confirmed:
            Person.objects.filter(pk=email_address.user_id).update(mail_refused=None)
        return confirmed


class NotSent(ValidationError):
    def __init__(self) -> None:
        super().__init__(_("The mail could not be sent just now. Try again in a minute."))


def mail_of_code(code: str, address: str) -> EmailMultiAlternatives:
    letter = _letter(code)
    headers = {"Auto-Submitted": "auto-generated"}
    mail = EmailMultiAlternatives(letter.subject, as_text(letter), to=[address], headers=headers)
    mail.attach_alternative(as_html(letter), "text/html")
    return mail


def _letter(code: str) -> Letter:
    said = {"code": code}
    subject = gettext("Your code: %(code)s") % said
    return Letter(
        subject=f"{SITE}: {subject}",
        game=SITE,
        lead=(gettext("Your code is %(code)s.") % said,),
        parts=(
            Lines(
                gettext("How to use it"),
                (
                    gettext("Type it on the page that asked for it. It holds for 15 minutes."),
                    gettext("If it was not you who asked, there is nothing to do."),
                ),
            ),
        ),
        links=(),
        why=gettext("Somebody gave this address on our page."),
        stop=None,
        language=get_language() or "en",
    )
