import pytest

from tests.people import Cast, cast


@pytest.fixture
def people() -> Cast:
    return cast()
