"""One connection to the mail server for many mails, and the server's replies."""

import ssl
from smtplib import (
    SMTPAuthenticationError,
    SMTPDataError,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPSenderRefused,
)

from anymail.exceptions import (
    AnymailAPIError,
    AnymailConfigurationError,
    AnymailError,
    AnymailRecipientsRefused,
)
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from notifications.channels.replies import Reply, Stage, read_reply

FAILURES = (SMTPException, AnymailError, OSError)


class Carrier:
    """Connects for the first mail, and again where the server has ended the connection."""

    def __init__(self, backend: BaseEmailBackend | None = None) -> None:
        self.backend = backend or get_connection()
        self.is_open = False

    def carry(self, mail: EmailMessage) -> Reply | None:
        """None where the server took the mail."""
        was_used = self.is_open
        reply = self._carry(mail)
        if reply is not None and was_used and _ends_connection(reply):
            self.close()
            reply = self._carry(mail)
        return reply

    def open(self) -> Reply | None:
        """None where the server lets us in."""
        try:
            self.backend.open()
        except FAILURES as error:
            self.close()
            return reply_to_opening(error)
        self.is_open = True
        return None

    def _carry(self, mail: EmailMessage) -> Reply | None:
        if not self.is_open and (reply := self.open()) is not None:
            return reply
        try:
            self.backend.send_messages([mail])
        except FAILURES as error:
            reply = reply_to_sending(error)
            if reply.breaks_off:
                self.close()
            return reply
        return None

    def close(self) -> None:
        self.is_open = False
        try:
            self.backend.close()
        except OSError:
            # The server has closed the connection.
            return


def _ends_connection(reply: Reply) -> bool:
    """Many servers limit the mails of a connection. After a timeout the mail may have been taken."""
    if "timed out" in reply.text:
        return False
    return reply.breaks_off or (reply.stage is Stage.SENDER and 400 <= reply.code < 500)


def reply_to_opening(error: Exception) -> Reply:
    match error:
        case ssl.SSLCertVerificationError():
            return Reply(Stage.CERTIFICATE, 0, "", error.verify_message)
        case SMTPAuthenticationError():
            return read_reply(Stage.SIGN_IN, error.smtp_code, error.smtp_error)
        case SMTPResponseException():
            return read_reply(Stage.CONNECTION, error.smtp_code, error.smtp_error)
        case AnymailConfigurationError():
            return Reply(Stage.SIGN_IN, 0, "", str(error))
        case _:
            return Reply(Stage.CONNECTION, 0, "", _text_of(error))


def reply_to_sending(error: Exception) -> Reply:
    match error:
        case SMTPSenderRefused():
            return read_reply(Stage.SENDER, error.smtp_code, error.smtp_error)
        case SMTPRecipientsRefused():
            ((code, text), *_) = error.recipients.values()
            return read_reply(Stage.RECIPIENT, code, text)
        case SMTPDataError() | SMTPResponseException():
            return read_reply(Stage.CONTENT, error.smtp_code, error.smtp_error)
        case AnymailRecipientsRefused():
            return Reply(Stage.RECIPIENT, 550, "5.1.0", str(error))
        case AnymailConfigurationError():
            return Reply(Stage.SIGN_IN, 0, "", str(error))
        case AnymailAPIError():
            return _reply_by_web(error.status_code, str(error))
        case AnymailError():
            return Reply(Stage.CONTENT, 554, "", str(error))
        case _:
            return Reply(Stage.CONTENT, 0, "", _text_of(error))


def _text_of(error: Exception) -> str:
    """Without the number of a system error."""
    strerror = error.strerror if isinstance(error, OSError) else None
    return strerror or str(error) or type(error).__name__


def _reply_by_web(status: int | None, text: str) -> Reply:
    """A mail server's codes for what a provider says in the codes of the web."""
    match status:
        case None:
            return Reply(Stage.CONTENT, 0, "", text)
        case 401 | 403:
            return Reply(Stage.SIGN_IN, 535, "", text)
        case 413:
            return Reply(Stage.CONTENT, 552, "5.3.4", text)
        case 429:
            return Reply(Stage.CONTENT, 451, "", text)
        case _ if status >= 500:
            return Reply(Stage.CONTENT, 451, "", text)
        case _:
            return Reply(Stage.SENDER, 550, "", text)
