from collections.abc import Iterator

import pytest
import time_machine
from pytest_django import Settings

from tests.anchors.days import ANCHOR_KEY, at, forget_anchors


@pytest.fixture(autouse=True)
def _site_has_a_key_and_no_roots(db: None, settings: Settings) -> None:
    """What is refused to change outlives the tests that are not rolled back."""
    settings.ANCHOR_KEY = ANCHOR_KEY
    forget_anchors()


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """It stands still, at noon of the first of March, until it is moved."""
    with time_machine.travel(at(1), tick=False) as found:
        yield found
