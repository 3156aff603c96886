from collections.abc import Iterator

import pytest
import time_machine
from pytest_django import Settings

from tests.anchors.days import ANCHOR_KEY, at


@pytest.fixture(autouse=True)
def _site_has_a_key(settings: Settings) -> None:
    settings.ANCHOR_KEY = ANCHOR_KEY


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """It stands still at noon of the first of March until a test moves it."""
    with time_machine.travel(at(1), tick=False) as traveller:
        yield traveller
