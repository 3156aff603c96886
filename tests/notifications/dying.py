"""A worker that dies right after a mail was sent."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.test import override_settings


class SendsAndDies(EmailBackend):
    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        super().send_messages(messages)
        raise SystemExit


@contextmanager
def dying_after_sending() -> Iterator[None]:
    backend = f"{__name__}.{SendsAndDies.__name__}"
    with override_settings(EMAIL_BACKEND=backend), pytest.raises(SystemExit):
        yield
