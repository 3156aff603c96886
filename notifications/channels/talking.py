"""The talk with a mail server: one that is told step by step, and one that ends in time."""

from collections.abc import Callable, Mapping
from smtplib import SMTP
from time import monotonic

from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend

Tell = Callable[[str], None]

AT_ONCE = 0.01
SILENT_STEPS = ("quit", "rset")
GO_ON = 3
STEPS = {
    "": "connected",
    "ehlo": "greeting",
    "helo": "greeting",
    "starttls": "encryption",
    "auth": "sign-in",
    "mail": "sender",
    "rcpt": "recipient",
    "data": "mail",
}


def talking_backend(backend: BaseEmailBackend, tell: Tell) -> BaseEmailBackend:
    """The same backend; where it is SMTP, it tells each reply, without the secrets."""
    if type(backend) is not EmailBackend:
        return backend
    return OwnTalk(TalkingSMTP, {"tell": staticmethod(tell)}, timeout=settings.EMAIL_TIMEOUT)


def hurried_backend(seconds: float) -> BaseEmailBackend:
    """The backend of all mails, with a limit for the whole talk, however slow each reply is.

    A provider has one request.
    """
    timeout = min(seconds, settings.EMAIL_TIMEOUT)
    backend: BaseEmailBackend = get_connection(timeout=timeout)
    if type(backend) is not EmailBackend:
        return backend
    return OwnTalk(HurriedSMTP, {"until": monotonic() + seconds}, timeout=timeout)


class OwnTalk(EmailBackend):
    """Talks as `kind` does, with these members."""

    def __init__(self, kind: type[SMTP], members: Mapping[str, object], timeout: float) -> None:
        super().__init__(timeout=timeout)
        self.kind, self.members = kind, members

    @property
    def connection_class(self) -> type[SMTP]:
        bases = (self.kind, super().connection_class)  # type: ignore[misc]  # the stubs lack it
        return type(self.kind.__name__, bases, dict(self.members))


class TalkingSMTP(SMTP):
    tell: Tell
    step = ""

    def putcmd(self, cmd: str, args: str = "") -> None:
        # The lines between AUTH and its reply hold the password.
        is_step = cmd.lower() in (*STEPS, *SILENT_STEPS)
        self.step = cmd.lower() if is_step else self.step
        super().putcmd(cmd, args)

    def getreply(self) -> tuple[int, bytes]:
        code, text = super().getreply()
        if self.step in STEPS and code // 100 != GO_ON:
            words = " ".join(text.decode("utf-8", "replace").split())
            self.tell(f"{STEPS[self.step]}: {code} {words}")
        return code, text


class HurriedSMTP(SMTP):
    until: float

    def getreply(self) -> tuple[int, bytes]:
        left = max(self.until - monotonic(), AT_ONCE)
        if self.sock is not None:
            self.sock.settimeout(min(left, self.timeout))
        return super().getreply()
