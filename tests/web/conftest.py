from uuid import UUID

import pytest

from tests.doing import start_game
from tests.people import Cast, cast


@pytest.fixture
def people() -> Cast:
    return cast()


@pytest.fixture
def game(people: Cast) -> UUID:
    return start_game(people)
