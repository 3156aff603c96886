from collections.abc import Iterator

import pytest
import time_machine

from tests.notifications.daily import AT


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """It stands still, until it is moved."""
    with time_machine.travel(AT, tick=False) as found:
        yield found
