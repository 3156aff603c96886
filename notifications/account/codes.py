"""Mails with a sign-in code, in the design of all mails and the language of the page."""

from contextlib import closing
from datetime import datetime
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.access import person_of
from games.addresses import key_of
from games.codes import Purpose, code_for
from games.domain.notation import WORDS, language_of
from games.edge import new_command_id, now
from games.limits import (
    CODE_MAILS,
    CODE_MAILS_OF_ONE,
    MAILS_OF_A_CODE,
    MAILS_TO_KNOWN,
    MAILS_TO_TAGGED,
    TooOften,
    allow,
    count,
    give_back,
    source_of,
)
from games.people import person_by_address
from games.web.account.known_browsers import is_known
from games.web.wording import current_language
from notifications.bounces import try_again
from notifications.channels.carrier import Carrier
from notifications.channels.mail import deliver
from notifications.channels.mime import mail_of
from notifications.channels.replies import About
from notifications.channels.talking import hurried_backend
from notifications.channels.trouble import may_try_for_somebody
from notifications.messages.letter import SITE, Letter, Lines
from notifications.messages.message import Message

SECONDS_TO_SEND = 5.0
"""After that the page says that the mail could not be sent."""

PURPOSES = {
    "account/email/login_code": Purpose.SIGN_IN,
    "account/email/email_confirmation": Purpose.NEW_ADDRESS,
    "account/email/email_confirmation_signup": Purpose.NEW_ADDRESS,
}


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # the package has no types
    """How allauth works here: people sign up by a code only, and the pages say what happens."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "incorrect_code": _("That is not the code. Look again, or ask for a new one."),
        "too_many_login_attempts": _("Too many tries. Wait a few minutes, then try again."),
        "duplicate_email": _("That is your address already."),
        "email_taken": _("This address has an account of its own. Sign in with it."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def add_message(self, request: HttpRequest, level: int, *args: Any, **options: Any) -> None:
        """allauth's own texts are left out: the pages say them."""
        if options.get("message"):
            super().add_message(request, level, *args, **options)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Sends our code instead of allauth's: an address has one code, whoever asks for it."""
        send_code(self.request, PURPOSES[template_prefix], email, now())

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        confirmed: bool = super().confirm_email(request, email_address)
        if confirmed:
            try_again(email_address.user_id, email_address.email)
        return confirmed


class NotSent(ValidationError):
    def __init__(self) -> None:
        super().__init__(_("The mail could not be sent just now. Try again in a minute."))


class NoSuchAddress(ValidationError):
    def __init__(self) -> None:
        super().__init__(
            _(
                "The mail server there says that it knows no such address. Look at how it is written."
            )
        )


def send_code(request: HttpRequest, purpose: Purpose, address: str, at: datetime) -> None:
    """Sends the code a few times at most; after that the page says that the mailbox has it."""
    address = key_of(address)
    owner, code = person_by_address(address), code_for(purpose, address, at)
    known = is_known(request, owner)
    limit = MAILS_TO_KNOWN if known else MAILS_OF_A_CODE
    key = (purpose, address, code)
    if not count(limit, *key, at=at).allowed:
        messages.info(request, gettext("The code is in that mailbox: our latest mail has it."))
        return
    try:
        _check_asker(request, at, known=known)
        if owner is None:
            _check_tagged(address, at)
        _send(code_mail(code, address, new_command_id()), at)
    except (NotSent, NoSuchAddress, TooOften):
        give_back(limit, *key, at=at)
        raise


def _check_asker(request: HttpRequest, at: datetime, *, known: bool) -> None:
    person = person_of(request)
    if person is not None:
        allow(CODE_MAILS_OF_ONE, person.pk, at=at)
    elif not known:
        allow(CODE_MAILS, source_of(request), at=at)


def _check_tagged(address: str, at: datetime) -> None:
    """Limits `ada+1@` and `ada+2@` together: they are one mailbox at most providers."""
    name, _, domain = address.rpartition("@")
    mailbox, plus, _ = name.partition("+")
    if plus:
        allow(MAILS_TO_TAGGED, mailbox, domain, at=at)


def _send(mail: EmailMessage, at: datetime) -> None:
    if not may_try_for_somebody(at):
        raise NotSent
    with closing(Carrier(hurried_backend(SECONDS_TO_SEND))) as carrier:
        fate = deliver(mail, carrier, 0, at)
    if not fate.went:
        raise NoSuchAddress if fate.about is About.ADDRESS else NotSent


def code_mail(code: str, address: str, key: str) -> EmailMessage:
    values = {"code": code}
    subject, language = gettext("Your code: %(code)s") % values, language_of(current_language())
    letter = Letter(
        subject=f"{SITE}{WORDS[language].colon}{subject}",
        game=SITE,
        lead=(gettext("Your code is %(code)s.") % values,),
        parts=(
            Lines(
                gettext("How to use it"),
                (
                    gettext(
                        "Type it on the page that asks for it. It works once, within twelve hours."
                    ),
                    gettext("If it was not you who asked, there is nothing to do."),
                ),
            ),
        ),
        links=(),
        why=gettext("Somebody gave this address on our page."),
        stop=None,
        language=language,
    )
    return mail_of(Message(address, f"code.{key}", letter))
