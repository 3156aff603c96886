"""A mail backend whose worker dies right after a mail was sent."""

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend


class SendsAndDies(EmailBackend):
    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        super().send_messages(messages)
        raise SystemExit
