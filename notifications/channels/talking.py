"""The talk with a mail server, step by step as it happens, without its secrets."""

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
    """The same backend; where it is SMTP, it tells each reply."""
    return TalkingBackend(tell) if type(backend) is EmailBackend else backend


class TalkingBackend(EmailBackend):
    def __init__(self, tell: Tell) -> None:
        super().__init__()
        self.tell = tell

    @property
    def connection_class(self) -> type[SMTP]:
        members = {"tell": staticmethod(self.tell)}
        return type("Talking", (TalkingSMTP, super().connection_class), members)  # type: ignore[misc]  # the stubs lack it


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
