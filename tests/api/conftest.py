import pytest

from tests.people import Cast, cast


@pytest.fixture
def people(db: None) -> Cast:
    return cast()
