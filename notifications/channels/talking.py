"""The talk with a mail server, told step by step as it happens, without what is secret."""

from collections.abc import Callable
from smtplib import SMTP

from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend

Tell = Callable[[str], None]

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
    """The same way out, which tells each answer, where it is by SMTP."""
    return TalkingBackend(tell) if type(backend) is EmailBackend else backend


class TalkingBackend(EmailBackend):
    def __init__(self, tell: Tell) -> None:
        super().__init__()
        self.tell = tell

    @property
    def connection_class(self) -> type[SMTP]:
        told = {"tell": staticmethod(self.tell)}
        return type("Aloud", (TalkingSMTP, super().connection_class), told)  # type: ignore[misc]  # the stubs lack it


class TalkingSMTP(SMTP):
    tell: Tell
    step = ""

    def putcmd(self, cmd: str, args: str = "") -> None:
        # Between AUTH and its answer the lines that are sent hold the password.
        is_step = cmd.lower() in (*STEPS, *SILENT_STEPS)
        self.step = cmd.lower() if is_step else self.step
        super().putcmd(cmd, args)

    def getreply(self) -> tuple[int, bytes]:
        code, text = super().getreply()
        if self.step in STEPS and code // 100 != GO_ON:
            words = " ".join(text.decode("utf-8", "replace").split())
            self.tell(f"{STEPS[self.step]}: {code} {words}")
        return code, text
