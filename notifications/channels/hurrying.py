"""Sending a mail while a page waits: it ends in time, however slow each reply is."""

from smtplib import SMTP
from time import monotonic

from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend

AT_ONCE = 0.01


def hurried_backend(seconds: float) -> BaseEmailBackend:
    """The backend of all mails, with a limit for the whole talk; a provider has one request."""
    backend = get_connection(timeout=min(seconds, settings.EMAIL_TIMEOUT))
    return HurriedBackend(seconds) if type(backend) is EmailBackend else backend


class HurriedBackend(EmailBackend):
    def __init__(self, seconds: float) -> None:
        super().__init__(timeout=min(seconds, settings.EMAIL_TIMEOUT))
        self.until = monotonic() + seconds

    @property
    def connection_class(self) -> type[SMTP]:
        members = {"until": self.until}
        return type("Hurried", (HurriedSMTP, super().connection_class), members)  # type: ignore[misc]  # the stubs lack it


class HurriedSMTP(SMTP):
    until: float

    def getreply(self) -> tuple[int, bytes]:
        left = max(self.until - monotonic(), AT_ONCE)
        if self.sock is not None:
            self.sock.settimeout(min(left, self.timeout))
        return super().getreply()
