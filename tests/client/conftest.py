import pytest

from tests.people import Cast, cast


@pytest.fixture
def people(transactional_db: None) -> Cast:
    return cast()
