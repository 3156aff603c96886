from collections.abc import Iterator

import pytest
import time_machine
from pytest_django import Settings

from tests.notifications.daily import AT
from tests.notifications.receiver import Receiver, run_receiver
from tests.notifications.sink import Mailbox, run_mail_server
from tests.people import Cast, cast


@pytest.fixture
def people() -> Cast:
    return cast()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with run_receiver() as receiver:
        yield receiver


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """It stands still until a test moves it."""
    with time_machine.travel(AT, tick=False) as traveller:
        yield traveller


@pytest.fixture
def smtp(settings: Settings) -> Iterator[Mailbox]:
    with run_mail_server() as (kept, port):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        yield kept


@pytest.fixture
def private_addresses(settings: Settings) -> None:
    """Webhooks may lead to this machine."""
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
